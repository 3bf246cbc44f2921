import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { sites } from '../../functions/src/lib/chat/channels/ota-sites.ts'
import { otaNames, otas } from '../../functions/src/lib/connection/otas.ts'

const places = [
  'functions/src/lib/pipeline.ts',
  'functions/src/lib/{connection,landlord}/**/*.ts',
  'functions/src/http/endpoint.ts',
  'functions/src/http/{integrations,landlord}/*.ts',
  'dashboard/src/**/*.{ts,tsx}',
]
/** The rows, the texts that people read, and tests. */
const isExempt = (file: string): boolean =>
  /\/connection\/otas(\.ts$|\/)|\/src\/i18n\/|\.test\.tsx?$/.test(file)

const codes = [...otaNames, ...Object.keys(sites)].map(name => `'${name}'`)
const labels = [...Object.values(otas), ...Object.values(sites)].map(({ label }) => label)
const names = [...codes, ...labels, ...otaNames.map(name => otas[name].adapterCode), 'Vrbo']

it('code that connects and shows properties names no OTA: each OTA has a row', () => {
  const files = globSync(places).filter(file => !isExempt(file))
  expect(files.length).toBeGreaterThan(300)
  const naming = files.flatMap(file => {
    const text = readFileSync(file, 'utf8').toLowerCase()
    return names.filter(name => text.includes(name.toLowerCase())).map(name => `${file}: ${name}`)
  })
  expect(naming).toEqual([])
})

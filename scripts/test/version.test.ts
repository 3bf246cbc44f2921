import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
const manifestOf = (file: string) => JSON.parse(read(file)) as { version: string; license: string }

const root = manifestOf('package.json')

test.each(['functions/package.json', 'dashboard/package.json', 'mapping-lab/package.json'])(
  '%s has version and licence of the root',
  file => {
    const { version, license } = manifestOf(file)
    expect({ version, license }).toEqual({ version: root.version, license: 'Apache-2.0' })
  },
)

test.each(['package-lock.json', 'functions/package-lock.json'])('%s repeats version and licence', file => {
  const { version, packages } = JSON.parse(read(file)) as {
    version: string
    packages: Record<string, { version?: string; license?: string; link?: boolean }>
  }
  const own = Object.entries(packages).filter(([at]) => !at.includes('node_modules/'))
  expect(version).toBe(root.version)
  for (const [at, one] of own)
    expect([at, one.version, one.license]).toEqual([at, root.version, 'Apache-2.0'])
})

test('CHANGELOG.md has a section for the version', () => {
  expect(read('CHANGELOG.md')).toMatch(
    new RegExp(`^## ${root.version.replaceAll('.', '\\.')} – \\d{4}-\\d\\d-\\d\\d$`, 'm'),
  )
})

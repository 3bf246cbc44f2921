import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { params, secrets } from '../../functions/src/config.ts'
import { explanations, writeParameters } from './parameters-file.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'parameters-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const written = () => readFileSync(path.join(dir, '.env.p'), 'utf8')

test('docs/configuration.md explains what config.ts declares, and nothing else', () => {
  const documented = [...explanations()]
  const named = (isSecret: boolean) =>
    documented.filter(([, one]) => one.secret === isSecret).map(([name]) => name)
  expect(named(false).sort()).toEqual(
    Object.values(params)
      .map(({ name }) => name)
      .sort(),
  )
  expect(named(true).sort()).toEqual(
    Object.values(secrets)
      .map(({ name }) => name)
      .sort(),
  )
  for (const [name, { what }] of documented) expect(what, name).not.toBe('')
})

test('every parameter is written with its default and what it is for', () => {
  const declared = [
    { name: 'PUBLIC_URL', default: '' },
    { name: 'CHAT_JOIN_POLICY', default: 'authenticated' },
    { name: 'MAX_PARTICIPANTS', default: '200' },
  ]
  expect(writeParameters(dir, 'p', declared)).toEqual(['PUBLIC_URL', 'CHAT_JOIN_POLICY', 'MAX_PARTICIPANTS'])
  expect(parseEnv(written())).toEqual({
    PUBLIC_URL: 'https://p.web.app',
    CHAT_JOIN_POLICY: '',
    MAX_PARTICIPANTS: '200',
  })
  expect(written()).toMatch(/^# .*participants of a thread\n# default: 200\nMAX_PARTICIPANTS=/m)
})

test('what stands there stays; what is new is added', () => {
  writeFileSync(path.join(dir, '.env.p'), '# mine\nMAX_PARTICIPANTS=7\n')
  const declared = [
    { name: 'MAX_PARTICIPANTS', default: '200' },
    { name: 'MAX_ATTACHMENTS', default: '10' },
  ]
  expect(writeParameters(dir, 'p', declared)).toEqual(['MAX_ATTACHMENTS'])
  expect(written()).toMatch(/^# mine\nMAX_PARTICIPANTS=7\n/)
  expect(parseEnv(written())).toEqual({ MAX_PARTICIPANTS: '7', MAX_ATTACHMENTS: '10' })
  expect(writeParameters(dir, 'p', declared)).toEqual([])
})

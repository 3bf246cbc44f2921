import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { params } from '../../functions/src/config.ts'
import { postCpuMs, table, ways } from '../attacker-cost.ts'

const repo = path.join(import.meta.dirname, '../..')
const text = readFileSync(path.join(repo, 'docs/threat-model.md'), 'utf8')
const named = [...new Set([...text.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, file = '']) => file))]

it('every test that the threat model names exists', () => {
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter(file => !existsSync(path.join(repo, file)))).toEqual([])
})

it('each of the ten risks has a row with a test', () => {
  const rows = text.split('\n').filter(line => /^\| \d+ /.test(line))
  expect(rows.map(row => Number.parseInt(row.slice(2), 10))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(rows.filter(row => !row.includes('.test.ts`'))).toEqual([])
})

it('what an attacker can cost is what the document says, at most 50 an account and 500 in all', () => {
  expect(text).toContain(table().join('\n'))
  for (const { way, oneAccount = 0, all = 0 } of ways) {
    expect(oneAccount, way).toBeLessThanOrEqual(50)
    expect(all, way).toBeLessThanOrEqual(500)
  }
})

it('every limit has the name of a parameter, or is a size or a setting of a vendor', () => {
  const names = new Set(Object.values(params).map(({ name }) => name))
  for (const { way, limit } of ways) {
    const said = [...limit.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name)
    expect(
      said.filter(name => !names.has(name)),
      way,
    ).toEqual([])
    expect(said.length > 0 || way === 'sign-ups', way).toBe(true)
  }
})

it('takes the CPU of a post from the measurements', () => {
  const measured = readFileSync(path.join(repo, 'docs/measurements.md'), 'utf8')
  expect(measured).toContain(`| eight at a time, CPU of 1,000 posts | ${postCpuMs} s |`)
})

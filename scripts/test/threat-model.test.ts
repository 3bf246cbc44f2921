import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { params } from '../../functions/src/config.ts'

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

const [, costs = ''] = text.split('## What an attacker can cost\n')
const rows = costs
  .split('\n')
  .filter(line => /^\| (anonymous|any account|landlord) /.test(line))
  .map(line => line.split('|').map(cell => cell.trim()))

it('no account costs more than 50 dollars a day, and all together cost no more than 500', () => {
  expect(rows.length).toBeGreaterThan(5)
  for (const [, , way, , oneAccount, all] of rows) {
    expect(Number(oneAccount), way).toBeLessThanOrEqual(50)
    expect(Number(all), way).toBeLessThanOrEqual(500)
  }
})

it('every limit is a parameter, or a setting of a vendor', () => {
  const names = new Set<string | undefined>(Object.values(params).map(({ name }) => name))
  const limits = rows.flatMap(([, , , limit = '']) => [...limit.matchAll(/`([A-Z_]+)`/g)])
  expect(limits.length).toBeGreaterThan(5)
  expect(limits.map(([, name]) => name).filter(name => !names.has(name))).toEqual([])
})

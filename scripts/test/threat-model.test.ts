import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { params, secrets } from '../../functions/src/config.ts'

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

it('one account can cost at most 50 dollars a day, by limits that exist', () => {
  const ways = text.split('\n').filter(line => /^\| (any account|landlord|nobody) /.test(line))
  const declared = [...Object.values(params), ...Object.values(secrets)]
  const names = new Set(declared.map(({ name }) => name))
  expect(ways.length).toBeGreaterThan(10)
  for (const way of ways) {
    const [, , , , limit = '', dollars = ''] = way.split('|')
    expect(Number(dollars), way).toBeLessThanOrEqual(50)
    const limits = [...limit.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name)
    expect(limits.length, way).toBeGreaterThan(0)
    expect(
      limits.filter(name => !names.has(name)),
      way,
    ).toEqual([])
  }
})

const prices = z
  .record(z.string(), z.object({ per: z.number(), usd: z.number() }))
  .parse(
    Object.fromEntries(
      Object.entries(JSON.parse(readFileSync(path.join(repo, 'bench/prices.json'), 'utf8'))).slice(1),
    ),
  )
const price = (name: string): number => (prices[name]?.usd ?? Number.NaN) / (prices[name]?.per ?? Number.NaN)
const [read, write] = [price('firestoreReads'), price('firestoreWrites')]
const [index, segment] = [price('algoliaCalls'), price('smsSegments')]
const answer = (250_000 / 1024 ** 3) * price('egressGib')
/** Requests a day: instances times a limit per minute. */
const daily = (instances: number, limit: number): number => instances * limit * 1440
const [posts, requests] = [
  params.maxPostsPerUserPerMinute.value(),
  params.maxRequestsPerUserPerMinute.value(),
]

it.each([
  ['marks of threads', daily(4, posts) * (index + 2 * write)],
  ['search keys, refused after 1,000 threads', daily(4, requests) * 100 * read],
  ['pages of messages', daily(4, requests) * (160 * read + answer)],
  ['files of messages', daily(4, requests) * answer],
  ['sends that fail', daily(1, posts) * 2 * (index + 4 * write)],
  ['sends', params.maxSendsPerUserPerDay.value() * segment],
  ['downloads of the API document, by an address', daily(2, requests) * answer],
])('%s cost what the table says, rounded up', (way, dollars) => {
  const row = text.split('\n').find(line => line.split('|')[2]?.trim() === way)
  expect(Number(row?.split('|')[5])).toBe(Math.ceil(dollars))
})

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { retentionRules } from '../../functions/src/lib/retention.ts'
import { indexSpec, specText } from '../../functions/test/rules/index-spec.ts'
import { storedOfGuests } from '../../functions/test/support/stored-of-guests.ts'

interface Row {
  personal: string
  until: string
  erased: string
}

/** Entries of docs/personal-data.md by collection: a row of its table, or a point of its list, which nothing erases. */
const tableOf = (text: string): Map<string, Row> =>
  new Map(
    text.split('\n').flatMap((line): [string, Row][] => {
      const [, name, personal, period, erased] = /^\| `(\w+)` \| (.*?) \| (.*?) \| (.*?) \|$/.exec(line) ?? []
      if (name && personal && period && erased) return [[name, { personal, until: period, erased }]]
      const [, names, until, what] = /^- ((?:`\w+`, )+)(.*?): (.*)$/.exec(line) ?? []
      if (!names || !until || !what) return []
      const row = { personal: what, until, erased: '–' }
      return [...names.matchAll(/\w+/g)].map(([one]) => [one, row])
    }),
  )

const repo = path.join(import.meta.dirname, '../..')
const rows = tableOf(readFileSync(path.join(repo, 'docs/personal-data.md'), 'utf8'))

const adapters = path.join(repo, 'functions/src/adapters/firestore')
const lib = path.join(repo, 'functions/src/lib')
const sourcesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map(file => readFileSync(path.join(folder, file), 'utf8'))

/** The last collection of a path such as `threads/{threadId}/messages/{messageId}`. */
const declared = sourcesIn(lib).flatMap(source =>
  [...source.matchAll(/collection\('(?:[\w{}]+\/)*?(\w+)\/\{\w+\}'/g)].map(([, name = '']) => name),
)

/** Every collection that a path, or a call of `collection`, names. */
const named = new Set([
  ...declared,
  ...sourcesIn(adapters).flatMap(source => [
    ...[...source.matchAll(/['"`/](\w+)\/\$\{/g)].map(([, name = '']) => name),
    ...[...source.matchAll(/collection(?:Group)?\('(\w+)'\)/g)].map(([, name = '']) => name),
    ...[...source.matchAll(/\{ (guests|properties): \w+, (guests|properties): \w+ \}/g)].flatMap(found =>
      found.slice(1),
    ),
  ]),
])

it('knows the collections that the code names', () => {
  expect(named.size).toBeGreaterThan(20)
  for (const name of ['threads', 'messages', 'rooms', 'history', 'lanes', 'staleRecords'])
    expect(named).toContain(name)
})

it('every collection has a row or a point, and no cell of a row is empty', () => {
  expect([...rows.keys()].toSorted()).toEqual([...named].toSorted())
  for (const row of rows.values()) for (const cell of Object.values(row)) expect(cell).not.toBe('')
})

it('a collection that expires stays as long as its row says, and has a TTL policy', () => {
  const policies = indexSpec.parse(JSON.parse(specText)).fieldOverrides.filter(({ ttl }) => ttl)
  for (const [name, one] of Object.entries(retentionRules)) {
    const cell = rows.get(name)?.until ?? ''
    expect(cell, name).toMatch(
      'days' in one ? new RegExp(`^${one.days} days after`) : /^until told otherwise/,
    )
    expect(
      policies.some(({ collectionGroup }) => collectionGroup === name),
      name,
    ).toBe(true)
  }
  const ending = [...rows].filter(([, { until: cell }]) => /^\d+ days after/.test(cell)).map(([name]) => name)
  expect(ending.toSorted()).toEqual(
    [...Object.keys(retentionRules).filter(name => name !== 'messages'), 'spendCounters'].toSorted(),
  )
})

it('the rows with erasure are the collections that `erase-guest` counts', () => {
  const erased = [...rows].filter(([, row]) => row.erased !== '–').map(([name]) => name)
  expect(erased.toSorted()).toEqual([...storedOfGuests].toSorted())
})

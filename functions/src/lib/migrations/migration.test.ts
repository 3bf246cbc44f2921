import { expect, it, test } from 'vitest'
import type { Fields } from '../documents.ts'
import { migrations } from './migrations.ts'
import { type Migration, patchOf } from './run-migrations.ts'
import { schemaVersion } from './schema-version.ts'

/** A time that was a text becomes a time; a field that nobody reads goes. */
const madeUp: Migration = {
  ...{ name: 'made up', schemaVersion: 7, collection: 'things' },
  migrate: ({ unread: _, at, ...fields }) =>
    typeof at === 'string' ? { ...fields, at: new Date(at) } : undefined,
}
const [text, time] = ['2026-05-01T08:00:00.000Z', new Date('2026-05-01T08:00:00Z')]

it('names what changes and what goes, and the version it then has; what stays is not written again', () => {
  expect(patchOf(madeUp, { at: text, unread: 1, name: 'kept', list: [1] })).toEqual({
    fields: { at: time, schemaVersion: 7 },
    without: ['unread'],
  })
})

it.each<[string, Fields]>([
  ['the new shape, though it does not say its version', { at: time }],
  ['this version', { at: text, schemaVersion: 7 }],
  ['a later version', { at: text, schemaVersion: 8 }],
])('leaves alone what is of %s', (_, fields) => {
  expect(patchOf(madeUp, fields)).toBeUndefined()
})

it('migrates what an earlier migration has changed', () => {
  expect(patchOf(madeUp, { at: text, schemaVersion: 6 })?.fields).toEqual({ at: time, schemaVersion: 7 })
})

it('writes nothing where the fields come out as they were', () => {
  const same = { ...madeUp, migrate: (fields: Fields) => structuredClone(fields) }
  expect(patchOf(same, { at: { a: [time] } })).toBeUndefined()
})

test('the list goes up by one each, to the version of this release', () => {
  const versions = migrations.map(one => one.schemaVersion)
  expect(versions).toEqual(versions.map((_, position) => (versions[0] ?? 0) + position))
  expect(versions.at(-1)).toBe(schemaVersion)
})

test('the first migration changes nothing', () => {
  expect(migrations[0] && patchOf(migrations[0], { source: 'guest', participantIds: [] })).toBeUndefined()
})

test.each([
  ['channel-inactive', 'open', 'resolved'],
  ['channel-removal-planned', 'open', 'resolved'],
  ['channel-inactive', 'resolved', undefined],
  ['channel-gone', 'open', undefined],
])('an item of kind %s that is %s becomes %s', (kind, status, after) => {
  const [, second] = migrations
  const patch = second && patchOf(second, { kind, status, propertyId: 'p' })
  expect(patch?.fields.status).toBe(after)
})

import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { claimedOn, summedField } from '../../src/lib/chat/delivery/spend-counts.ts'
import { type ListFilter, listViews } from '../../src/lib/chat/desk/list-address.ts'
import { listQueries } from '../../src/lib/chat/desk/lists.ts'
import { stayPhases } from '../../src/lib/chat/desk/stay-phase.ts'
import { viewsOf } from '../../src/lib/chat/desk/views.ts'
import type { DueQuery } from '../../src/lib/due/due.ts'
import { retentionRules } from '../../src/lib/retention.ts'
import type { Filter } from '../../src/lib/store.ts'
import { dueKinds } from '../../src/triggers/due-work.ts'
import { indexSpec, isServed, serves, specText } from './index-spec.ts'
import { type Query, queriesOf, sourcesIn } from './queries.ts'

const spec = indexSpec.parse(JSON.parse(specText))

const rows: DueQuery[] = Object.values(dueKinds).map(({ query }) => query)

const dueQueries = rows.map(({ collection, group = false, filters = [], shard, at }): Query => {
  const equal = [...filters.map(([field]) => field), ...(shard === undefined ? [] : [shard])]
  return {
    collection,
    group,
    filters: [...equal.map((field): [string, string] => [field, 'in']), [at, '<=']],
    order: [[at, 'asc']],
  }
})

const plain = (collection: string, filters: Query['filters']): Query => ({ collection, filters })

/** The filters without their values. */
const namesIn = (filters: readonly Filter[]): Query['filters'] =>
  filters.map(([field, comparison]) => [field, comparison])

const newest = (collection: string, ...equal: string[]): Query => ({
  ...plain(
    collection,
    equal.map(field => [field, '==']),
  ),
  order: [['createdAt', 'desc']],
})

/** Queries of `npm run ops -- resend`. */
const unsent = [
  { collection: 'messages', group: true, field: 'delivery.status' },
  { collection: 'messages', group: true, field: 'forwarding.status' },
  { collection: 'emails', group: false, field: 'status' },
].map(
  ({ collection, group, field }): Query => ({
    ...plain(collection, [
      [field, 'in'],
      ['createdAt', '>='],
    ]),
    group,
    order: [['createdAt', 'asc']],
  }),
)

/** The documents that name a guest, a stay or a thread. */
const naming = [
  ['reservations', 'guestId'],
  ['reservations', 'bookingId'],
  ['otaConversations', 'guestId'],
  ['otaConversations', 'bookingId'],
  ['otaConversations', 'threadId'],
  ['threads', 'guestId'],
  ['threads', 'reservationId'],
  ['guests', 'sameAs'],
  ['scheduledSends', 'threadId'],
  ['emails', 'to'],
  ['items', 'guestId'],
  ['items', 'reservationId'],
  ['items', 'threadId'],
  ['auditLog', 'actorId'],
].map(([collection = '', field = '']) => plain(collection, [[field, 'in']]))

/** The sums of paid sends: an index for one ends in the field that is summed. */
const sums = ([{ cap: 'all' }, { cap: 'members' }, { cap: 'guest', address: '+39' }] as const).map(
  (counter): Query => {
    const of = claimedOn('2026-01-01', { id: 'x', ...counter })
    const filters = namesIn(of.filters)
    const ranged = filters.filter(([, comparison]) => comparison !== '==').map(([name]) => name)
    return {
      collection: of.collection,
      group: true,
      filters,
      order: [...ranged, summedField].map((name): [string, string] => [name, 'asc']),
    }
  },
)

const views = Object.values(viewsOf({ userId: 'u', now: new Date() }))
const onlooker = { userId: 'u', now: new Date() }
const filters: ListFilter[] = [
  ...[undefined, ...stayPhases].flatMap(stay => [{ stay }, { stay, team: 't' }, { stay, property: 'p' }]),
  { channel: 'sms' },
]
/** Queries that the dashboard listens to, each once. */
const listened = new Map(
  listViews
    .flatMap(view => filters.flatMap(filter => listQueries({ view, filter }, onlooker)))
    .map(({ where, orderBy }) => {
      const list: Query = { ...plain('threads', namesIn(where)), order: [[...orderBy]] }
      return [JSON.stringify(list), list]
    }),
)
const lists = [...listened.values()]

/** Searches by words and filters. */
const keyed: Query[] = [
  { collection: 'portfolio', filters: [['keys', 'array-contains']], order: [['sort', 'asc']] },
  { collection: 'requestKeys', filters: [['keys', 'array-contains']], order: [['createdAt', 'desc']] },
]

/**
 * Queries that the source alone does not show: the whole query behind each piece that goes on from another one. A new
 * piece comes here, with every query it can become.
 */
const continued: Record<string, Query[]> = {
  "lib/due/due-work.ts: .where(query.at, '<=').orderBy(query.at)": dueQueries,
  "lib/due/due-work.ts: .where(query.at, '<=')": dueQueries,
  'lib/due/due-work.ts: .orderBy(query.at)': dueQueries,
  'lib/due/due-work.ts: .orderBy(query.at) (2)': dueQueries,
  'lib/due/due-work.ts: .orderBy(query.at) (3)': dueQueries,
  "lib/chat/reports/read-ledger.ts: .where('arrivedAt', '>=').where('arrivedAt', '<').orderBy('arrivedAt').orderBy('__name__')":
    [[], ['propertyId'], ['teamId'], ['channel']].map(
      (equal): Query => ({
        ...plain('ledger', [...equal.map((field): [string, string] => [field, '==']), ['arrivedAt', '>=']]),
        order: [
          ['arrivedAt', 'asc'],
          ['__name__', 'asc'],
        ],
      }),
    ),
  'lib/chat/reports/overview.ts: .where(...filter)': views.map(({ where }) =>
    plain('threads', namesIn(where)),
  ),
  "lib/keyed/matching.ts: .where('keys', 'array-contains')": keyed,
  // Without words and filters the portfolio lists all rows in their order.
  "lib/portfolio/read-portfolio.ts: .orderBy('sort')": [
    { ...plain('portfolio', []), order: [['sort', 'asc']] },
  ],
  "lib/connection/requests/requests-with.ts: .orderBy('createdAt', 'desc').orderBy('__name__', 'desc')":
    keyed,
  "lib/ops/stuck.ts: .where(query.at, '>').orderBy(query.at)": dueQueries,
  "lib/ops/memberships.ts: .where('authorId', '==')": [plain('messages', [['authorId', '==']])],
  "lib/ops/resend.ts: .where(statusAt, 'in').where('createdAt', '>=').where('createdAt', '<').orderBy('createdAt')":
    unsent,
  "lib/personal-data/copies.ts: .collection('threads').where(field, 'array-contains')": [
    plain('threads', [['participantIds', 'array-contains']]),
    plain('threads', [['writerIds', 'array-contains']]),
  ],
  "lib/personal-data/copies.ts: .where('authorId', 'in')": [plain('messages', [['authorId', 'in']])],
  "lib/personal-data/identities.ts: .where(field, 'in')": naming,
  "lib/newest-first.ts: .where('__name__', '==')": [
    plain('connectionRequests', [['__name__', '==']]),
    plain('items', [['__name__', '==']]),
  ],
  "lib/newest-first.ts: .orderBy('createdAt', 'desc')": [
    newest('connectionRequests'),
    newest('connectionRequests', 'status'),
    newest('connectionRequests', 'propertyId'),
    newest('items', 'status'),
    newest('items', 'propertyId'),
    newest('items', 'status', 'kind'),
  ],
}

const found = queriesOf(sourcesIn(new URL('../../src/', import.meta.url)))
const allQueries = [...found.flatMap(of => of.queries ?? continued[of.source] ?? []), ...lists, ...sums]

describe('every query of the code', () => {
  test('is known in full', () => {
    const unknown = found
      .filter(({ source, queries }) => !queries && !continued[source])
      .map(({ source }) => source)
    expect(unknown, 'add these to `continued`, with the whole query').toEqual([])
    const sources = found.map(({ source }) => source)
    expect(
      Object.keys(continued).filter(source => !sources.includes(source)),
      'no longer in the code',
    ).toEqual([])
  })

  test.each(found)('has an index: $source', ({ source, queries = continued[source] ?? [] }) => {
    const unserved = queries.filter(whole => !isServed(spec, whole))
    expect(unserved, 'firestore.indexes.json lacks the index of').toEqual([])
  })
})

test.each([...lists, ...sums])('a view and a sum have an index: $filters, $order', list => {
  expect(isServed(spec, list)).toBe(true)
})

describe('the file', () => {
  test('is what firebase-tools deploys', () => {
    // The check of firebase-tools before it calls Firestore, as no JSON schema exists. The package has no types.
    const { FirestoreApi } = createRequire(import.meta.url)('firebase-tools/lib/firestore/api.js')
    const api = new FirestoreApi()
    const read = api.upgradeOldSpec(JSON.parse(specText))
    expect(() => api.validateSpec(read)).not.toThrow()
    expect(read).toEqual(spec)
    expect(() => api.validateSpec({ ...read, fieldOverrides: [{ fieldPath: 'x' }] })).toThrow(
      'collectionGroup',
    )
  })

  test('says nothing twice', () => {
    const overridden = spec.fieldOverrides.map(
      ({ collectionGroup, fieldPath }) => `${collectionGroup} ${fieldPath}`,
    )
    const indexed = spec.indexes.map(index => JSON.stringify(index))
    expect(new Set([...overridden, ...indexed]).size).toBe(overridden.length + indexed.length)
  })

  test('has no index that no query uses', () => {
    expect(spec.indexes.filter(index => !allQueries.some(query => serves(index, query)))).toEqual([])
    const grouped = spec.fieldOverrides.filter(({ indexes }) => indexes.length > 0)
    const isUsed = ({ collectionGroup, fieldPath }: (typeof grouped)[number]) =>
      allQueries.some(
        ({ collection, filters, order = [] }) =>
          collection === collectionGroup && [...filters, ...order].some(([field]) => field === fieldPath),
      )
    expect(grouped.filter(override => !isUsed(override))).toEqual([])
  })

  test.each([
    [
      'messages',
      [
        ...['delivery.dueAt', 'delivery.sendUntil', 'forwarding.dueAt'],
        ...['body', 'attachments', 'paymentContent', 'metadata', 'receivedAt'],
      ],
    ],
    [
      'threads',
      [
        'supportNotificationDueAt',
        'lastChatappMessageSentAt',
        'lastMessage',
        'lastPublicMessage',
        'lastAnswers',
        'attention',
        'lastFailures',
        'posts',
        ...[
          'exchanges',
          'failedSends',
          'scheduledIds',
          'escalatedAt',
          'snoozedUntil',
          'deskDueAt',
          'ownerDueAt',
        ],
        'supportNotificationDueFor',
      ],
    ],
    ['ledger', ['dueBy', 'endedAt', 'ota']],
    ['scheduledSends', ['body', 'failure', 'origin']],
    ['absences', ['since', 'until']],
    ['triage', ['body', 'attachments', 'metadata', 'candidates', 'assignedAt']],
    ['inboundMessages', ['receivedAt']],
    ['guests', ['lastChatappInboundAt', 'optedOut', 'optedIn']],
    ['optOuts', ['at']],
    ['auditLog', ['metadata', 'at']],
    ['connectionAttempts', ['steps', 'state', 'leftover', 'chosen']],
    ['batchRows', ['rows']],
    ['propertyChannels', ['offer', 'mapping', 'pendingMapping', 'review', 'disconnect', 'warned']],
    ['history', ['offer', 'mapping', 'review', 'warned']],
    ['reservations', ['revision', 'revisions', 'overlaps']],
    ['reservationPulls', ['presses', 'unmapped', 'conflicts', 'before']],
    ['presence', ['people']],
    ['items', ['differences']],
    ['portfolio', ['rows', 'requestIds', 'seen']],
    ['mappingExamples', ['rooms', 'rows']],
  ])('exempts in %s exactly the fields that are large or only ever grow: %s', (collection, fields) => {
    const exempt = spec.fieldOverrides.filter(
      ({ collectionGroup, indexes, ttl }) => collectionGroup === collection && indexes.length === 0 && !ttl,
    )
    expect(exempt.map(({ fieldPath }) => fieldPath)).toEqual(fields)
  })

  test('leaves needsAttentionMap indexed, for filters by user', () => {
    expect(isServed(spec, { collection: 'threads', filters: [['needsAttentionMap.some-user', '==']] })).toBe(
      true,
    )
  })

  test('lets documents with an end expire, and no others', () => {
    const expiring = spec.fieldOverrides.filter(({ ttl }) => ttl !== undefined)
    const ends = (names: string[], fieldPath: string) =>
      names.map(collectionGroup => ({ collectionGroup, fieldPath, ttl: true, indexes: [] }))
    // Threads have no rule of their own: a thread ends with its last message.
    const documents = ends([...Object.keys(retentionRules), 'threads'], 'expireAt')
    expect(expiring).toEqual([
      ...ends(['rateLimits', 'spendCounters', 'presence', 'writing'], 'expiresAt'),
      ...documents,
    ])
  })
})

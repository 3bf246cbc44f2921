import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { claimedOn } from '../../src/adapters/firestore/spending.ts'
import { type ListFilter, listViews } from '../../src/lib/chat/desk/list-address.ts'
import { listQueries } from '../../src/lib/chat/desk/lists.ts'
import { stayPhases } from '../../src/lib/chat/desk/stay-phase.ts'
import { viewsOf } from '../../src/lib/chat/desk/views.ts'
import type { DueQuery } from '../../src/lib/due/due.ts'
import { kept } from '../../src/lib/retention.ts'
import { dueKinds } from '../../src/triggers/due-work.ts'
import { indexSpec, isServed, serves, specText } from './index-spec.ts'
import { type Query, queriesOf, sourcesIn } from './queries.ts'

const spec = indexSpec.parse(JSON.parse(specText))

const rows: DueQuery[] = Object.values(dueKinds).map(({ query }) => query)

/** What is due of each kind. */
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

/** What `npm run ops` asks for, by its filter of several values. */
const opsQueries: Query[] = [
  ...[
    { collection: 'messages', group: true, field: 'delivery.status' },
    { collection: 'messages', group: true, field: 'forwarding.status' },
    { collection: 'emails', group: false, field: 'status' },
  ].map(
    ({ collection, group, field }): Query => ({
      ...{ collection, group },
      filters: [[field, 'in']],
      order: [['createdAt', 'asc']],
    }),
  ),
  {
    ...{ collection: 'messages', group: true },
    filters: [['delivery.to', 'in']],
    order: [['delivery.claimedAt', 'desc']],
  },
  plain('items', [['reservationId', 'in']]),
  plain('items', [['threadId', 'in']]),
  plain('threads', [['reservationId', 'in']]),
]

/** The sums of paid sends: an index for one ends in the field that is summed. */
const sums = ([{ cap: 'all' }, { cap: 'members' }, { cap: 'guest', address: '+39' }] as const).map(
  (counter): Query => {
    const { group, where, field } = claimedOn('2026-01-01', { id: 'x', ...counter })
    const filters = where.map(([name, comparison]): [string, string] => [name, comparison])
    const ranged = filters.filter(([, comparison]) => comparison !== '==').map(([name]) => name)
    return {
      ...{ collection: group, group: true, filters },
      order: [...ranged, field].map((name): [string, string] => [name, 'asc']),
    }
  },
)

const views = Object.values(viewsOf({ userId: 'u', now: new Date() }))
const filtersOf = ({ where }: (typeof views)[number]) =>
  where.map(([field, comparison]): [string, string] => [field, comparison])
const counts: Query[] = [
  ...views.map(view => plain('threads', filtersOf(view))),
  plain('items', [['status', '==']]),
  plain('items', [
    ['status', '=='],
    ['kind', '=='],
  ]),
  plain('connectionRequests', [['status', '==']]),
  {
    ...{ collection: 'messages', group: true },
    filters: [
      ['type', '=='],
      ['delivery.status', 'in'],
      ['createdAt', '>='],
    ],
    order: [['createdAt', 'asc']],
  },
]
const onlooker = { userId: 'u', now: new Date() }
const filters: ListFilter[] = [
  ...[undefined, ...stayPhases].flatMap(stay => [{ stay }, { stay, team: 't' }, { stay, property: 'p' }]),
  { channel: 'sms' },
]
/** What the dashboard listens to, each once. */
const listened = new Map(
  listViews
    .flatMap(view => filters.flatMap(filter => listQueries({ view, filter }, onlooker)))
    .map(({ where, orderBy }) => {
      const narrowed = where.map(([field, comparison]): [string, string] => [field, comparison])
      const list: Query = { ...plain('threads', narrowed), order: [[...orderBy]] }
      return [JSON.stringify(list), list]
    }),
)
const lists = [...listened.values()]

/** The same by other filters. */
const opsFilters: Query[] = [
  plain('reservations', [['guestId', '==']]),
  plain('emails', [['to', '==']]),
  plain('items', [['guestId', '==']]),
  plain('items', [['status', '==']]),
  plain('items', [
    ['status', '=='],
    ['kind', '=='],
  ]),
  plain('auditLog', [['actorId', '==']]),
  plain('threads', [['participantIds', 'array-contains']]),
  plain('messages', [['authorId', '==']]),
]

/** What is searched by words and filters. */
const keyed: Query[] = [
  { collection: 'portfolio', filters: [['keys', 'array-contains']], order: [['sort', 'asc']] },
  { collection: 'requestKeys', filters: [['keys', 'array-contains']], order: [['createdAt', 'desc']] },
]

/**
 * What the source alone does not say: the whole query behind each piece that goes on from another one. A new piece
 * comes here, with every query it can become.
 */
const continued: Record<string, Query[]> = {
  "adapters/firestore/due-queries.ts: .where(field, 'in')": dueQueries,
  "adapters/firestore/due-queries.ts: .where(shard, 'in')": dueQueries,
  "adapters/firestore/due-queries.ts: .where(query.at, '<=').orderBy(query.at)": dueQueries,
  "adapters/firestore/due-queries.ts: .where(query.at, '<=')": dueQueries,
  'adapters/firestore/due-queries.ts: .orderBy(query.at)': dueQueries,
  "adapters/firestore/guest-queries.ts: .where('phone', 'in')": [
    { collection: 'guests', filters: [['phone', 'in']] },
  ],
  "adapters/firestore/guest-queries.ts: .where('addresses', 'array-contains-any')": [
    { collection: 'guests', filters: [['addresses', 'array-contains-any']] },
  ],
  "adapters/firestore/guest-queries.ts: .where('chatappIds', 'array-contains-any')": [
    { collection: 'guests', filters: [['chatappIds', 'array-contains-any']] },
  ],
  // Any of the three filters above, which Firestore serves from the index of each.
  "adapters/firestore/guest-queries.ts: .collection('guests').where(isTheirs)": [
    { collection: 'guests', filters: [] },
  ],
  "adapters/firestore/find-threads.ts: .where('emailKey', 'in')": [plain('guests', [['emailKey', 'in']])],
  "adapters/firestore/find-threads.ts: .where('email', 'in')": [plain('guests', [['email', 'in']])],
  "adapters/firestore/find-threads.ts: .where('numberKeys', 'array-contains-any')": [
    plain('reservations', [['numberKeys', 'array-contains-any']]),
  ],
  "adapters/firestore/find-threads.ts: .where('code', 'in')": [plain('reservations', [['code', 'in']])],
  "adapters/firestore/find-threads.ts: .where('otaBookingNumber', 'in')": [
    plain('reservations', [['otaBookingNumber', 'in']]),
  ],
  // Any of the filters above.
  "adapters/firestore/find-threads.ts: .collection('guests').where(isTheirs)": [plain('guests', [])],
  "adapters/firestore/find-threads.ts: .collection('reservations').where(isTheirs)": [
    plain('reservations', []),
  ],
  "adapters/firestore/desk.ts: .where('arrivedAt', '>=').where('arrivedAt', '<').orderBy('arrivedAt').orderBy('__name__')":
    [[], ...['propertyId', 'teamId', 'channel'].map((field): [string, string][] => [[field, '==']])].map(
      (filters): Query => ({
        collection: 'ledger',
        filters: [...filters, ['arrivedAt', '>=']],
        order: [
          ['arrivedAt', 'asc'],
          ['__name__', 'asc'],
        ],
      }),
    ),
  "adapters/firestore/desk.ts: .where('propertyId', '==')": [plain('ledger', [['propertyId', '==']])],
  "adapters/firestore/desk.ts: .where('teamId', '==')": [plain('ledger', [['teamId', '==']])],
  "adapters/firestore/desk.ts: .where('channel', '==')": [plain('ledger', [['channel', '==']])],
  "adapters/firestore/threads.ts: .collection(list).where(field, '>=').orderBy(field)": [
    { collection: 'threads', filters: [['updatedAt', '>=']], order: [['updatedAt', 'asc']] },
    { collection: 'threadChanges', filters: [['at', '>=']], order: [['at', 'asc']] },
  ],
  "adapters/firestore/landlords.ts: .collection(collection).where('propertyId', 'in')": [
    plain('propertyChannels', [['propertyId', 'in']]),
    plain('connectionRequests', [['propertyId', 'in']]),
  ],
  "adapters/firestore/items.ts: .where('kind', '==')": [
    {
      collection: 'items',
      filters: [
        ['status', '=='],
        ['kind', '=='],
      ],
    },
  ],
  // Without words and filters: all, in their order.
  "adapters/firestore/matching.ts: .where('keys', 'array-contains')": keyed,
  "adapters/firestore/portfolio.ts: .orderBy('sort')": [
    { collection: 'portfolio', filters: [], order: [['sort', 'asc']] },
  ],
  "adapters/firestore/request-keys.ts: .orderBy('createdAt', 'desc')": keyed,
  "adapters/firestore/documents.ts: .where(query.at, '>').orderBy(query.at)": dueQueries,
  "adapters/firestore/documents.ts: .where(field, 'in')": opsQueries,
  'adapters/firestore/documents.ts: .where(field, comparison)': opsFilters,
  'adapters/firestore/documents.ts: .orderBy(...orderBy)': opsQueries,
  "adapters/firestore/newest-first.ts: .orderBy('createdAt', 'desc')": [
    { collection: 'connectionRequests', filters: [], order: [['createdAt', 'desc']] },
    { collection: 'connectionRequests', filters: [['status', '==']], order: [['createdAt', 'desc']] },
    { collection: 'connectionRequests', filters: [['propertyId', '==']], order: [['createdAt', 'desc']] },
    { collection: 'items', filters: [['status', '==']], order: [['createdAt', 'desc']] },
    { collection: 'items', filters: [['propertyId', '==']], order: [['createdAt', 'desc']] },
    {
      collection: 'items',
      filters: [
        ['status', '=='],
        ['kind', '=='],
      ],
      order: [['createdAt', 'desc']],
    },
  ],
  'adapters/firestore/sdk.ts: .where(name, comparison)': [...sums, ...counts],
  "adapters/firestore/requests.ts: .where('status', '==')": [
    {
      collection: 'connectionRequests',
      filters: [
        ['propertyId', '=='],
        ['ota', '=='],
        ['status', '=='],
      ],
    },
  ],
}

const found = sourcesIn(new URL('../../src/', import.meta.url)).flatMap(file => queriesOf(...file))
const queries = [...found.flatMap(({ source, query }) => query ?? continued[source] ?? []), ...lists]

describe('every query of the code', () => {
  test('is known in full', () => {
    const unknown = found
      .filter(({ source, query }) => !query && !continued[source])
      .map(({ source }) => source)
    expect(unknown, 'add these to `continued`, with the whole query').toEqual([])
    const sources = found.map(({ source }) => source)
    expect(
      Object.keys(continued).filter(source => !sources.includes(source)),
      'no longer in the code',
    ).toEqual([])
  })

  test.each(found)('has an index: $source', ({ source, query }) => {
    const unserved = [query ?? continued[source] ?? []].flat().filter(whole => !isServed(spec, whole))
    expect(unserved, 'firestore.indexes.json lacks the index of').toEqual([])
  })
})

test.each(lists)('a view has an index: $filters, $order', list => {
  expect(isServed(spec, list)).toBe(true)
})

describe('the file', () => {
  test('is what firebase-tools deploys', () => {
    // Its own check, before it speaks to Firestore; it has no JSON schema for this file. The package has no types.
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
    expect(spec.indexes.filter(index => !queries.some(query => serves(index, query)))).toEqual([])
    const grouped = spec.fieldOverrides.filter(({ indexes }) => indexes.length > 0)
    const isUsed = ({ collectionGroup, fieldPath }: (typeof grouped)[number]) =>
      queries.some(
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
  ])('exempts in %s what is large or only ever grows, and nothing else: %s', (collection, fields) => {
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

  test('lets what has an end expire, and nothing else', () => {
    const expiring = spec.fieldOverrides.filter(({ ttl }) => ttl !== undefined)
    const ends = (names: string[], fieldPath: string) =>
      names.map(collectionGroup => ({ collectionGroup, fieldPath, ttl: true, indexes: [] }))
    // A thread ends with its last message.
    const documents = ends([...Object.keys(kept), 'threads'], 'expireAt')
    expect(expiring).toEqual([
      ...ends(['rateLimits', 'spendCounters', 'presence', 'writing'], 'expiresAt'),
      ...documents,
    ])
  })
})

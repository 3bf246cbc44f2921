import { expect, test } from 'vitest'
import { threadEntries } from './thread-entries.ts'

type Listing = Parameters<typeof threadEntries>[0]

const record = (threadId: string, updatedAt: number, more: object = {}): Listing['found'][number] => ({
  threadId,
  guestName: null,
  lastMessage: null,
  updatedAt,
  needsAttention: [],
  important: [],
  version: 1,
  ...more,
})

const nothing = { records: new Map(), desks: new Map(), marks: new Map() }
const listing = (more: Partial<Listing>): Listing => ({
  uid: 'me',
  view: 'recent',
  query: '',
  found: [],
  isWhole: false,
  live: nothing,
  ...more,
})
const live = (...records: Listing['found'][number][]) => ({
  ...nothing,
  records: new Map(records.map(one => [one.threadId, one])),
})
const ids = (more: Partial<Listing>) => threadEntries(listing(more)).map(({ threadId }) => threadId)

test('a changed thread goes to the top, and a thread older than the loaded end of the list stays out', () => {
  const found = [record('b', 20), record('a', 10)]
  expect(ids({ found, live: live(record('a', 30, { version: 2 }), record('old', 5)) })).toEqual(['a', 'b'])
  expect(ids({ found, isWhole: true, live: live(record('old', 5)) })).toEqual(['b', 'a', 'old'])
})

test('an older version never replaces a newer one', () => {
  const found = [record('a', 20, { version: 3, needsAttention: ['me'] })]
  const [entry] = threadEntries(listing({ found, live: live(record('a', 10, { version: 2 })) }))
  expect(entry).toMatchObject({ unread: true, record: { version: 3 } })
})

test('a search keeps the order of the index and gets no thread that the index did not find', () => {
  const found = [record('a', 10), record('b', 20)]
  expect(ids({ query: 'words', found, live: live(record('c', 30)) })).toEqual(['a', 'b'])
})

test('a mark that the reader just set counts until the thread itself shows it', () => {
  const found = [record('a', 10, { needsAttention: ['me'] })]
  const marks = new Map([['a', { unread: false, version: 2 }]])
  expect(ids({ view: 'unread', found, live: { ...nothing, marks } })).toEqual([])
  const later = record('a', 30, { version: 2, needsAttention: ['me'] })
  expect(ids({ view: 'unread', found, live: { ...live(later), marks } })).toEqual(['a'])
})

import { byChannel } from '../../src/lib/chat/channel-types.ts'
import {
  type InboundLog,
  isReadable,
  type ListedEntry,
  type ListedInbound,
} from '../../src/lib/chat/inbound/inbound-log.ts'
import type { receiveMissed } from '../../src/lib/chat/inbound/receive-missed.ts'
import type { Clock, Log, Revision } from '../../src/lib/ports.ts'
import type { DocumentAt, Fields, Write } from '../../src/lib/store.ts'
import { checkpointStore } from './checkpoint-store.ts'

/** Calls of the world, in their order. */
export type Call = 'page' | 'missing' | 'store' | 'item' | 'checkpoint'

const quiet: Log = { info: () => {}, warn: () => {}, error: () => {} }

interface WorldOptions {
  clock: Clock
  log: InboundLog
  readUntil: Date
  /** Runs before each call; may take time or die. */
  before(call: Call): Promise<void>
  /** Provider ids of messages that cannot be stored. */
  broken?: ReadonlySet<string>
}

interface TriageMessage {
  providerMessageId: string
}

const isOfItem = ({ path }: Pick<Write, 'path'>): boolean => path.startsWith('items/')

/** Everything that catching up needs, for unknown senders: their stored messages wait in triage. */
export function missedWorld({ clock, log, readUntil, before, broken = new Set() }: WorldOptions) {
  const messages: TriageMessage[] = []
  const ids = new Set<string>()
  const items = new Map<string, Fields>()
  const rounds = checkpointStore<object>({ readUntil })
  const called = async <T>(call: Call, answer: () => T | Promise<T>): Promise<T> => {
    await before(call)
    return answer()
  }
  const keep = (writes: readonly Write[]) => {
    const id = writes.flatMap(({ path }) => (path.startsWith('triage/') ? path.slice(7) : []))[0] ?? ''
    if (broken.has(id)) throw new Error('not today')
    if (ids.has(id)) return 'unresolved'
    ids.add(id)
    messages.push({ providerMessageId: id })
    return { result: '1' as Revision }
  }
  const recorded = (places: readonly DocumentAt<unknown>[]) => places.filter(({ id }) => ids.has(id))
  const open = (writes: readonly Write[]) => {
    for (const { path, fields } of writes) items.set(path.slice('items/'.length), fields)
    return { result: '1' as Revision }
  }
  const place = () => rounds.all.at(-1) ?? {}
  const deps = {
    clock,
    log: quiet,
    rules: { chatLimits: () => ({ messageBody: 4096 }), optOutWords: () => [] },
    carriers: byChannel(() => ({ isCarriers: () => true })),
    webhookItems: { missed: async () => {}, arrived: async () => {} },
    store: {
      find: async () => [],
      readAll: async (places: readonly DocumentAt<unknown>[]) =>
        places.some(isOfItem)
          ? places.filter(({ id }) => items.has(id))
          : called('missing', () => recorded(places)),
      get: async ({
        records = [],
        stored = [],
      }: Readonly<Record<string, readonly DocumentAt<unknown>[]>>) => ({
        records: recorded(records),
        guests: [],
        stored: stored.map(place => (items.has(place.id) ? place : undefined)),
      }),
      read: rounds.read,
      commit: (writes: readonly Write[]) => {
        if (writes.some(({ path }) => path.startsWith('checkpoints/')))
          return called('checkpoint', () => rounds.commit(writes))
        return writes.some(isOfItem)
          ? called('item', () => open(writes))
          : called('store', () => keep(writes))
      },
    },
    inboundLog: {
      ...log,
      page: async (...given: Parameters<InboundLog['page']>) => {
        await before('page')
        return log.page(...given)
      },
    },
  } as unknown as Parameters<typeof receiveMissed>[0]
  return {
    deps,
    messages,
    items,
    place,
    readUntil: () => Reflect.get(place(), 'readUntil') as Date,
  }
}

/** So many messages, spread evenly over that time. */
export const messagesOver = (
  count: number,
  from: Date,
  until: Date,
  of: (index: number) => Partial<ListedInbound> = () => ({}),
): ListedInbound[] =>
  Array.from({ length: count }, (_, index) => ({
    providerMessageId: `SM${index}`,
    channel: 'sms',
    from: `+49151${10_000_000 + (index % 500)}`,
    body: 'Hello',
    attachmentCount: 0,
    receivedAt: new Date(from.getTime() + Math.floor((index * (until.getTime() - from.getTime())) / count)),
    ...of(index),
  }))

/** Whether each entry is in triage, or if unreadable has an item. */
export const accountedFor = (
  { messages, items }: Pick<ReturnType<typeof missedWorld>, 'messages' | 'items'>,
  entries: readonly ListedEntry[],
): boolean => {
  const stored = new Set(messages.map(({ providerMessageId }) => providerMessageId))
  return entries.every(entry =>
    isReadable(entry)
      ? stored.has(entry.providerMessageId)
      : items.has(`inbound-unreadable_${entry.providerMessageId}`),
  )
}

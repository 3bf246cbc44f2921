import { byChannel } from '../../src/lib/chat/channels/naming.ts'
import {
  type InboundLog,
  isReadable,
  type ListedEntry,
  type ListedInbound,
} from '../../src/lib/chat/inbound/inbound-log.ts'
import type { KeptMessage } from '../../src/lib/chat/inbound/inbound-port.ts'
import type { receiveMissed } from '../../src/lib/chat/inbound/receive-missed.ts'
import type { ItemChange, NewItem } from '../../src/lib/items/item.ts'
import type { Clock, Log, Revision } from '../../src/lib/ports.ts'

/** What is called of the world, in the order in which it is. */
export type Call = 'page' | 'missing' | 'store' | 'item' | 'checkpoint'

const quiet: Log = { info: () => {}, warn: () => {}, error: () => {} }

interface WorldOptions {
  clock: Clock
  log: InboundLog
  readUntil: Date
  /** Before each call: takes time, or dies. */
  before(call: Call): Promise<void>
  /** Provider ids of messages that cannot be stored. */
  broken?: ReadonlySet<string>
}

/** Everything that catching up needs, for messages of senders whom nobody knows: what is stored waits in triage. */
export function missedWorld({ clock, log, readUntil, before, broken = new Set() }: WorldOptions) {
  const kept: KeptMessage[] = []
  const ids = new Set<string>()
  const items = new Map<string, NewItem>()
  let place: { value: object; revision: Revision } = { value: { readUntil }, revision: '0' as Revision }
  const called = async <T>(call: Call, answer: () => T): Promise<T> => {
    await before(call)
    return answer()
  }
  const keep = (message: KeptMessage) => {
    if (broken.has(message.providerMessageId)) throw new Error('not today')
    if (ids.has(message.providerMessageId)) return 'unresolved'
    ids.add(message.providerMessageId)
    kept.push(message)
    return { result: undefined }
  }
  const commit = ({ items: changes = [] }: { items?: readonly ItemChange[] }) => {
    for (const change of changes) if ('open' in change) items.set(change.open.id, change.open)
    return { result: undefined }
  }
  const deps = {
    clock,
    log: quiet,
    rules: { chatLimits: () => ({ messageBody: 4096 }), optOutWords: () => [] },
    carriers: byChannel(() => ({ isCarriers: () => true })),
    webhookItems: { missed: async () => {}, arrived: async () => {} },
    guests: {
      read: async () => new Map(),
      byAddress: async () => [],
      staysOf: async () => [],
      threadsOf: async () => [],
    },
    inbound: {
      isSpam: async () => false,
      missing: (asked: readonly string[]) =>
        called('missing', () => new Set(asked.filter(id => !ids.has(id)))),
      keep: (message: KeptMessage) => called('store', () => keep(message)),
    },
    items: {
      read: async (asked: readonly string[]) =>
        new Map(asked.filter(id => items.has(id)).map(id => [id, {}])),
      commit: (changes: { items?: readonly ItemChange[] }) => called('item', () => commit(changes)),
    },
    inboundLog: {
      ...log,
      page: async (...given: Parameters<InboundLog['page']>) => {
        await before('page')
        return log.page(...given)
      },
    },
    operations: {
      checkpoint: async () => place,
      saveCheckpoint: (_: object, value: object) =>
        called('checkpoint', () => {
          place = { value, revision: '1' as Revision }
          return { result: place.revision }
        }),
    },
  } as unknown as Parameters<typeof receiveMissed>[0]
  return {
    deps,
    kept,
    items,
    place: () => place.value,
    readUntil: () => Reflect.get(place.value, 'readUntil') as Date,
  }
}

/** So many messages, evenly over that time. */
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

/** Those that are in triage, or told of by an item. */
export const accountedFor = (
  { kept, items }: Pick<ReturnType<typeof missedWorld>, 'kept' | 'items'>,
  entries: readonly ListedEntry[],
): boolean => {
  const stored = new Set(kept.map(({ providerMessageId }) => providerMessageId))
  return entries.every(entry =>
    isReadable(entry)
      ? stored.has(entry.providerMessageId)
      : items.has(`inbound-unreadable_${entry.providerMessageId}`),
  )
}

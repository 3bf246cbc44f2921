import {
  type InboundList,
  type InboundLog,
  isReadable,
  type ListedEntry,
} from '../../src/lib/chat/inbound/inbound-log.ts'
import { ProviderError } from '../../src/lib/errors.ts'

/** How a list says where the next page is: by the entry that it begins behind, or by number, which new ones move. */
type Addressing = 'anchored' | 'numbered'

interface ListOptions {
  pageSize?: number
  addressing?: Addressing
  /** The time by which an entry stands in the list; by default its arrival. */
  listedAt?: (entry: ListedEntry) => number
}

const isSameDay = (one: Date | undefined, other: Date) =>
  one?.toISOString().slice(0, 10) === other.toISOString().slice(0, 10)

/** A provider's list of these entries, which may grow: by day and channel, newest first, page by page. */
export function inboundList(
  entries: readonly ListedEntry[],
  { pageSize = 1000, addressing = 'anchored', listedAt = one => Number(one.receivedAt) }: ListOptions = {},
): InboundLog {
  let lastLength = -1
  const lists = new Map<string, ListedEntry[]>()
  const listOf = ({ channel, day }: InboundList) => {
    if (lastLength !== entries.length) lists.clear()
    lastLength = entries.length
    const key = `${channel} ${day.toISOString()}`
    const list =
      lists.get(key) ??
      entries
        .filter(entry => entry.channel === channel && isSameDay(entry.receivedAt, day))
        .toSorted((a, b) => listedAt(b) - listedAt(a))
    lists.set(key, list)
    return list
  }
  const startOf = (list: readonly ListedEntry[], address: string) => {
    if (addressing === 'numbered') return Number(address)
    const before = list.findIndex(({ providerMessageId }) => providerMessageId === address)
    if (before < 0) throw new ProviderError('twilio', 'permanent', 'no such page', { status: 400 })
    return before + 1
  }
  return {
    channels: async () => ['chatapp', 'sms'],
    async page(of, address) {
      const list = listOf(of)
      const from = address === undefined ? 0 : startOf(list, address)
      const page = list.slice(from, from + pageSize)
      const ids = page.map(({ providerMessageId }) => providerMessageId)
      const isLast = from + pageSize >= list.length
      const next = addressing === 'anchored' ? ids.at(-1) : String(from + pageSize)
      return { entries: page, ids, next: isLast ? undefined : next }
    },
    one: async id => entries.find(({ providerMessageId }) => providerMessageId === id),
    attachmentsOf: async () => [],
  }
}

/** The same entry as one that cannot be read. */
export const unreadable = (entry: ListedEntry): ListedEntry => {
  if (!isReadable(entry)) return entry
  const { providerMessageId, channel, receivedAt } = entry
  return { providerMessageId, channel, receivedAt, odd: ['from'] }
}

import type { Needs } from '../../context.ts'
import { digestOf } from '../../digest.ts'
import { isVendorId } from '../../identifiers.ts'
import { openItemsOnce } from '../../items/change-item.ts'
import { cutText } from '../inbound/content.ts'
import type { OddRecord, OtaConversation, OtaInbox, OtaMessage, OtaPage, OtaPageQuery } from './ports.ts'

const [longestName, longestTitle] = [200, 1000]

/** Milliseconds between two clocks. A future time must not hide messages until then. */
const skewMs = 5 * 60_000
export const latestTime = (now: Date): Date => new Date(now.getTime() + skewMs)

export const isOdd = (record: object): record is OddRecord => 'odd' in record

type Checks = readonly (readonly [field: string, isSound: boolean])[]

const oddFields = (checks: Checks): string[] => checks.flatMap(([field, isSound]) => (isSound ? [] : [field]))

export const oddRecord = (id: string, odd: readonly string[], at: Date): OddRecord => ({
  id: digestOf(id),
  odd,
  at,
})

export function soundConversation(
  conversation: OtaConversation,
  query: Partial<Pick<OtaConversation, 'id' | 'channelManagerPropertyId'>>,
): OtaConversation | OddRecord {
  const { id, channelManagerPropertyId: property, title, provider, bookingId, lastMessageAt } = conversation
  const odd = oddFields([
    ['id', isVendorId(id) && id === (query.id ?? id)],
    ['property', property === (query.channelManagerPropertyId ?? property)],
    ['title', (title ?? '').length <= longestTitle],
    ['provider', provider.length <= longestName],
    ['booking', bookingId === null || isVendorId(bookingId)],
  ])
  if (odd.length > 0) return oddRecord(query.id ?? id, odd, lastMessageAt ?? new Date(0))
  return { ...conversation, title: title && cutText(title, longestName).toWellFormed() }
}

function soundMessage(message: OtaMessage, ofConversation: string): OtaMessage | OddRecord {
  const { id, conversationId, text, at } = message
  const odd = oddFields([
    ['id', isVendorId(id)],
    ['conversation', (conversationId ?? ofConversation) === ofConversation],
  ])
  return odd.length > 0 ? oddRecord(id, odd, at) : { ...message, text: text.toWellFormed() }
}

export async function messagesOf(
  inbox: Pick<OtaInbox, 'messages'>,
  conversationId: string,
  query: OtaPageQuery,
): Promise<OtaPage<OtaMessage | OddRecord>> {
  const { rows, odd = [], hasMore } = await inbox.messages(conversationId, query)
  const all = [...rows.map(row => soundMessage(row, conversationId)), ...odd]
  return { rows: all.toSorted((a, b) => b.at.getTime() - a.at.getTime()), hasMore }
}

interface About {
  propertyId?: string | null
  conversationId?: string
  threadId?: string
}

/** One item per odd record. */
export async function withoutOdd<One extends object>(
  deps: Needs<'store'>,
  rows: readonly (One | OddRecord)[],
  { propertyId, ...about }: About,
): Promise<One[]> {
  const odd = rows.filter(isOdd)
  const what = about.conversationId === undefined ? 'conversation with a guest' : 'message of a conversation'
  const items = odd.map(({ id, odd: fields }) => ({
    id: `inbound-unreadable_${digestOf([propertyId, about.conversationId, id])}`,
    kind: 'inbound-unreadable',
    propertyId: propertyId ?? undefined,
    detail: `A ${what} at the channel manager cannot be stored (${fields.slice(0, 10).join(', ')}).`,
    nextAction:
      'Look into the inbox of the property at the OTA, and answer from there. Tell engineering which field it is.',
    about: { ...about, vendor: 'channel-manager' },
    createdAt: deps.clock.now(),
  }))
  if (items.length > 0) await openItemsOnce(deps, items)
  return rows.filter((row): row is One => !isOdd(row))
}

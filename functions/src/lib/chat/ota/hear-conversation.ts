import { bestEffort } from '../../best-effort.ts'
import { digestOf } from '../../digest.ts'
import { isVendorId } from '../../identifiers.ts'
import { withoutOdd } from './odd.ts'
import { readConversation } from './read-conversation.ts'
import type { ReadDeps } from './reading.ts'

/** Well below the time-outs of the function and the channel manager. Milliseconds. */
const budgetMs = 20_000

export interface HeardConversation {
  conversationId: string
  channelManagerPropertyId: string
}

/**
 * Somebody wrote in a conversation, or it got its booking: it is due, and read at once. Throws until that is stored, so
 * that the channel manager tells it again; never afterwards, since what is due is read.
 */
export async function hearConversation(
  deps: ReadDeps,
  { conversationId, channelManagerPropertyId }: HeardConversation,
): Promise<void> {
  const now = deps.clock.now()
  if (!isVendorId(conversationId)) {
    const [property] = await deps.reservations.connected([channelManagerPropertyId])
    const odd = { id: digestOf(conversationId), odd: ['id'], at: now }
    await withoutOdd(deps, [odd], { propertyId: property?.propertyId ?? null })
    return
  }
  await deps.otaConversations.mark(conversationId, { channelManagerPropertyId }, now)
  await bestEffort(deps.log, 'reading a conversation that was told of', () =>
    readConversation(deps, conversationId, new Date(now.getTime() + budgetMs)),
  )
}

import { bestEffort } from '../../best-effort.ts'
import { connectedProperties } from '../../connection/channels/booking-channel.ts'
import { digestOf } from '../../digest.ts'
import { isVendorId } from '../../identifiers.ts'
import { markingWrite } from './conversation-writes.ts'
import { withoutOdd } from './odd.ts'
import { readConversation } from './read-conversation.ts'
import type { ReadDeps } from './reading.ts'

/** Milliseconds, well below the time-outs of the function and the channel manager. */
const budgetMs = 20_000

export interface ConversationEvent {
  conversationId: string
  channelManagerPropertyId: string
}

/** Throws only before the conversation is due, so that the channel manager repeats the event. */
export async function hearConversation(
  deps: ReadDeps,
  { conversationId, channelManagerPropertyId }: ConversationEvent,
): Promise<void> {
  const now = deps.clock.now()
  if (!isVendorId(conversationId)) {
    const [property] = await connectedProperties(deps.store, [channelManagerPropertyId])
    const odd = { id: digestOf(conversationId), odd: ['id'], at: now }
    await withoutOdd(deps, [odd], { propertyId: property?.propertyId ?? null })
    return
  }
  await deps.store.write([markingWrite(conversationId, { channelManagerPropertyId }, now)])
  await bestEffort(deps.log, 'reading a conversation that was told of', () =>
    readConversation(deps, conversationId, new Date(now.getTime() + budgetMs)),
  )
}

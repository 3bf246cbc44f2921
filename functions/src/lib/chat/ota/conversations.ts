import * as z from 'zod'
import { textOrNull } from '../../shapes.ts'

/** A conversation at an OTA, as the thread has it in which its messages are. */
const conversation = z.looseObject({
  /** The channel manager's, as that of the booking. */
  id: z.string(),
  provider: z.string(),
  bookingId: textOrNull,
  reservationId: textOrNull,
  guestId: textOrNull,
  /** When its guest did. */
  lastWroteAt: z.date().optional().catch(undefined),
})
export type Conversation = z.infer<typeof conversation>

export const storedConversations = z.array(conversation).default([]).catch([])

/** What a thread says of its conversations, once that one is known, or its guest has written in it. */
export function withConversation(
  conversations: readonly Conversation[],
  { lastWroteAt, ...known }: Conversation,
): Conversation[] {
  const before = conversations.find(({ id }) => id === known.id)
  const others = conversations.filter(({ id }) => id !== known.id)
  const isNews = lastWroteAt && !(before?.lastWroteAt && before.lastWroteAt >= lastWroteAt)
  const wroteAt = isNews ? lastWroteAt : before?.lastWroteAt
  const after = { ...before, ...known, ...(wroteAt && { lastWroteAt: wroteAt }) }
  return [...others, after].toSorted((a, b) => wroteIn(a) - wroteIn(b))
}

const wroteIn = ({ lastWroteAt }: Conversation): number => lastWroteAt?.getTime() ?? 0

import * as z from 'zod'
import { textOrNull } from '../shapes.ts'

const conversation = z.looseObject({
  id: z.string(),
  provider: z.string(),
  bookingId: textOrNull,
  reservationId: textOrNull,
  guestId: textOrNull,
  lastWroteAt: z.date().optional().catch(undefined),
})
export type Conversation = z.infer<typeof conversation>

export const storedConversations = z.array(conversation).default([]).catch([])

export function withConversation(
  conversations: readonly Conversation[],
  { lastWroteAt, ...fields }: Conversation,
): Conversation[] {
  const before = conversations.find(({ id }) => id === fields.id)
  const others = conversations.filter(({ id }) => id !== fields.id)
  const isNews = lastWroteAt && !(before?.lastWroteAt && before.lastWroteAt >= lastWroteAt)
  const wroteAt = isNews ? lastWroteAt : before?.lastWroteAt
  const after = { ...before, ...fields, ...(wroteAt && { lastWroteAt: wroteAt }) }
  return [...others, after].toSorted((a, b) => wroteIn(a) - wroteIn(b))
}

const wroteIn = ({ lastWroteAt }: Conversation): number => lastWroteAt?.getTime() ?? 0

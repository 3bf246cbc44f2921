import { withoutAsker } from '../chat/merging/merge-rules.ts'
import { storedThread } from '../chat/thread.ts'
import { isMap } from '../documents.ts'
import type { Fields } from '../store.ts'

const only = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)))

const messageFrame = [
  'messageId',
  'threadId',
  'authorId',
  'createdAt',
  'receivedAt',
  'source',
  'type',
  'contentType',
  'externalMessageId',
  'reservationId',
  'joined',
  'expireAt',
]

export const erasedMessage = (message: Fields, at: Date): Fields => ({
  ...only(message, messageFrame),
  body: '',
  erasedAt: at,
  ...(isMap(message.delivery) && { delivery: erasedDelivery(message.delivery) }),
  ...(isMap(message.forwarding) && { forwarding: ended(message.forwarding, 'forwarded') }),
})

const erasedDelivery = (delivery: Fields): Fields => {
  const ids = only(delivery, ['reservationId', 'automated', 'byMember', 'replacedIds'])
  const end = ended(delivery, 'sent', 'delivered', 'read', 'unknown')
  return { ...ids, ...end, ...(end.status === 'failed' && { failure: notSent }) }
}

const ended = ({ status, attempts }: Fields, ...done: readonly string[]): Fields => ({
  status: done.find(one => one === status) ?? 'failed',
  attempts: attempts ?? 0,
})

const notSent = {
  code: 'not-reachable',
  detail: 'The guest has been erased, so it was not sent.',
  nextAction: 'Nothing: what was written is gone.',
}

const writers = storedThread.pick({ guestId: true, writerIds: true })

const summaryFields = ['lastMessage', 'lastPublicMessage'] as const

export function erasedThread(
  thread: Fields,
  erasure: {
    ids: readonly string[]
    isGone(messageId: string): boolean
    isTheirs: boolean
    names: readonly string[]
  },
): Fields | undefined {
  const { ids, isGone, isTheirs, names } = erasure
  const summaries = summaryFields.flatMap(name => {
    const summary = thread[name]
    const isDue = isMap(summary) && !('erasedAt' in summary) && isGone(String(summary.messageId))
    return isDue ? [[name, { ...only(summary, messageFrame), body: '', erasedAt: new Date() }] as const] : []
  })
  const hasName = typeof thread.guestName === 'string'
  const isName = hasName && (isTheirs || names.includes(String(thread.guestName)))
  const stored = writers.safeParse(thread).data
  const askers = stored ? ids.flatMap(id => Object.entries(withoutAsker(stored, id))) : []
  const news = [...summaries, ...askers]
  const dropped = [
    ...(isName ? ['guestName'] : []),
    ...(isTheirs ? ['stay', 'stayDueAt', 'conversations'] : []),
  ]
  const left = Object.keys(thread).filter(name => !dropped.includes(name))
  if (news.length === 0 && left.length === Object.keys(thread).length) return undefined
  const version = typeof thread.version === 'number' ? thread.version + 1 : 1
  return { ...only(thread, left), ...Object.fromEntries(news), version }
}

/** The position stays, so that nothing is read again. */
export const erasedConversation = (conversation: Fields, at: Date): Fields => ({
  ...only(conversation, [
    'channelManagerPropertyId',
    'propertyId',
    'provider',
    'bookingId',
    'readUpTo',
    'lastMessageAt',
    'marks',
    'expireAt',
  ]),
  erasedAt: at,
})

const triageFrame = [
  'channel',
  'reason',
  'receivedAt',
  'status',
  'threadId',
  'assignedAt',
  'assignedBy',
  'movedBy',
  'movedAt',
  'expireAt',
]

export const erasedTriage = (entry: Fields, at: Date): Fields => ({
  ...only(entry, triageFrame),
  ...(entry.status !== 'assigned' && entry.status !== 'spam' && { status: 'dismissed' }),
  from: '',
  body: '',
  attachments: [],
  erasedAt: at,
})

export function withoutCandidate(entry: Fields, isTheirs: (threadId: string) => boolean): Fields | undefined {
  const candidates: unknown[] = Array.isArray(entry.candidates) ? entry.candidates : []
  const named = (one: unknown) => isMap(one) && isTheirs(String(one.threadId)) && one.guestName !== null
  if (!candidates.some(named)) return undefined
  return {
    ...entry,
    candidates: candidates.map(one => (isMap(one) && named(one) ? { ...one, guestName: null } : one)),
  }
}

const stayFrame = [
  'propertyId',
  'arrival',
  'departure',
  'status',
  'ota',
  'bookingId',
  'channelId',
  'roomId',
  'ratePlanId',
  'isRateUnknown',
  'amount',
  'currency',
  'revision',
  'revisions',
  'overlaps',
  'createdAt',
  'updatedAt',
  'expireAt',
]

/** Room, days and money stay in the books; no revision counts as new. */
export const erasedReservation = (reservation: Fields, at: Date): Fields => ({
  ...only(reservation, stayFrame),
  guestId: null,
  guestErasedAt: at,
})

export const erasedEmail = (email: Fields, at: Date): Fields => ({
  ...only(email, ['template', 'status', 'attempts', 'createdAt', 'sentAt', 'about', 'expireAt']),
  ...((email.status === 'pending' || email.status === 'sending') && { status: 'failed' }),
  to: '',
  data: {},
  erasedAt: at,
})

/** Without the origin. */
export const erasedAudit = (entry: Fields): Fields => {
  const { claimedAddress: _, ...rest } = entry
  return { ...rest, ipAddress: '', userAgent: '' }
}

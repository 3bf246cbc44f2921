import { withoutAsker } from '../chat/merging/merged.ts'
import { storedThread } from '../chat/thread.ts'
import { type Fields, isMap } from '../documents.ts'

const only = (fields: Fields, kept: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => kept.includes(name)))

/** What of a message says neither what was written nor to which number. */
const messageFrame = [
  ...['messageId', 'threadId', 'authorId', 'createdAt', 'receivedAt', 'source', 'type', 'contentType'],
  ...['externalMessageId', 'reservationId', 'joined', 'expireAt'],
]

/** A message without what was said: who wrote when, by which way, and whether it arrived. Nothing of it is due. */
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

/** What had not been done by then is not done any more. */
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

/** A thread in which those messages say nothing any more; undefined where that changes nothing. */
export function erasedThread(
  thread: Fields,
  gone: {
    ids: readonly string[]
    isGone(messageId: string): boolean
    isTheirs: boolean
    names: readonly string[]
  },
): Fields | undefined {
  const { ids, isGone, isTheirs, names } = gone
  const summaries = summaryFields.flatMap(name => {
    const summary = thread[name]
    const isDue = isMap(summary) && !('erasedAt' in summary) && isGone(String(summary.messageId))
    return isDue ? [[name, { ...only(summary, messageFrame), body: '', erasedAt: new Date() }] as const] : []
  })
  const hasName = typeof thread.guestName === 'string'
  const isName = hasName && (isTheirs || names.includes(String(thread.guestName)))
  const stored = writers.safeParse(thread).data
  // Nothing is written to them any more.
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

/** A conversation at an OTA of which only how far it was read is left: what is erased is not read again. */
export const erasedConversation = (conversation: Fields, at: Date): Fields => ({
  ...only(conversation, [
    ...['channelManagerPropertyId', 'propertyId', 'provider', 'bookingId', 'readUpTo'],
    ...['lastMessageAt', 'marks', 'expireAt'],
  ]),
  erasedAt: at,
})

const triageFrame = [
  ...['channel', 'reason', 'receivedAt', 'status', 'threadId', 'assignedAt', 'assignedBy'],
  ...['movedBy', 'movedAt', 'expireAt'],
]

/** An entry of triage that says only that something came, and where it went. An open one is put aside. */
export const erasedTriage = (entry: Fields, at: Date): Fields => ({
  ...only(entry, triageFrame),
  ...(entry.status !== 'assigned' && entry.status !== 'spam' && { status: 'dismissed' }),
  from: '',
  body: '',
  attachments: [],
  erasedAt: at,
})

/** The threads that an entry may belong to, without the guest's name; undefined where they are not among them. */
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

/** A stay without whose it was: room, days and money stay in the books, and no revision is taken for a new one. */
export const erasedReservation = (reservation: Fields, at: Date): Fields => ({
  ...only(reservation, stayFrame),
  guestId: null,
  guestErasedAt: at,
})

/** That an e-mail was sent, and what became of it. */
export const erasedEmail = (email: Fields, at: Date): Fields => ({
  ...only(email, ['template', 'status', 'attempts', 'createdAt', 'sentAt', 'about', 'expireAt']),
  ...((email.status === 'pending' || email.status === 'sending') && { status: 'failed' }),
  to: '',
  data: {},
  erasedAt: at,
})

/** What was done, when, and by whom as an id; not from where. */
export const erasedAudit = (entry: Fields): Fields => {
  const { claimedAddress: _, ...rest } = entry
  return { ...rest, ipAddress: '', userAgent: '' }
}

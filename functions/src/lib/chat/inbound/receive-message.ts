import { DomainError } from '../../errors.ts'
import { type CreateMessageDeps, createMessage } from '../create-message.ts'
import type { OutboundChannel } from '../delivery/outbound.ts'
import type { GuestThread, InboundStore, TriageEntry } from './ports.ts'

export interface ReceiveMessageDeps extends CreateMessageDeps {
  inbound: InboundStore
}

/** A message a guest sent to one of our numbers, as the provider's webhook tells it. */
export interface ReceivedMessage {
  providerMessageId: string
  channel: OutboundChannel
  /** Phone number in E.164, or the provider's id of a sender who has none. */
  from: string
  body: string
  attachments: string[]
}

/** How a message that came in by a channel is stored. */
const stored = {
  chatapp: { source: 'chatapp', type: 'chatapp-message' },
  sms: { source: 'sms', type: 'sms-message' },
} as const satisfies Record<OutboundChannel, { source: string; type: string }>

/**
 * Stores an inbound message in its guest's thread, through the same verb as every other post. One message per provider
 * id; a sender without a clear home is kept for triage, never dropped.
 */
export async function receiveMessage(deps: ReceiveMessageDeps, received: ReceivedMessage): Promise<void> {
  const { providerMessageId, channel, body, attachments } = received
  const home = await findHome(deps, received.from)
  if ('reason' in home)
    return deps.inbound.keepForTriage(triageEntry(received, home.reason, deps.clock.now()))
  const { threadId, guestId } = home
  try {
    await createMessage(
      deps,
      { uid: guestId, role: 'guest' },
      {
        ...stored[channel],
        threadId,
        messageId: providerMessageId,
        externalMessageId: providerMessageId,
        body,
        contentType: 'text',
        ...(attachments.length > 0 && { attachments }),
        inbound: { providerMessageId, guestId, channel },
      },
    )
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'message-conflict')) throw error
    deps.log.info('inbound message was stored before', { providerMessageId })
  }
}

type Home = { threadId: string; guestId: string } | { reason: TriageEntry['reason'] }

async function findHome({ inbound, clock }: ReceiveMessageDeps, from: string): Promise<Home> {
  const [guestId, ...others] = await inbound.guestsByPhone(from)
  if (guestId === undefined) return { reason: 'unknown-sender' }
  if (others.length > 0) return { reason: 'ambiguous-sender' }
  const thread = homeThread(await inbound.threadsOfGuest(guestId), clock.now())
  return thread ? { threadId: thread.threadId, guestId } : { reason: 'no-thread' }
}

/**
 * The thread an inbound message belongs to: that of the stay going on now, else of the next one to come, else of the
 * last one past. Days are compared in UTC; the thread's id breaks ties, so that every delivery decides alike.
 */
export function homeThread(threads: readonly GuestThread[], now: Date): GuestThread | undefined {
  const today = now.toISOString().slice(0, 10)
  const ranked = threads.map(thread => ({ thread, rank: rankOf(thread.reservation, today) }))
  ranked.sort((a, b) => compare(a.rank, b.rank) || (a.thread.threadId < b.thread.threadId ? -1 : 1))
  return ranked[0]?.thread
}

/** Smaller is nearer: [class, days]. */
function rankOf({ arrival, departure }: GuestThread['reservation'], today: string): [number, number] {
  if (arrival <= today && today <= departure) return [0, -Date.parse(arrival)]
  if (arrival > today) return [1, Date.parse(arrival)]
  return [2, -Date.parse(departure)]
}

const compare = (a: [number, number], b: [number, number]): number => a[0] - b[0] || a[1] - b[1]

const triageEntry = (
  received: ReceivedMessage,
  reason: TriageEntry['reason'],
  receivedAt: Date,
): TriageEntry => ({
  ...received,
  reason,
  receivedAt,
})

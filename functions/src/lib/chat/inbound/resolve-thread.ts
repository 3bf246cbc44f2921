import type { Needs } from '../../context.ts'
import { isDocumentId } from '../../identifiers.ts'
import {
  areOfSeveralLandlords,
  conversationMs,
  conversationOf,
  hasReached,
  isKnownAs,
  type Written,
} from '../conversation.ts'
import { type DatedStay, type GuestStay, type GuestThread, type GuestWithId, isDated } from '../guest.ts'
import type { Candidate, TriageReason } from '../inbound-records.ts'
import { addressesOf, findSenders } from '../senders.ts'
import { livestOf, nearestThread } from '../stay-order.ts'
import { placesOf, staysOf } from '../stays.ts'
import { lastSentTo, messageByProviderId } from '../stored-messages.ts'
import { threads } from '../thread-writes.ts'
import { candidatesOf, threadsOfStays } from './candidates.ts'
import type { ReceivedMessage } from './received-message.ts'

type Deps = Needs<'store'>

type Routed = Pick<
  ReceivedMessage,
  'from' | 'senderId' | 'channel' | 'receivedAt' | 'metadata' | 'providerMessageId'
>

/** `senders`: all guests with one of its addresses. */
export type Resolution = { senders: GuestWithId[] } & (
  | { threadId: string; writer: GuestWithId }
  | { reason: TriageReason; writer?: GuestWithId; candidates?: Candidate[] }
)

/**
 * Order: reply, last conversation, stay; never a guess between guests or landlords. Round trips: two in a
 * conversation, one for an unknown sender, three for others, more while unclear.
 */
export async function resolveThread(deps: Deps, message: Routed): Promise<Resolution> {
  const { senders, likely } = await findSenders(deps.store, message)
  const history = await historyOf(deps, message, senders)
  const conversation = conversationOf({ ...history, senders })
  if (typeof conversation === 'object') return { ...conversation, senders }
  const unclear = async (reason: TriageReason, among: readonly GuestWithId[], threads?: GuestThread[]) => ({
    reason,
    senders,
    candidates: await candidatesOf(deps.store, {
      guests: among,
      stays: history.stays,
      threads,
      now: timeOf(deps, message),
      repliedTo: history.repliedTo,
    }),
  })
  const [writer, ...others] = likely
  if (writer === undefined) return unclear('unknown-sender', [])
  if (conversation === 'astray' || others.length > 0) return unclear('ambiguous-sender', likely)
  const stays = history.stays.filter(({ guestId }) => guestId === writer.guestId).filter(isDated)
  const byStay = await threadOfStay(deps, stays, timeOf(deps, message))
  if (byStay.isAmbiguous) return { ...(await unclear('several-landlords', [writer], byStay.threads)), writer }
  const threadId = byStay.threadId ?? writer.guest.threadId
  return threadId && isDocumentId(threadId)
    ? { threadId, writer, senders }
    : { reason: 'no-thread', writer, senders }
}

const timeOf = ({ clock }: Deps, { receivedAt }: Routed): Date => receivedAt ?? clock.now()

interface History {
  repliedTo: Written | undefined
  sent: Written[]
  stays: GuestStay[]
}

/** One round trip, or two for a message without its stay. */
async function historyOf(deps: Deps, message: Routed, senders: readonly GuestWithId[]): Promise<History> {
  const { store } = deps
  const until = timeOf(deps, message)
  const replyTo = message.metadata?.replyToProviderId
  const [replied, sent, stays] = await Promise.all([
    replyTo === undefined ? undefined : messageByProviderId(store, replyTo),
    senders.length === 0
      ? []
      : lastSentTo(store, {
          addresses: addressesOf(message),
          channel: message.channel,
          since: new Date(until.getTime() - conversationMs),
          until,
        }),
    staysOf(
      store,
      senders.map(({ guestId }) => guestId),
    ),
  ])
  const repliedTo = replied ?? (replyTo === undefined ? undefined : sent.find(one => isKnownAs(one, replyTo)))
  const last = sent.find(hasReached)
  const [whole, ...others] = await Promise.all([repliedTo, last].map(one => one && inItsThread(deps, one)))
  return {
    repliedTo: whole,
    sent: [
      ...others.flatMap(one => one ?? []),
      ...sent.filter(one => one !== last && !one.delivery?.toGuest),
    ],
    stays,
  }
}

/** Undefined for a message to another guest once their threads are separate again. */
async function inItsThread({ store }: Deps, written: Written): Promise<Written | undefined> {
  if (written.delivery?.reservationId) return written
  const thread = await store.read(threads.at(written.threadId))
  if (written.delivery?.toGuest && thread?.value.mergedIds.length === 0) return undefined
  return thread && { ...written, reservationId: thread.value.reservationId ?? null }
}

async function threadOfStay(
  { store }: Deps,
  stays: readonly (GuestStay & DatedStay)[],
  now: Date,
): Promise<{ threadId?: string | undefined; isAmbiguous: boolean; threads: GuestThread[] }> {
  const threads = await threadsOfStays(store, stays, now)
  const nearest = nearestThread(threads, now)
  const liveStays = [...livestOf(stays, now), ...(nearest ? [nearest.reservation] : [])]
  const propertyIds = new Set(liveStays.map(({ propertyId }) => propertyId))
  const places = await placesOf(
    store,
    nearest && propertyIds.size > 1 ? [...propertyIds].flatMap(id => id ?? []) : [],
  )
  const isAmbiguous = nearest !== undefined && areOfSeveralLandlords(liveStays, places)
  return { threadId: nearest?.threadId, isAmbiguous, threads }
}

import type { Needs } from '../../context.ts'
import { isDocumentId } from '../../identifiers.ts'
import { isAmong } from '../../spellings.ts'
import {
  type DatedStay,
  type FoundGuest,
  type GuestStay,
  type Guests,
  type GuestThread,
  isDated,
} from '../guest.ts'
import { type Candidate, candidatesOf } from './candidates.ts'
import {
  areOfSeveralLandlords,
  conversationMs,
  conversationOf,
  hasReached,
  isKnownAs,
  type Written,
} from './conversation.ts'
import { addressesOf, hasAny } from './guest-change.ts'
import type { ReceivedMessage } from './received-message.ts'
import { livestOf, nearestThread } from './stay-order.ts'
import type { TriageReason } from './triage.ts'

type Deps = Needs<'guests' | 'messages' | 'threads'>

type Routed = Pick<
  ReceivedMessage,
  'from' | 'senderId' | 'channel' | 'receivedAt' | 'metadata' | 'providerMessageId'
>

/**
 * Where a message belongs and who wrote it; or why that is unclear, who wrote it if at least that is clear, and the
 * threads it may belong to. With everybody who is known by one of its addresses.
 */
export type Resolution = { found: FoundGuest[] } & (
  | { threadId: string; writer: FoundGuest }
  | { reason: TriageReason; writer?: FoundGuest; candidates?: Candidate[] }
)

/**
 * Finds the thread a message belongs to: that of what it replies to, else the one from which its address was last
 * written to, else that of the stay. Never guesses between guests, nor between landlords. Two round trips for an answer
 * to something we sent, one for a sender nobody knows, three for others; more only where it stays unclear.
 */
export async function resolveThread(deps: Deps, message: Routed): Promise<Resolution> {
  const { found, likely } = await findSenders(deps.guests, message)
  const spoken = await whatWasSaid(deps, message, found)
  const conversation = conversationOf({ ...spoken, found })
  if (typeof conversation === 'object') return { ...conversation, found }
  const unclear = async (reason: TriageReason, among: readonly FoundGuest[], threads?: GuestThread[]) => ({
    ...{ reason, found },
    candidates: await candidatesOf(deps, {
      ...{ guests: among, stays: spoken.stays, threads, now: timeOf(deps, message) },
      repliedTo: spoken.repliedTo,
    }),
  })
  const [writer, ...others] = likely
  if (writer === undefined) return unclear('unknown-sender', [])
  if (conversation === 'astray' || others.length > 0) return unclear('ambiguous-sender', likely)
  const stays = spoken.stays.filter(({ guestId }) => guestId === writer.guestId).filter(isDated)
  const byStay = await threadOfStay(deps, stays, timeOf(deps, message))
  if (byStay.isAmbiguous) return { ...(await unclear('several-landlords', [writer], byStay.threads)), writer }
  const threadId = byStay.threadId ?? writer.guest.threadId
  return threadId && isDocumentId(threadId)
    ? { threadId, writer, found }
    : { reason: 'no-thread', writer, found }
}

const timeOf = ({ clock }: Pick<Deps, 'clock'>, { receivedAt }: Routed): Date => receivedAt ?? clock.now()

interface Said {
  repliedTo: Written | undefined
  sent: Written[]
  stays: GuestStay[]
}

/** What was written before the message came, and the stays of those who may have written it. One round trip. */
async function whatWasSaid(deps: Deps, message: Routed, found: readonly FoundGuest[]): Promise<Said> {
  const { messages, guests } = deps
  const until = timeOf(deps, message)
  const replyTo = message.metadata?.replyToProviderId
  const [replied, sent, stays] = await Promise.all([
    replyTo === undefined ? undefined : messages.knownAs(replyTo),
    found.length === 0
      ? []
      : messages.lastSentTo({
          addresses: addressesOf(message),
          channel: message.channel,
          since: new Date(until.getTime() - conversationMs),
          until,
        }),
    guests.staysOf(found.map(({ guestId }) => guestId)),
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

/**
 * What does not say itself which stay it is about: its thread does. What was written to another guest there leads
 * nowhere once the threads are apart.
 */
async function inItsThread({ threads }: Deps, written: Written): Promise<Written | undefined> {
  if (written.delivery?.reservationId) return written
  const thread = await threads.read(written.threadId)
  if (written.delivery?.toGuest && thread?.value.mergedIds.length === 0) return undefined
  return thread && { ...written, reservationId: thread.value.reservationId ?? null }
}

/** The thread of a guest's nearest stay, unless there is a stay at another landlord that it may be about as well. */
async function threadOfStay(
  { guests }: Pick<Deps, 'guests'>,
  stays: readonly (GuestStay & DatedStay)[],
  now: Date,
): Promise<{ threadId?: string | undefined; isAmbiguous: boolean; threads: GuestThread[] }> {
  const threads = await guests.threadsOf(stays, now)
  const nearest = nearestThread(threads, now)
  const left = [...livestOf(stays, now), ...(nearest ? [nearest.reservation] : [])]
  const propertyIds = new Set(left.map(({ propertyId }) => propertyId))
  const places = await guests.placesOf(
    nearest && propertyIds.size > 1 ? [...propertyIds].flatMap(id => id ?? []) : [],
  )
  const isAmbiguous = nearest !== undefined && areOfSeveralLandlords(left, places)
  return { threadId: nearest?.threadId, isAmbiguous, threads }
}

/**
 * The guests a message may come from, and the likely ones of them: whom staff gave the address, else who has it as
 * their number, else who turned out to have it.
 */
export async function findSenders(
  guests: Pick<Guests, 'byAddress'>,
  message: Pick<ReceivedMessage, 'from' | 'senderId'>,
): Promise<{ found: FoundGuest[]; likely: FoundGuest[] }> {
  const addresses = addressesOf(message)
  const found = await guests.byAddress(addresses)
  const given = found.filter(({ guest }) => hasAny({ ...guest, chatappIds: [] }, addresses))
  const numbered = found.filter(({ guest: { phone } }) => isAmong(addresses, phone))
  const likely = [given, numbered, found].find(some => some.length > 0) ?? []
  return { found, likely }
}

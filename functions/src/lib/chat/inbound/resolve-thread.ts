import type { Needs } from '../../context.ts'
import { isDocumentId } from '../../identifiers.ts'
import { isAmong } from '../../spellings.ts'
import type { Store } from '../../store.ts'
import {
  areOfSeveralLandlords,
  conversationMs,
  conversationOf,
  hasReached,
  isKnownAs,
  type Written,
} from '../conversation.ts'
import {
  type DatedStay,
  type FoundGuest,
  foundGuest,
  type GuestStay,
  type GuestThread,
  guestsAt,
  isDated,
} from '../guest.ts'
import { livestOf, nearestThread } from '../stay-order.ts'
import { placesOf, staysOf } from '../stays.ts'
import { knownAs, lastSentTo } from '../stored-messages.ts'
import { threads } from '../thread-writes.ts'
import { type Candidate, candidatesOf, threadsOfStays } from './candidates.ts'
import { addressesOf, hasAny } from './guest-change.ts'
import type { ReceivedMessage } from './received-message.ts'
import type { TriageReason } from './triage.ts'

type Deps = Needs<'store'>

/** More guests than ever share one number. */
export const mostSenders = 100

type Routed = Pick<
  ReceivedMessage,
  'from' | 'senderId' | 'channel' | 'receivedAt' | 'metadata' | 'providerMessageId'
>

/** `found`: all guests with one of its addresses. */
export type Resolution = { found: FoundGuest[] } & (
  | { threadId: string; writer: FoundGuest }
  | { reason: TriageReason; writer?: FoundGuest; candidates?: Candidate[] }
)

/**
 * Order: reply, last conversation, stay; never a guess between guests or landlords. Two round trips for an answer to
 * us, one for an unknown sender, three for others, more while unclear.
 */
export async function resolveThread(deps: Deps, message: Routed): Promise<Resolution> {
  const { found, likely } = await findSenders(deps.store, message)
  const spoken = await whatWasSaid(deps, message, found)
  const conversation = conversationOf({ ...spoken, found })
  if (typeof conversation === 'object') return { ...conversation, found }
  const unclear = async (reason: TriageReason, among: readonly FoundGuest[], threads?: GuestThread[]) => ({
    reason,
    found,
    candidates: await candidatesOf(deps.store, {
      guests: among,
      stays: spoken.stays,
      threads,
      now: timeOf(deps, message),
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

/** One round trip, or two for a message without its stay. */
async function whatWasSaid(deps: Deps, message: Routed, found: readonly FoundGuest[]): Promise<Said> {
  const { store } = deps
  const until = timeOf(deps, message)
  const replyTo = message.metadata?.replyToProviderId
  const [replied, sent, stays] = await Promise.all([
    replyTo === undefined ? undefined : knownAs(store, replyTo),
    found.length === 0
      ? []
      : lastSentTo(store, {
          addresses: addressesOf(message),
          channel: message.channel,
          since: new Date(until.getTime() - conversationMs),
          until,
        }),
    staysOf(
      store,
      found.map(({ guestId }) => guestId),
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

/** A message to another guest leads nowhere after its threads are separate again. */
async function inItsThread({ store }: Deps, written: Written): Promise<Written | undefined> {
  if (written.delivery?.reservationId) return written
  const thread = await store.read(threads.at(written.threadId))
  if (written.delivery?.toGuest && thread?.value.mergedIds.length === 0) return undefined
  return thread && { ...written, reservationId: thread.value.reservationId ?? null }
}

async function threadOfStay(
  { store }: Pick<Deps, 'store'>,
  stays: readonly (GuestStay & DatedStay)[],
  now: Date,
): Promise<{ threadId?: string | undefined; isAmbiguous: boolean; threads: GuestThread[] }> {
  const threads = await threadsOfStays(store, stays, now)
  const nearest = nearestThread(threads, now)
  const left = [...livestOf(stays, now), ...(nearest ? [nearest.reservation] : [])]
  const propertyIds = new Set(left.map(({ propertyId }) => propertyId))
  const places = await placesOf(
    store,
    nearest && propertyIds.size > 1 ? [...propertyIds].flatMap(id => id ?? []) : [],
  )
  const isAmbiguous = nearest !== undefined && areOfSeveralLandlords(left, places)
  return { threadId: nearest?.threadId, isAmbiguous, threads }
}

export async function findSenders(
  store: Pick<Store, 'find'>,
  message: Pick<ReceivedMessage, 'from' | 'senderId'>,
): Promise<{ found: FoundGuest[]; likely: FoundGuest[] }> {
  const addresses = addressesOf(message)
  const found = (await store.find(guestsAt(addresses, mostSenders))).map(foundGuest)
  return { found, likely: likelyOf(found, addresses) }
}

/** Staff's choice of address counts most, then the guest's own number. */
export function likelyOf(found: FoundGuest[], addresses: readonly string[]): FoundGuest[] {
  const given = found.filter(({ guest }) => hasAny({ ...guest, chatappIds: [] }, addresses))
  const numbered = found.filter(({ guest: { phone } }) => isAmong(addresses, phone))
  return [given, numbered, found].find(some => some.length > 0) ?? []
}

import { type Actor, systemActorId } from '../../actor.ts'
import { amend } from '../../durable/amend.ts'
import { DomainError } from '../../errors.ts'
import { expiring, set } from '../../store.ts'
import { type GuestStay, guests } from '../guest.ts'
import { withMember } from '../membership.ts'
import { mergeThread } from '../merging/merge-thread.ts'
import { openFor } from '../opening/open-thread.ts'
import { placesOf } from '../stays.ts'
import type { NewThread } from '../thread.ts'
import { newVersion, openingWrites, threads } from '../thread-writes.ts'
import type { Home, ReadDeps } from './reading.ts'
import type { StoredOtaConversation } from './stored-conversation.ts'

/** Concurrent callers compute the same id. */
export const inquiryId = (conversationId: string): string => `ota-${conversationId}`

export async function inquiryHome(
  deps: ReadDeps,
  conversationId: string,
  { propertyId, title, threadId, guestId }: StoredOtaConversation,
): Promise<Pick<Home, 'threadId' | 'guestId'>> {
  if (threadId && guestId) return { threadId, guestId }
  const id = inquiryId(conversationId)
  const place = (await placesOf(deps.store, propertyId ? [propertyId] : [])).get(propertyId ?? '')
  const landlordId = place?.landlordId
  const thread: NewThread = {
    source: 'platform',
    participantIds: [id, ...(landlordId ? [landlordId] : [])],
    needsAttention: [],
    needsAttentionMap: {},
    version: 0,
    updatedAt: deps.clock.now(),
    guestId: id,
    ...(title && { guestName: title }),
    ...(propertyId && { propertyId }),
    ...(place?.name && { propertyName: place.name }),
    ...(landlordId && { landlordId }),
    teamId: place?.teamId ?? null,
  }
  await amend(deps, {
    read: { opened: threads.at(id) },
    decide({ opened }) {
      if (opened) return { result: undefined }
      const end = expiring('guests', thread.updatedAt)
      const guest = set(guests.at(id), { name: title, threadId: id, ...end }, true)
      return { writes: [...openingWrites(id, thread, end), guest], result: undefined }
    },
  })
  return { threadId: id, guestId: id }
}

interface Joining {
  /** The conversation's thread; `into`: the booking guest's. */
  threadId: string
  into: string
  stay: GuestStay
}

const system: Actor = { uid: systemActorId, role: 'service' }

/**
 * Merges into the inquiry's thread if the booking guest's is empty, else the other way. Returns the target.
 */
export async function joined(deps: ReadDeps, { threadId, into, stay }: Joining): Promise<string> {
  const theirs = await deps.store.read(threads.at(into))
  const isUnwritten = theirs !== undefined && !theirs.value.lastMessage && !theirs.value.mergedInto
  const merge = isUnwritten ? { threadId: into, into: threadId } : { threadId, into }
  try {
    if (isUnwritten) await assignToBooking(deps, threadId, stay)
    await mergeThread(deps, system, merge)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    deps.log.warn('the thread of an inquiry could not be merged', { threadId, code: error.code })
  }
  const { guestId, propertyId, reservationId } = stay
  const opened = await openFor(deps, { guestId, propertyId, reservationId }, { isOpened: false })
  return opened?.threadId ?? merge.into
}

/** Moves the thread to the booking's guest and stay. */
const assignToBooking = (deps: ReadDeps, threadId: string, stay: GuestStay): Promise<void> =>
  amend(deps, {
    read: { thread: threads.at(threadId) },
    decide({ thread }) {
      if (!thread || thread.value.guestId === stay.guestId) return { result: undefined }
      const { guestId, reservationId, propertyId } = stay
      const { participantIds } = withMember(thread.value, guestId)
      return {
        writes: newVersion(thread, { guestId, reservationId, propertyId, participantIds }),
        result: undefined,
      }
    },
  })

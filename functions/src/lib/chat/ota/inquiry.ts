import type { Actor } from '../../actor.ts'
import { systemActorId } from '../../commit-extras.ts'
import { change, resolvedAs } from '../../durable/change.ts'
import { DomainError } from '../../errors.ts'
import type { Versioned } from '../../ports.ts'
import type { GuestStay } from '../guest.ts'
import { withMember } from '../membership.ts'
import { mergeThread } from '../merging/merge-thread.ts'
import { openFor } from '../opening/open-thread.ts'
import type { ThreadFields } from '../ports.ts'
import type { NewThread, Thread } from '../thread.ts'
import type { Home, ReadDeps } from './reading.ts'
import type { StoredOtaConversation } from './stored-conversation.ts'

type About = Pick<StoredOtaConversation, 'propertyId' | 'title' | 'threadId' | 'guestId'>

/** Of the thread and of its guest: the same for everybody who opens it at the same time. */
export const inquiryId = (conversationId: string): string => `ota-${conversationId}`

/** The thread of a conversation without a booking, and a guest who is known by the conversation's title alone. */
export async function inquiryHome(
  deps: ReadDeps,
  conversationId: string,
  { propertyId, title, threadId, guestId }: About,
): Promise<Pick<Home, 'threadId' | 'guestId'>> {
  if (threadId && guestId) return { threadId, guestId }
  const id = inquiryId(conversationId)
  const place = (await deps.guests.placesOf(propertyId ? [propertyId] : [])).get(propertyId ?? '')
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
  await change<boolean, NewThread, void>(deps, {
    read: async () => (await deps.threads.read(id)) !== undefined,
    decide: isThere => (isThere ? { result: undefined } : { write: thread }),
    commit: async write =>
      resolvedAs(await deps.otaConversations.openInquiry(id, write, { guestId: id, name: title }), undefined),
  })
  return { threadId: id, guestId: id }
}

interface Joining {
  /** Of the conversation so far, and the booking's guest's. */
  threadId: string
  into: string
  stay: GuestStay
}

/** What nobody asked for in person. */
const system: Actor = { uid: systemActorId, role: 'service' }

/**
 * What began without a booking goes on in one thread with the booking's guest: in the one of the conversation, where
 * nothing was said in the guest's yet, else in theirs. Answers in which.
 */
export async function joined(deps: ReadDeps, { threadId, into, stay }: Joining): Promise<string> {
  const theirs = await deps.threads.read(into)
  const isUnwritten = theirs !== undefined && !theirs.value.lastMessage && !theirs.value.mergedInto
  const merge = isUnwritten ? { threadId: into, into: threadId } : { threadId, into }
  try {
    if (isUnwritten) await given(deps, threadId, stay)
    await mergeThread(deps, system, merge)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    deps.log.warn('the thread of an inquiry could not be merged', { threadId, code: error.code })
  }
  const { guestId, propertyId, reservationId } = stay
  const opened = await openFor(deps, { guestId, propertyId, reservationId }, { isOpened: false })
  return opened?.threadId ?? merge.into
}

/** The thread is about the booking's guest and their stay from now on. */
const given = ({ threads, clock }: ReadDeps, threadId: string, stay: GuestStay): Promise<void> =>
  change<Versioned<Thread> | undefined, ThreadFields, void>(
    { clock },
    {
      read: () => threads.read(threadId),
      decide(found) {
        if (!found || found.value.guestId === stay.guestId) return { result: undefined }
        const { guestId, reservationId, propertyId } = stay
        const { participantIds } = withMember(found.value, guestId)
        const version = found.value.version + 1
        return { write: { guestId, reservationId, propertyId, participantIds, version } }
      },
      commit: async (fields, found) =>
        found
          ? resolvedAs(await threads.change(threadId, found.revision, { fields }), undefined)
          : { result: undefined },
    },
  )

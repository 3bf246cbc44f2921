import type { Actor } from '../../actor.ts'
import { type AuditEntry, audited, buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { amend } from '../../durable/amend.ts'
import { DomainError } from '../../errors.ts'
import { isDocumentId } from '../../identifiers.ts'
import type { System } from '../../ports.ts'
import { byId, type Store, type StoredDocument, type Write } from '../../store.ts'
import { landlordOf } from '../conversation.ts'
import { guests, isDated } from '../guest.ts'
import type { StoredThread } from '../ports.ts'
import { livestOf } from '../stay-order.ts'
import { placesOf, reservationOf, staysOf } from '../stays.ts'
import type { Thread } from '../thread.ts'
import { openingWrites, threads, threadWrites } from '../thread-writes.ts'
import { type OpeningContext, planThread, type Shared, threadIdFor } from './plan-thread.ts'

export type OpenDeps = Needs<'store'>

/** A guest suffices if one landlord lets all their stays. */
export type ThreadHome = { reservationId: string } | { guestId: string }

interface Guesthood {
  guestId: string
  propertyId?: string | null | undefined
  reservationId?: string | undefined
}

interface OpenOptions {
  audit?: ((threadId: string) => AuditEntry | undefined) | undefined
  /** Throws to refuse an opening or change; `thread` may be a merged one. */
  allow?(context: OpeningContext, thread: StoredThread | undefined): void
  /** False: correct an existing thread, open none. */
  isOpened?: boolean
}

export interface OpenedThread {
  threadId: string
  isNew: boolean
  shared?: Shared
}

/**
 * Concurrent calls open one thread for a guest and a landlord, about the nearest stay. Four round trips, one
 * more for merged threads. Throws `not-found` (home), `validation-failed` (no guest), `message-conflict`
 * (several landlords).
 */
export async function openThread(
  deps: OpenDeps,
  home: ThreadHome,
  options: OpenOptions = {},
): Promise<OpenedThread> {
  const opened = await openFor(deps, await guesthoodOf(deps, home), options)
  if (opened) return opened
  throw new DomainError('thread-not-found', 'There is no thread of that guest.')
}

async function guesthoodOf({ store }: OpenDeps, home: ThreadHome): Promise<Guesthood> {
  if ('guestId' in home) return home
  const { reservationId } = home
  const reservation = await reservationOf(store, reservationId)
  if (!reservation) throw new DomainError('not-found', 'There is no such reservation.')
  const { guestId, propertyId } = reservation
  if (guestId && isDocumentId(guestId)) return { guestId, propertyId, reservationId }
  throw new DomainError('validation-failed', 'The reservation names no guest.', {
    nextAction: 'Have the guest of the reservation written down, then try again.',
  })
}

export const openingEntry =
  (deps: System, actor: Actor, home: ThreadHome) =>
  (threadId: string): AuditEntry | undefined =>
    buildAuditEntry(deps, actor, {
      action: 'thread.open',
      targetType: 'thread',
      targetId: threadId,
      metadata: { threadId, ...home },
    })

export function openFor(
  deps: OpenDeps,
  guesthood: Guesthood,
  { audit, allow, isOpened = true }: OpenOptions = {},
): Promise<OpenedThread | undefined> {
  let isAgain = false
  return amend(deps, {
    async read() {
      const context = await gather(deps, guesthood, isAgain)
      isAgain = true
      return context
    },
    decide(context): { writes?: readonly Write[]; result: OpenedThread | undefined } {
      const plan = planThread(context)
      const thread = 'thread' in plan ? plan.thread : undefined
      if (!thread && !isOpened) return { result: undefined }
      if (!thread && context.stays.length === 0) throw stayMissing()
      allow?.(context, 'thread' in plan && plan.shared ? plan.shared.thread : thread)
      const { threadId } = plan
      if (!('open' in plan)) return { writes: plan.edits.flatMap(threadWrites), result: existingThread(plan) }
      const writes = [...openingWrites(threadId, plan.open), ...audited(audit?.(threadId))]
      return { writes, result: { threadId, isNew: true } }
    },
  })
}

const existingThread = ({ threadId, shared }: Pick<OpenedThread, 'threadId' | 'shared'>): OpenedThread => ({
  threadId,
  isNew: false,
  ...(shared && { shared }),
})

/** `isAgain`: another request may have opened the thread. */
async function gather(deps: OpenDeps, guesthood: Guesthood, isAgain: boolean): Promise<OpeningContext> {
  const { store, clock } = deps
  const { guestId, reservationId } = guesthood
  const stays = await staysOf(store, [guestId])
  const stayIds = stays.map(stay => stay.reservationId)
  const [near, guest, named] = await Promise.all([
    placesOf(store, propertiesOf([guesthood, ...stays])),
    store.read(guests.at(guestId)).then(document => document?.value),
    threadsOfGuest(store, guestId, stayIds),
  ])
  const pointed = [...named, ...(await threadsAt(store, [guest?.threadId], named))]
  const into = pointed.map(({ stored }) => stored.value.mergedInto)
  const guestThreads = [...pointed, ...(await threadsAt(store, into, pointed))]
  const others = propertiesOf(guestThreads.map(({ stored }) => stored.value)).filter(id => !near.has(id))
  const places = new Map([...near, ...(await placesOf(store, others))])
  const context = { guestId, guest, reservationId, stays, places, threads: guestThreads, now: clock.now() }
  const landlord =
    'propertyId' in guesthood
      ? landlordOf(guesthood, places)
      : landlordOfGuest({ ...context, threads: pointed })
  const landlordId = [...places.values()].find(place => place.landlordId === landlord)?.landlordId
  const opened = isAgain ? await threadsAt(store, [threadIdFor(landlord, guestId)], guestThreads) : []
  return { ...context, landlord, landlordId, threads: [...guestThreads, ...opened] }
}

const propertiesOf = (about: readonly { propertyId?: string | null | undefined }[]): string[] => [
  ...new Set(about.flatMap(({ propertyId }) => propertyId || [])),
]

async function threadsAt(
  store: Pick<Store, 'readAll'>,
  threadIds: readonly (string | null | undefined)[],
  present: readonly StoredThread[],
): Promise<StoredThread[]> {
  const ids = [...new Set(threadIds)].flatMap(id => (id && isDocumentId(id) ? id : []))
  const missing = ids.filter(id => !present.some(one => one.threadId === id))
  return (await store.readAll(missing.map(id => threads.at(id)))).map(storedIn)
}

const storedIn = (stored: StoredDocument<Thread>): StoredThread => ({ threadId: stored.id, stored })

async function threadsOfGuest(
  store: Pick<Store, 'find'>,
  guestId: string,
  reservationIds: readonly string[],
): Promise<StoredThread[]> {
  const lists = await Promise.all([
    store.find(threads.sound.where('guestId', '==', guestId)),
    store.find(threads.sound.where('participantIds', 'array-contains', guestId)),
    store.find(threads.sound.where('reservationId', 'in', reservationIds)),
  ])
  return [...byId(lists.flat()).values()].map(storedIn)
}

function landlordOfGuest(context: Omit<OpeningContext, 'landlord'>): string {
  const { guest, stays, places, threads, now } = context
  const dated = livestOf(stays.filter(isDated), now)
  const live = dated.length > 0 ? dated : stays
  const landlords = new Set([
    ...live.map(stay => landlordOf(stay, places)),
    ...(live.length > 0
      ? []
      : threads.map(({ stored: { value } }) => value.landlordId ?? landlordOf(value, places))),
  ])
  const [only] = landlords
  if (only === undefined && !guest) throw new DomainError('not-found', 'There is no such guest.')
  if (only === undefined) throw stayMissing()
  if (landlords.size === 1) return only
  throw new DomainError('message-conflict', 'The guest has stays at several landlords.', {
    nextAction: 'Say which reservation it is about.',
  })
}

const stayMissing = (): DomainError =>
  new DomainError(
    'validation-failed',
    'The guest has no reservation, so nothing says whose guest they are.',
    {
      nextAction: 'Name a reservation, or write down the one of the guest first.',
    },
  )

import type { Actor } from '../../actor.ts'
import { type AuditEntry, buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { change, resolvedAs } from '../../durable/change.ts'
import { DomainError } from '../../errors.ts'
import { isDocumentId } from '../../identifiers.ts'
import type { System } from '../../ports.ts'
import { isDated } from '../guest.ts'
import { landlordOf } from '../inbound/conversation.ts'
import { livestOf } from '../inbound/stay-order.ts'
import type { StoredThread } from '../ports.ts'
import { type Known, planThread, type Shared, type ThreadPlan, threadIdFor } from './plan-thread.ts'

export type OpenDeps = Needs<'guests' | 'threads'>

/** Whose thread: that of a reservation's guest, or of a guest whose stays are all let by one landlord. */
export type ThreadHome = { reservationId: string } | { guestId: string }

/** A guest, and the property at which they stay. */
interface Guesthood {
  guestId: string
  propertyId?: string | null | undefined
  reservationId?: string | undefined
}

interface OpenOptions {
  /** Said of a thread that is opened. */
  audit?: ((threadId: string) => AuditEntry | undefined) | undefined
  /** Throws where a thread must be neither opened nor changed; given the one of the guest, also where it is merged. */
  allow?(known: Known, thread: StoredThread | undefined): void
  /** False: a thread that is there is kept right, but none is opened. */
  isOpened?: boolean
}

export interface OpenedThread {
  threadId: string
  isNew: boolean
  shared?: Shared
}

/**
 * The one thread of a guest and a landlord, opened if there is none, and about the stay that counts now. However many do
 * this at once, there is one. Four round trips, one more where threads are merged. Throws `not-found` for what is unknown, `validation-failed` where nothing
 * says whose guest it is, and `message-conflict` for a guest with stays at several landlords.
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

async function guesthoodOf({ guests }: OpenDeps, home: ThreadHome): Promise<Guesthood> {
  if ('guestId' in home) return home
  const { reservationId } = home
  const reservation = await guests.reservation(reservationId)
  if (!reservation) throw new DomainError('not-found', 'There is no such reservation.')
  const { guestId, propertyId } = reservation
  if (guestId && isDocumentId(guestId)) return { guestId, propertyId, reservationId }
  throw new DomainError('validation-failed', 'The reservation names no guest.', {
    nextAction: 'Have the guest of the reservation written down, then try again.',
  })
}

/** That somebody opened a thread. */
export const openingEntry =
  (deps: System, actor: Actor, home: ThreadHome) =>
  (threadId: string): AuditEntry | undefined =>
    buildAuditEntry(deps, actor, {
      action: 'thread.open',
      targetType: 'thread',
      targetId: threadId,
      metadata: { threadId, ...home },
    })

/** The same for a guest at a property; undefined where there is no thread and none is to be opened. */
export const openFor = (
  deps: OpenDeps,
  guesthood: Guesthood,
  { audit, allow, isOpened = true }: OpenOptions = {},
): Promise<OpenedThread | undefined> =>
  change<Known, ThreadPlan, OpenedThread | undefined>(deps, {
    read: tried => gather(deps, guesthood, tried.length > 0),
    decide(known) {
      const plan = planThread(known)
      const found = 'found' in plan ? plan.found : undefined
      if (!found && !isOpened) return { result: undefined }
      if (!found && known.stays.length === 0) throw stayMissing()
      allow?.(known, 'found' in plan && plan.shared ? plan.shared.thread : found)
      if ('found' in plan && plan.edits.length === 0) return { result: foundBy(plan) }
      return { write: plan }
    },
    async commit(plan) {
      const { threadId } = plan
      if ('open' in plan) {
        const ended = await deps.threads.open(threadId, plan.open, { audits: [audit?.(threadId)] })
        return resolvedAs(ended, { threadId, isNew: true })
      }
      return resolvedAs(await deps.threads.changeTogether(plan.edits), foundBy(plan))
    },
  })

const foundBy = ({ threadId, shared }: Pick<OpenedThread, 'threadId' | 'shared'>): OpenedThread => ({
  ...{ threadId, isNew: false },
  ...(shared && { shared }),
})

/** `isAgain`: another one may have opened the thread under its id. */
async function gather(deps: OpenDeps, guesthood: Guesthood, isAgain: boolean): Promise<Known> {
  const { guests, threads, clock } = deps
  const { guestId, reservationId } = guesthood
  const stays = await guests.staysOf([guestId])
  const stayIds = stays.map(stay => stay.reservationId)
  const [near, guest, named] = await Promise.all([
    guests.placesOf(propertiesOf([guesthood, ...stays])),
    guests.read([guestId]).then(read => read.get(guestId)?.value),
    threads.ofGuest(guestId, stayIds),
  ])
  const pointed = [...named, ...(await threadsAt(deps, [guest?.threadId], named))]
  const into = pointed.map(({ stored }) => stored.value.mergedInto)
  const found = [...pointed, ...(await threadsAt(deps, into, pointed))]
  const others = propertiesOf(found.map(({ stored }) => stored.value)).filter(id => !near.has(id))
  const places = new Map([...near, ...(await guests.placesOf(others))])
  const known = { guestId, guest, reservationId, stays, places, threads: found, now: clock.now() }
  const landlord =
    'propertyId' in guesthood
      ? landlordOf(guesthood, places)
      : landlordOfGuest({ ...known, threads: pointed })
  const landlordId = [...places.values()].find(place => place.landlordId === landlord)?.landlordId
  const opened = isAgain ? await threadsAt(deps, [threadIdFor(landlord, guestId)], found) : []
  return { ...known, landlord, landlordId, threads: [...found, ...opened] }
}

const propertiesOf = (about: readonly { propertyId?: string | null | undefined }[]): string[] => [
  ...new Set(about.flatMap(({ propertyId }) => propertyId || [])),
]

/** The threads of those ids that were not found yet. */
async function threadsAt(
  { threads }: OpenDeps,
  threadIds: readonly (string | null | undefined)[],
  found: readonly StoredThread[],
): Promise<StoredThread[]> {
  const wanted = [...new Set(threadIds)].flatMap(id => (id && isDocumentId(id) ? id : []))
  const missing = wanted.filter(id => !found.some(one => one.threadId === id))
  const read = await Promise.all(
    missing.map(async threadId => ({ threadId, stored: await threads.read(threadId) })),
  )
  return read.flatMap(({ threadId, stored }) => (stored ? { threadId, stored } : []))
}

/** By whom all live stays of a guest are let; of one without stays, by whom their threads are. */
function landlordOfGuest(known: Omit<Known, 'landlord'>): string {
  const { guest, stays, places, threads, now } = known
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

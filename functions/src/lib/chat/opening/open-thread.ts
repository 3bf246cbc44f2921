import type { Actor } from '../../actor.ts'
import { type AuditEntry, audited, buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { amend } from '../../durable/amend.ts'
import { DomainError } from '../../errors.ts'
import { guestKeys } from '../../finding-keys.ts'
import { guestIdFor } from '../../guest.ts'
import { isDocumentId } from '../../identifiers.ts'
import type { System } from '../../ports.ts'
import { isAmong } from '../../spellings.ts'
import { byId, create, expiring, patch, type Store, type StoredDocument, type Write } from '../../store.ts'
import { isNumber } from '../channels/phone.ts'
import { landlordOf } from '../conversation.ts'
import { guests, isDated, storedGuest } from '../guest.ts'
import type { StoredThread } from '../ports.ts'
import { findSenders, type Sender } from '../senders.ts'
import { livestOf } from '../stay-order.ts'
import { placesOf, reservationOf, staysOf } from '../stays.ts'
import type { Thread } from '../thread.ts'
import { openingWrites, threads, threadWrites } from '../thread-writes.ts'
import { type Contact, type OpeningContext, planThread, type Shared, threadIdFor } from './plan-thread.ts'

export type OpenDeps = Needs<'store'>

/** A guest suffices if one landlord lets all their stays, or as the `contact` at an address. */
export type ThreadHome = { reservationId: string } | { guestId: string; contact?: Contact }

interface Guesthood {
  guestId: string
  propertyId?: string | null | undefined
  reservationId?: string | undefined
  contact?: Contact
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
      metadata: { threadId, ...idsOf(home) },
    })

export const idsOf = (home: ThreadHome) =>
  'guestId' in home ? { guestId: home.guestId } : { reservationId: home.reservationId }

/** The only guest at the address, or a new one. Throws `message-conflict` for several. */
export async function homeOf(
  { store, rules }: OpenDeps & Needs<'rules'>,
  contact: Contact,
  sender: Sender = { from: contact.address },
): Promise<ThreadHome & { guestId: string }> {
  const { likely } = await findSenders(store, sender)
  const [guest, ...others] = likely
  if (others.length > 0)
    throw new DomainError('message-conflict', 'Several guests have this number.', {
      nextAction: 'Choose the guest or the reservation that it is about.',
    })
  if (guest) return { guestId: guest.guestId, contact }
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? contact.address : `${contact.address}#${number}`
    const guestId = guestIdFor(rules.guestKey(), key)
    const holder = await store.read(guests.at(guestId))
    // A former holder of the number may have another one now.
    if (!holder || isAmong([contact.address], holder.value.phone)) return { guestId, contact }
  }
}

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
      if (!thread && context.stays.length === 0 && !context.contact) throw stayMissing()
      allow?.(context, 'thread' in plan && plan.shared ? plan.shared.thread : thread)
      const { threadId } = plan
      const isNewGuest = context.contact !== undefined && context.guestRevision === undefined
      const hasNoStay = 'open' in plan && !plan.open.reservationId
      const guest = isNewGuest || hasNoStay ? contactWrites(context, threadId) : []
      if (!('open' in plan))
        return { writes: [...plan.edits.flatMap(threadWrites), ...guest], result: existingThread(plan) }
      const end = isNewGuest ? expiring('guests', context.now) : {}
      const writes = [...openingWrites(threadId, plan.open, end), ...guest, ...audited(audit?.(threadId))]
      return { writes, result: { threadId, isNew: true } }
    },
  })
}

/** A guest without a stay is found by the thread. */
function contactWrites(
  { guestId, guest, guestRevision, contact, now }: OpeningContext,
  threadId: string,
): Write[] {
  if (!contact) return []
  const fields = { threadId, ...expiring('guests', now, guest?.expireAt) }
  const place = guests.at(guestId)
  if (guestRevision) return [patch(place, fields, guestRevision)]
  return [create(place, { ...newGuest(contact), ...fields })]
}

const newGuest = ({ address, name }: Contact) => ({
  ...(isNumber(address) ? { phone: address, ...guestKeys({ phone: address }) } : { addresses: [address] }),
  ...(name && { name }),
})

const existingThread = ({ threadId, shared }: Pick<OpenedThread, 'threadId' | 'shared'>): OpenedThread => ({
  threadId,
  isNew: false,
  ...(shared && { shared }),
})

/** `isAgain`: another request may have opened the thread. */
async function gather(deps: OpenDeps, guesthood: Guesthood, isAgain: boolean): Promise<OpeningContext> {
  const { store, clock } = deps
  const { guestId, reservationId, contact } = guesthood
  const stays = await staysOf(store, [guestId])
  const stayIds = stays.map(stay => stay.reservationId)
  const [near, guest, named] = await Promise.all([
    placesOf(store, propertiesOf([guesthood, contact ?? {}, ...stays])),
    store.read(guests.at(guestId)),
    threadsOfGuest(store, guestId, stayIds),
  ])
  const pointed = [...named, ...(await threadsAt(store, [guest?.value.threadId], named))]
  const into = pointed.map(({ stored }) => stored.value.mergedInto)
  const guestThreads = [...pointed, ...(await threadsAt(store, into, pointed))]
  const others = propertiesOf(guestThreads.map(({ stored }) => stored.value)).filter(id => !near.has(id))
  const places = new Map([...near, ...(await placesOf(store, others))])
  const context = {
    guestId,
    guest: guest?.value ?? (contact && storedGuest.parse(newGuest(contact))),
    guestRevision: guest?.revision,
    contact,
    reservationId,
    stays,
    places,
    threads: guestThreads,
    now: clock.now(),
  }
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
  store: Store,
  threadIds: readonly (string | null | undefined)[],
  present: readonly StoredThread[],
): Promise<StoredThread[]> {
  const ids = [...new Set(threadIds)].flatMap(id => (id && isDocumentId(id) ? id : []))
  const missing = ids.filter(id => !present.some(one => one.threadId === id))
  return (await store.readAll(missing.map(id => threads.at(id)))).map(storedIn)
}

const storedIn = (stored: StoredDocument<Thread>): StoredThread => ({ threadId: stored.id, stored })

async function threadsOfGuest(
  store: Store,
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
  const { guest, contact, stays, places, threads, now } = context
  const dated = livestOf(stays.filter(isDated), now)
  const live = dated.length > 0 ? dated : stays
  const landlords = new Set([
    ...live.map(stay => landlordOf(stay, places)),
    ...(live.length > 0
      ? []
      : threads.map(({ stored: { value } }) => value.landlordId ?? landlordOf(value, places))),
  ])
  const [only, ...others] = landlords
  if (only !== undefined && others.length === 0) return only
  if (contact && (only === undefined || contact.propertyId)) return landlordOf(contact, places)
  if (only === undefined && !guest) throw new DomainError('not-found', 'There is no such guest.')
  if (only === undefined) throw stayMissing()
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

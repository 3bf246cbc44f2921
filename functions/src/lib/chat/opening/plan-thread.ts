import { digestOf } from '../../digest.ts'
import type { Revision } from '../../ports.ts'
import { guestIdOfBooking } from '../../reservations/plan-guest.ts'
import { landlordOf, noLandlord } from '../conversation.ts'
import { stayChange } from '../desk/desk.ts'
import type { ThreadStay } from '../desk/stay-phase.ts'
import { type Guest, type GuestStay, isDated, type Place } from '../guest.ts'
import type { StoredThread, ThreadEdit, ThreadFields } from '../ports.ts'
import { nearestFirst, nearestUntil } from '../stay-order.ts'
import type { NewThread, Thread } from '../thread.ts'

/** A person by number or chatapp id, with or without a booking. */
export interface Contact {
  address: string
  name?: string | null | undefined
  /** Without a stay the thread is about it. */
  propertyId?: string | undefined
}

/** `threads` include merge targets of the guest's threads. */
export interface OpeningContext {
  guestId: string
  guest?: Guest | undefined
  /** Undefined: the guest is new. */
  guestRevision?: Revision | undefined
  contact?: Contact | undefined
  landlord: string
  landlordId?: string | undefined
  reservationId?: string | undefined
  stays: readonly GuestStay[]
  places: ReadonlyMap<string, Place>
  threads: readonly StoredThread[]
  now: Date
}

export type ThreadPlan = { threadId: string } & (
  | { open: NewThread }
  | { thread: StoredThread; edits: readonly ThreadEdit[]; shared?: Shared }
)

/** Another guest also writes in the thread; the stay leads messages to this guest. */
export interface Shared {
  thread: StoredThread
  stayId: string | null | undefined
}

/** Concurrent openings compute the same id. */
export const threadIdFor = (landlord: string, guestId: string): string => `g-${digestOf([landlord, guestId])}`

export function planThread(context: OpeningContext): ThreadPlan {
  const { guestId, guest, landlord, landlordId } = context
  const ownId = threadIdFor(landlord, guestId)
  const isOwn = (thread: StoredThread) => isTheirs(context, ownId, thread)
  const theirs = context.threads.filter(isOwn).toSorted(bestFirst(context, ownId))
  const [main, ...others] = new Set(theirs.map(thread => whereMerged(context, thread)))
  const stay = stayOf(context)
  const [best] = theirs
  if (!main || !best) {
    const about = stay?.fields ?? propertyOf(context.contact)
    const days = daysOf(context, stay?.fields.reservationId)
    return {
      threadId: ownId,
      open: {
        source: 'platform',
        participantIds: [guestId, ...(landlordId && landlordId !== guestId ? [landlordId] : [])],
        needsAttention: [],
        needsAttentionMap: {},
        version: 0,
        // Lists sort by it.
        updatedAt: context.now,
        guestId,
        ...(landlordId && { landlordId }),
        ...about,
        ...nameChange(context, {}, about.propertyId),
        teamId: teamAt(context, about.propertyId),
        ...(stay?.until && stayChange({}, stay.until)),
        ...(days && { stay: days }),
        ...(guest?.name && { guestName: guest.name }),
        ...(guest?.expireAt && { expireAt: guest.expireAt }),
      },
    }
  }
  const edits = context.threads.flatMap(thread => {
    const { threadId, stored } = thread
    const { value, revision } = stored
    // Another guest's thread keeps its fields for a later unmerge.
    const isFound = thread === main && isOwn(main)
    // A company's per-stay threads keep their stays.
    const change = isFound
      ? changeOf(context, value, others.length === 0 ? stay : undefined, isOurs(context, threadId))
      : daysChange(context, value)
    return change ? [{ threadId, revision, ...change }] : []
  })
  const { threadId, stored } = main
  const { mergedIds, writerIds } = stored.value
  const isShared = !isOwn(main) || mergedIds.length > 0 || writerIds.length > 0
  const shared = { thread: best, stayId: stay?.fields.reservationId }
  return { threadId, thread: main, edits, ...(isShared && { shared }) }
}

const propertyOf = (contact: Contact | undefined): Pick<NewThread, 'propertyId'> =>
  contact?.propertyId === undefined ? {} : { propertyId: contact.propertyId }

const whereMerged = ({ threads }: OpeningContext, thread: StoredThread): StoredThread =>
  threads.find(({ threadId }) => threadId === thread.stored.value.mergedInto) ?? thread

/** A thread from before the booking has the id of no landlord. */
const isOurs = ({ landlord, guestId }: OpeningContext, threadId: string): boolean =>
  [landlord, noLandlord].some(one => threadIdFor(one, guestId) === threadId)

interface StayThatCounts {
  fields: Pick<NewThread, 'reservationId' | 'propertyId'>
  until: Date | undefined
}

function stayOf({ landlord, stays, places, now }: OpeningContext): StayThatCounts | undefined {
  const own = stays
    .filter(stay => landlordOf(stay, places) === landlord)
    .map((stay): GuestStay & { timeZone?: string | undefined } => {
      return { ...stay, timeZone: places.get(stay.propertyId ?? '')?.timeZone }
    })
    .toSorted((a, b) => (a.reservationId < b.reservationId ? -1 : 1))
  const dated = own.filter(isDated)
  const nearest = dated.toSorted(nearestFirst(now))[0] ?? own[0]
  return (
    nearest && {
      fields: { reservationId: nearest.reservationId, propertyId: nearest.propertyId },
      until: nearestUntil(dated, now),
    }
  )
}

function daysOf(
  { stays, places }: OpeningContext,
  reservationId: string | null | undefined,
): ThreadStay | undefined {
  const stay = stays.find(one => one.reservationId === reservationId)
  if (!stay || !isDated(stay) || stay.status === 'cancelled') return undefined
  const { arrival, departure, propertyId } = stay
  const timeZone = places.get(propertyId ?? '')?.timeZone
  return { arrival, departure, ...(timeZone && { timeZone }) }
}

const isSameStay = (one: ThreadStay | undefined, other: ThreadStay | null | undefined): boolean =>
  one?.arrival === other?.arrival && one?.departure === other?.departure && one?.timeZone === other?.timeZone

/** Null: the default queue. */
const teamAt = ({ places }: OpeningContext, propertyId: string | null | undefined): string | null =>
  places.get(propertyId ?? '')?.teamId ?? null

type Change = Pick<ThreadEdit, 'fields'>

function nameChange(
  { places }: OpeningContext,
  thread: Pick<Thread, 'propertyId' | 'propertyName'>,
  propertyId: string | null | undefined,
): Pick<ThreadFields, 'propertyName'> {
  const name = places.get(propertyId ?? '')?.name
  const before = (propertyId ?? null) === (thread.propertyId ?? null) ? thread.propertyName : null
  const propertyName = name ?? before ?? null
  return propertyName === (thread.propertyName ?? null) ? {} : { propertyName }
}

const changeTo = (fields: ThreadFields): Change | undefined =>
  Object.keys(fields).length === 0 ? undefined : { fields }

function daysChange(context: OpeningContext, thread: Thread): Change | undefined {
  const { source, reservationId, propertyId, stay } = thread
  const isAbout = source !== 'support' && context.stays.some(one => one.reservationId === reservationId)
  if (!isAbout) return undefined
  const days = daysOf(context, reservationId)
  return changeTo({
    ...(!isSameStay(days, stay) && { stay: days ?? null }),
    ...nameChange(context, thread, propertyId),
  })
}

function changeOf(
  context: OpeningContext,
  thread: Thread,
  stay: StayThatCounts | undefined,
  isOwn: boolean,
): Change | undefined {
  const { guestId, landlordId, guest } = context
  const moves = stay !== undefined && stay.fields.reservationId !== thread.reservationId
  const changesProperty = moves && (stay.fields.propertyId ?? null) !== (thread.propertyId ?? null)
  // The team with the deadline keeps a waiting guest.
  const needsTeam = (changesProperty || thread.teamId === undefined) && !thread.unansweredSince
  const days = daysOf(context, moves ? stay.fields.reservationId : thread.reservationId)
  const stayDueAt = stay?.until ?? null
  const isDueElsewhen = stayDueAt?.getTime() !== thread.stayDueAt?.getTime()
  // A thread with messages ends with the last one, or never.
  const isUnwritten = thread.expireAt && !thread.lastMessage
  const expireAt = isUnwritten && guest?.expireAt
  return changeTo({
    ...(thread.guestId !== guestId && { guestId }),
    ...(!thread.landlordId && landlordId && { landlordId, ...joining(thread, landlordId, isOwn) }),
    ...(moves && stay.fields),
    ...nameChange(context, thread, (moves ? stay.fields : thread).propertyId),
    ...(needsTeam && { teamId: teamAt(context, (moves ? stay.fields : thread).propertyId) }),
    ...(!isSameStay(days, thread.stay) && { stay: days ?? null }),
    ...(expireAt && expireAt.getTime() !== thread.expireAt?.getTime() && { expireAt }),
    ...(isDueElsewhen && stayChange(thread, stayDueAt)),
    // A company's name for its own thread stays.
    ...(isOwn &&
      guest?.name &&
      guest.name !== thread.guestName && {
        guestName: guest.name,
        version: thread.version + 1,
      }),
  })
}

const joining = (
  { participantIds, removedIds, version }: Thread,
  landlordId: string,
  isOwn: boolean,
): Pick<ThreadFields, 'participantIds' | 'version'> =>
  !isOwn || removedIds.includes(landlordId) || participantIds.includes(landlordId)
    ? {}
    : { participantIds: [...participantIds, landlordId], version: version + 1 }

function isTheirs(context: OpeningContext, ownId: string, { threadId, stored }: StoredThread): boolean {
  const { guestId, landlord, stays } = context
  const thread = stored.value
  if (threadId === ownId) return true
  if (thread.source === 'support') return false
  const stay = stays.find(({ reservationId }) => reservationId === thread.reservationId)
  const isOfGuest = thread.guestId
    ? thread.guestId === guestId || (stay !== undefined && isOfStay(thread.guestId, stay))
    : stay !== undefined || !thread.reservationId
  return isOfGuest && (letBy(context, thread) ?? landlord) === landlord
}

function letBy(
  { landlord, stays, places }: OpeningContext,
  { landlordId, propertyId, reservationId, participantIds }: Thread,
): string | undefined {
  if (landlordId) return landlordId
  const stay = stays.find(one => one.reservationId === reservationId)
  if (propertyId || stay) return landlordOf(propertyId ? { propertyId } : (stay ?? {}), places)
  const landlords = [...places.values()].flatMap(place => place.landlordId ?? [])
  const present = landlords.filter(id => participantIds.includes(id))
  return present.includes(landlord) ? landlord : present[0]
}

/** A booking without a number had a stand-in guest. */
export const isOfStay = (
  guestId: string | null | undefined,
  { guestId: ofStay, reservationId = '' }: Partial<Pick<GuestStay, 'guestId' | 'reservationId'>>,
): boolean =>
  !guestId ||
  guestId === ofStay ||
  guestId === guestIdOfBooking(reservationId.slice(0, reservationId.lastIndexOf('_')))

function bestFirst(context: OpeningContext, ownId: string): (a: StoredThread, b: StoredThread) => number {
  const { landlord, reservationId, guest } = context
  const rank = ({ threadId, stored: { value } }: StoredThread): string => {
    const isOwn = threadId === ownId
    const isWanted =
      reservationId === undefined ? threadId === guest?.threadId : value.reservationId === reservationId
    const merits = [isOwn || letBy(context, value) === landlord, isWanted, isOwn]
    return `${merits.map(has => (has ? 'a' : 'b')).join('')} ${threadId}`
  }
  return (a, b) => (rank(a) < rank(b) ? -1 : 1)
}

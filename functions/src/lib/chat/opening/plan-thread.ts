import { digestOf } from '../../digest.ts'
import { guestIdOfBooking } from '../../reservations/plan-guest.ts'
import { stayChange } from '../desk/desk.ts'
import type { ThreadStay } from '../desk/stay-phase.ts'
import type { Guest, GuestStay, Place } from '../guest.ts'
import { isDated } from '../guest.ts'
import { landlordOf } from '../inbound/conversation.ts'
import { nearestFirst, nearestUntil } from '../inbound/stay-order.ts'
import type { StoredThread, ThreadEdit, ThreadFields } from '../ports.ts'
import type { NewThread, Thread } from '../thread.ts'

/** A guest of one landlord, and every thread that may be theirs, or into which one of those is merged. */
export interface Known {
  guestId: string
  guest?: Guest | undefined
  /** By `landlordOf`. */
  landlord: string
  landlordId?: string | undefined
  /** The stay that the thread is wanted for. */
  reservationId?: string | undefined
  /** Of the guest, at any landlord. */
  stays: readonly GuestStay[]
  places: ReadonlyMap<string, Place>
  threads: readonly StoredThread[]
  now: Date
}

/** The thread of that id is made, or found, and it and others of the guest are made right. */
export type ThreadPlan = { threadId: string } & (
  | { open: NewThread }
  | { found: StoredThread; edits: readonly ThreadEdit[]; shared?: Shared }
)

/** Where another guest writes in the thread, too: the guest's own one, and the stay that leads a message to them. */
export interface Shared {
  thread: StoredThread
  stayId: string | null | undefined
}

/** The same for everybody who opens the thread of a guest and a landlord at the same time. */
export const threadIdFor = (landlord: string, guestId: string): string => `g-${digestOf([landlord, guestId])}`

/** One thread for a guest and a landlord: theirs that is there, else a new one, about the stay that counts now. */
export function planThread(known: Known): ThreadPlan {
  const { guestId, guest, landlord, landlordId } = known
  const ownId = threadIdFor(landlord, guestId)
  const isOwn = (thread: StoredThread) => isTheirs(known, ownId, thread)
  const theirs = known.threads.filter(isOwn).toSorted(bestFirst(known, ownId))
  const [found, ...others] = new Set(theirs.map(thread => whereMerged(known, thread)))
  const stay = stayOf(known)
  const [best] = theirs
  if (!found || !best) {
    const days = daysOf(known, stay?.fields.reservationId)
    return {
      threadId: ownId,
      open: {
        source: 'platform',
        participantIds: [guestId, ...(landlordId && landlordId !== guestId ? [landlordId] : [])],
        needsAttention: [],
        needsAttentionMap: {},
        version: 0,
        // Lists are ordered by it.
        updatedAt: known.now,
        guestId,
        ...(landlordId && { landlordId }),
        ...stay?.fields,
        ...nameChange(known, {}, stay?.fields.propertyId),
        teamId: teamAt(known, stay?.fields.propertyId),
        ...(stay?.until && stayChange({}, stay.until)),
        ...(days && { stay: days }),
        ...(guest?.name && { guestName: guest.name }),
        ...(guest?.expireAt && { expireAt: guest.expireAt }),
      },
    }
  }
  const edits = known.threads.flatMap(thread => {
    const { threadId, stored } = thread
    const { value, revision } = stored
    // What another guest's is said to be stays as it is, so that it can be taken apart.
    const isFound = thread === found && isOwn(found)
    // Where a company has a thread for each stay, each keeps its own.
    const change = isFound
      ? changeOf(known, value, others.length === 0 ? stay : undefined, threadId === ownId)
      : daysChange(known, value)
    return change ? [{ threadId, revision, ...change }] : []
  })
  const { threadId, stored } = found
  const { mergedIds, writerIds } = stored.value
  const isShared = !isOwn(found) || mergedIds.length > 0 || writerIds.length > 0
  const shared = { thread: best, stayId: stay?.fields.reservationId }
  return { threadId, found, edits, ...(isShared && { shared }) }
}

/** A thread, or the one into which it is merged, if that is there. */
const whereMerged = ({ threads }: Known, thread: StoredThread): StoredThread =>
  threads.find(({ threadId }) => threadId === thread.stored.value.mergedInto) ?? thread

/** The stay that a thread is about, and until when. */
interface StayThatCounts {
  fields: Pick<NewThread, 'reservationId' | 'propertyId'>
  until: Date | undefined
}

/** The stay that a guest's thread with the landlord is about: the current one, else the next, else the last. */
function stayOf({ landlord, stays, places, now }: Known): StayThatCounts | undefined {
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

/** When a stay is, and by which clock; undefined for one that is not known, has no days or was cancelled. */
function daysOf({ stays, places }: Known, reservationId: string | null | undefined): ThreadStay | undefined {
  const stay = stays.find(one => one.reservationId === reservationId)
  if (!stay || !isDated(stay) || stay.status === 'cancelled') return undefined
  const { arrival, departure, propertyId } = stay
  const timeZone = places.get(propertyId ?? '')?.timeZone
  return { arrival, departure, ...(timeZone && { timeZone }) }
}

const isSameStay = (one: ThreadStay | undefined, other: ThreadStay | null | undefined): boolean =>
  one?.arrival === other?.arrival && one?.departure === other?.departure && one?.timeZone === other?.timeZone

/** Of a property's team; null for the default queue. */
const teamAt = ({ places }: Known, propertyId: string | null | undefined): string | null =>
  places.get(propertyId ?? '')?.teamId ?? null

type Change = Pick<ThreadEdit, 'fields'>

/** What a thread says of its property's name; the one that it has stays where none is known. */
function nameChange(
  { places }: Known,
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

/** A thread about one of the guest's stays says when and where that is, whosever it is. */
function daysChange(known: Known, thread: Thread): Change | undefined {
  const { source, reservationId, propertyId, stay } = thread
  const isAbout = source !== 'support' && known.stays.some(one => one.reservationId === reservationId)
  if (!isAbout) return undefined
  const days = daysOf(known, reservationId)
  return changeTo({
    ...(!isSameStay(days, stay) && { stay: days ?? null }),
    ...nameChange(known, thread, propertyId),
  })
}

function changeOf(
  known: Known,
  thread: Thread,
  stay: StayThatCounts | undefined,
  isOurs: boolean,
): Change | undefined {
  const { guestId, landlordId, guest } = known
  const moves = stay !== undefined && stay.fields.reservationId !== thread.reservationId
  const changesProperty = moves && (stay.fields.propertyId ?? null) !== (thread.propertyId ?? null)
  // A guest who waits does so for the team whose deadline it is.
  const needsTeam = (changesProperty || thread.teamId === undefined) && !thread.unansweredSince
  const days = daysOf(known, moves ? stay.fields.reservationId : thread.reservationId)
  const stayDueAt = stay?.until ?? null
  const isDueElsewhen = stayDueAt?.getTime() !== thread.stayDueAt?.getTime()
  // Once somebody has written it ends with the last message, or not at all.
  const isUnwritten = thread.expireAt && !thread.lastMessage
  const expireAt = isUnwritten && guest?.expireAt
  return changeTo({
    ...(thread.guestId !== guestId && { guestId }),
    ...(!thread.landlordId && landlordId && { landlordId }),
    ...(moves && stay.fields),
    ...nameChange(known, thread, (moves ? stay.fields : thread).propertyId),
    ...(needsTeam && { teamId: teamAt(known, (moves ? stay.fields : thread).propertyId) }),
    ...(!isSameStay(days, thread.stay) && { stay: days ?? null }),
    ...(expireAt && expireAt.getTime() !== thread.expireAt?.getTime() && { expireAt }),
    ...(isDueElsewhen && stayChange(thread, stayDueAt)),
    // A company's name for its own thread stays.
    ...(isOurs && guest?.name && guest.name !== thread.guestName && renamed(thread, guest.name)),
  })
}

const renamed = ({ version }: Thread, guestName: string): ThreadFields => ({
  guestName,
  version: version + 1,
})

/** Whether a thread is the guest's and the landlord's, or the guest's and nobody says whose else. */
function isTheirs(known: Known, ownId: string, { threadId, stored }: StoredThread): boolean {
  const { guestId, landlord, stays } = known
  const thread = stored.value
  if (threadId === ownId) return true
  if (thread.source === 'support') return false
  const stay = stays.find(({ reservationId }) => reservationId === thread.reservationId)
  const isOfGuest = thread.guestId
    ? thread.guestId === guestId || (stay !== undefined && isOfStay(thread.guestId, stay))
    : stay !== undefined || !thread.reservationId
  return isOfGuest && (letBy(known, thread) ?? landlord) === landlord
}

/** By whom the stay of a thread is let: as the thread says, its property, or who takes part. Else undefined. */
function letBy(
  { landlord, stays, places }: Known,
  { landlordId, propertyId, reservationId, participantIds }: Thread,
): string | undefined {
  if (landlordId) return landlordId
  const stay = stays.find(one => one.reservationId === reservationId)
  if (propertyId || stay) return landlordOf(propertyId ? { propertyId } : (stay ?? {}), places)
  const landlords = [...places.values()].flatMap(place => place.landlordId ?? [])
  const present = landlords.filter(id => participantIds.includes(id))
  return present.includes(landlord) ? landlord : present[0]
}

/**
 * Whether a thread of that guest is about the stay: of its guest, or of the one that stood for them until the booking
 * had a number.
 */
export const isOfStay = (
  guestId: string | null | undefined,
  { guestId: ofStay, reservationId = '' }: Partial<Pick<GuestStay, 'guestId' | 'reservationId'>>,
): boolean =>
  !guestId ||
  guestId === ofStay ||
  guestId === guestIdOfBooking(reservationId.slice(0, reservationId.lastIndexOf('_')))

/** Those that say whose they are before others, that of the wanted stay or of the guest, ours, then by their ids. */
function bestFirst(known: Known, ownId: string): (a: StoredThread, b: StoredThread) => number {
  const { landlord, reservationId, guest } = known
  const rank = ({ threadId, stored: { value } }: StoredThread): string => {
    const isOwn = threadId === ownId
    const isWanted =
      reservationId === undefined ? threadId === guest?.threadId : value.reservationId === reservationId
    const merits = [isOwn || letBy(known, value) === landlord, isWanted, isOwn]
    return `${merits.map(has => (has ? 'a' : 'b')).join('')} ${threadId}`
  }
  return (a, b) => (rank(a) < rank(b) ? -1 : 1)
}

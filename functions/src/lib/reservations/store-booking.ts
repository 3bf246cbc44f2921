import { systemActorId } from '../actor.ts'
import { bestEffort } from '../best-effort.ts'
import { noteReason } from '../connection/channels/stored-channel.ts'
import type { Conflict, Pull } from '../connection/pulls/pull.ts'
import { type PullPatch, type PullRecord, pullWrite } from '../connection/pulls/stored-pull.ts'
import { amend } from '../durable/amend.ts'
import { guestKeys, reservationKeys } from '../finding-keys.ts'
import { guestContacts } from '../guest.ts'
import { type ItemChange, items, itemWrites } from '../items/item.ts'
import type { Revision } from '../ports.ts'
import { byId, expiring, patch, put, union, type Write, without } from '../store.ts'
import { type Alarms, endingAlarms, openAlarms } from './alarms.ts'
import type { BookingRevision, FeedEntry } from './booking.ts'
import { bookingContext } from './booking-context.ts'
import { isUnmapped } from './booking-items.ts'
import { type BookingPlan, planBooking } from './plan-booking.ts'
import type { BookingContext, BookingWrite, GuestWrite } from './ports.ts'
import { changePull, type PullDeps, type PullRun, renewedLease, rereadPull } from './pull-run.ts'
import { type Reservation, reservations, storedReservation } from './reservation.ts'

export async function bookingWriter(deps: PullDeps, run: PullRun, entries: readonly FeedEntry[]) {
  const { propertyId } = run
  const load = () => bookingContext(deps, propertyId, entries)
  let context = await load()

  /** Undefined for a stay at another landlord. */
  return async (revision: BookingRevision, alarms: Alarms): Promise<Booked | undefined> => {
    if (context.foreign?.has(revision.bookingId)) return undefined
    const planned = async (record: PullRecord) => {
      const plan = planBooking({ propertyId, revision, context, at: deps.clock.now() })
      const ofItems = plan.write ? await itemsOf(deps, plan.write, openAlarms(revision, alarms)) : []
      return { record, plan, ofItems }
    }
    const { plan, isKnown } = await amend(deps, {
      async read() {
        const record = await rereadPull(deps, run)
        context = await load()
        return planned(record)
      },
      first: await planned(run.record),
      decide({ record, plan, ofItems }) {
        const { write } = plan
        if (!write) return { result: { plan, isKnown: true } }
        const patch = { ...renewedLease(deps), ...tally(record.value, plan) }
        const stays = bookingWrites(write)
        return {
          writes: [pullWrite(propertyId, record, patch), ...stays, ...ofItems],
          result: { plan, isKnown: false },
          written({ result, revisions: [, ...revisions] }) {
            run.record = { value: { ...record.value, ...patch }, revision: result }
            const at = new Map(stays.map(({ path }, position) => [path, revisions[position]]))
            rememberWritten(context, write, ({ path }) => at.get(path))
            return { plan, isKnown: false }
          },
        }
      },
    })
    const { write } = plan
    if (!isKnown && write?.opened.some(isUnmapped)) await lookSoon(deps, propertyId, write.at)
    if (isKnown) await countKnown(deps, run, plan)
    const stays = plan.own.flatMap(id => context.reservations.get(id)?.value ?? [])
    return {
      propertyId,
      guestId: stays[0]?.guestId ?? undefined,
      formerGuestId: stays[0]?.formerGuestId ?? undefined,
      isConfirmed: stays.some(({ status }) => status === 'confirmed'),
      over: isKnown ? endingAlarms(revision, alarms, stays[0]) : [],
      isUnsure: plan.isUnsure,
    }
  }
}

export interface Booked {
  propertyId: string
  guestId: string | undefined
  formerGuestId: string | undefined
  isConfirmed: boolean
  over: string[]
  isUnsure: boolean
}

const lookSoon = ({ log, store }: PullDeps, propertyId: string, at: Date): Promise<unknown> =>
  bestEffort(log, 'reason to look at a channel', () => noteReason(store, { propertyId }, at))

async function countKnown(deps: PullDeps, run: PullRun, plan: BookingPlan): Promise<void> {
  if (Object.keys(tally(run.record.value, plan)).length > 0)
    await changePull(deps, run, pull => ({ patch: tally(pull, plan) }))
}

/** A person's closing of an item stays. */
async function itemsOf(
  { store }: PullDeps,
  { opened, amended, resolved, at }: BookingWrite,
  alarms: readonly string[],
): Promise<Write[]> {
  const changes = new Map<string, ItemChange>([
    ...amended.map(({ id, detail, nextAction }) => [id, { amend: { id, detail, nextAction } }] as const),
    ...resolved.map(id => [id, { resolve: id, by: systemActorId, at }] as const),
  ])
  const stored = byId(await store.readAll([...changes.keys()].map(id => items.at(id))))
  const changed = [...changes].flatMap(([id, itemChange]) => {
    const item = stored.get(id)
    return item?.value.isOpen ? [{ ...itemChange, previous: item.revision }] : []
  })
  const itemIds = new Set([...changes.keys(), ...opened.map(({ id }) => id)])
  const over = alarms.filter(id => !itemIds.has(id)).map(resolve => ({ resolve, by: systemActorId, at }))
  return [...opened.map(open => ({ open })), ...changed, ...over].flatMap(itemWrites)
}

function rememberWritten(
  context: BookingContext,
  write: BookingWrite,
  revisionOf: (place: { path: string }) => Revision | undefined,
): void {
  for (const { id, value } of write.reservations) {
    const revision = revisionOf(reservations.at(id))
    if (revision) context.reservations.set(id, { value, revision })
  }
  const { guest } = write
  const revision = guest && revisionOf(guestContacts.at(guest.id))
  if (!revision) return
  const before = context.guests.get(guest.id) ?? { id: guest.id, name: null, phone: null, email: null }
  context.guests.set(guest.id, { ...before, ...guest.fields, lastStay: lastStay(write), revision })
}

/** Bounds the document's size; the items stay complete. */
const mostConflicts = 200
const mostOverlaps = 20

/** Empty if counted. An overlap counts once, under its cause. */
export function tally(pull: Pull, plan: BookingPlan): PullPatch {
  const { own, conflicts } = plan
  const unmapped = [...pull.unmapped.filter(id => !own.includes(id)), ...plan.unmapped]
  const news = new Map(conflicts.map(conflict => [conflict.reservationId, shortened(conflict)]))
  const reservationIds = new Set(pull.conflicts.map(({ reservationId }) => reservationId))
  const all = [
    ...pull.conflicts.map(conflict => news.get(conflict.reservationId) ?? conflict),
    ...[...news.values()].filter(({ reservationId: id }) => own.includes(id) && !reservationIds.has(id)),
  ]
    .filter(({ overlaps }) => overlaps.length > 0)
    .slice(0, mostConflicts)
  return {
    ...(plan.imported > 0 && { imported: pull.imported + plan.imported }),
    ...(plan.updated > 0 && { updated: pull.updated + plan.updated }),
    ...(!isSame(unmapped, pull.unmapped) && { unmapped }),
    ...(!isSame(all, pull.conflicts) && { conflicts: all }),
  }
}

const shortened = (conflict: Conflict): Conflict => ({
  ...conflict,
  overlaps: conflict.overlaps.slice(0, mostOverlaps),
})

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

function bookingWrites(write: BookingWrite): Write[] {
  const { reservations: stays, guest, left, at } = write
  return [
    ...stays.map(({ id, value, previous }) => {
      const end = expiring('reservations', endOfStay(value, at))
      return put(reservations.at(id), { ...stayFields(value, at, previous), ...end }, previous)
    }),
    ...(guest ? [guestWrite(guest, lastStay(write))] : []),
    ...(left ? [patch(guestContacts.at(left.id), { sameAs: left.sameAs }, left.previous)] : []),
  ]
}

const endOfStay = ({ departure }: Reservation, at: Date): Date =>
  departure === null ? at : new Date(departure)

/** Now at the earliest. */
function lastStay({ reservations: stays, guest, at }: BookingWrite): Date {
  const ends = stays.map(({ value }) => endOfStay(value, at))
  return new Date(Math.max(...[at, guest?.lastStay ?? at, ...ends].map(Number)))
}

function guestWrite(
  { id, fields, forgotten, formerPhone, previous, expireAt }: GuestWrite,
  last: Date,
): Write {
  const former = formerPhone !== undefined && { formerPhones: union(formerPhone) }
  const end = expiring('guests', last, expireAt)
  return put(
    guestContacts.at(id),
    { ...fields, ...guestKeys(fields), ...former, ...without(forgotten), ...end },
    previous,
  )
}

const stayFields = (value: Reservation, at: Date, previous: Revision | undefined): object => ({
  ...storedReservation.strip().parse(value),
  numberKeys: reservationKeys(value),
  ...(previous === undefined && { createdAt: at }),
  updatedAt: at,
})

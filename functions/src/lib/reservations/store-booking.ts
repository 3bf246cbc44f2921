import { bestEffort } from '../best-effort.ts'
import { type CommitExtras, systemActorId } from '../commit-extras.ts'
import { change } from '../durable/change.ts'
import type { ItemChange } from '../items/item.ts'
import { type Alarms, endingAlarms, openAlarms } from './alarms.ts'
import type { BookingRevision, FeedEntry } from './booking.ts'
import { isUnmapped } from './booking-items.ts'
import { changePull, type PullDeps, type PullRun, renewedLease, rereadPull } from './held-pull.ts'
import { type BookingPlan, planBooking } from './plan-booking.ts'
import type { BookingContext, BookingWrite, Committed, HeldPull, PullPatch } from './ports.ts'
import type { Conflict, Pull } from './pull.ts'

/** Stores the entries' bookings one by one, with one read of their context. */
export async function bookingWriter(deps: PullDeps, run: PullRun, entries: readonly FeedEntry[]) {
  const { propertyId } = run
  const load = () => deps.reservations.context(propertyId, entries)
  let context = await load()

  /**
   * Stores a revision unless it or a later one was stored before. Answers whose booking it is, and what of its alarms is
   * over; undefined for one that is stored as a stay at another landlord.
   */
  return async (revision: BookingRevision, alarms: Alarms): Promise<Booked | undefined> => {
    if (context.foreign?.has(revision.bookingId)) return undefined
    const { plan, isKnown } = await change<
      { held: HeldPull; context: BookingContext },
      { plan: BookingPlan; write: BookingWrite },
      { plan: BookingPlan; isKnown: boolean }
    >(
      deps,
      {
        // Whoever wrote meanwhile, perhaps this run itself: decide again on the new state.
        read: async () => {
          const held = await rereadPull(deps, run)
          context = await load()
          return { held, context }
        },
        decide: state => {
          const at = deps.clock.now()
          const plan = planBooking({ propertyId, revision, context: state.context, at })
          return plan.write ? { write: { plan, write: plan.write } } : { result: { plan, isKnown: true } }
        },
        commit: async ({ plan, write }, { held }) => {
          const patch = { ...renewedLease(deps), ...tally(held.value, plan) }
          const extras = await itemsOf(deps, write, openAlarms(revision, alarms))
          const ended = await deps.reservations.commit(propertyId, held, { patch, write, extras })
          if (ended === 'unresolved') return ended
          run.held = ended.result.pull
          rememberWritten(context, write, ended.result)
          if (write.opened.some(isUnmapped)) await lookSoon(deps, propertyId, write.at)
          return { result: { plan, isKnown: false } }
        },
      },
      { known: { held: run.held, context } },
    )
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

/** A stored booking, as far as its guest's thread is concerned. */
export interface Booked {
  propertyId: string
  /** Undefined for one whose guest was erased. */
  guestId: string | undefined
  formerGuestId: string | undefined
  isConfirmed: boolean
  /** Open items that end with its acknowledgement. */
  over: string[]
  isUnsure: boolean
}

const lookSoon = ({ channels, log }: PullDeps, propertyId: string, at: Date): Promise<unknown> =>
  bestEffort(log, 'reason to look at a channel', () => channels.lookSoon({ propertyId }, at))

/** An already stored booking counts too. */
async function countKnown(deps: PullDeps, run: PullRun, plan: BookingPlan): Promise<void> {
  if (Object.keys(tally(run.held.value, plan)).length > 0)
    await changePull(deps, run, pull => ({ patch: tally(pull, plan) }))
}

/** Items closed by a person stay closed. */
async function itemsOf(
  { items }: PullDeps,
  { opened, amended, resolved, at }: BookingWrite,
  alarms: readonly string[],
): Promise<Pick<CommitExtras, 'items'>> {
  const changes = new Map<string, ItemChange>([
    ...amended.map(({ id, detail, nextAction }) => [id, { amend: { id, detail, nextAction } }] as const),
    ...resolved.map(id => [id, { resolve: id, by: systemActorId, at }] as const),
  ])
  const stored = await items.read([...changes.keys()])
  const changed = [...changes].flatMap(([id, itemChange]) => {
    const item = stored.get(id)
    return item?.value.isOpen ? [{ ...itemChange, previous: item.revision }] : []
  })
  const told = new Set([...changes.keys(), ...opened.map(({ id }) => id)])
  const over = alarms.filter(id => !told.has(id)).map(resolve => ({ resolve, by: systemActorId, at }))
  return { items: [...opened.map(open => ({ open })), ...changed, ...over] }
}

/** Updates the context for the next booking. */
function rememberWritten(context: BookingContext, write: BookingWrite, committed: Committed): void {
  for (const { id, value } of write.reservations) {
    const revision = committed.reservations.get(id)
    if (revision) context.reservations.set(id, { value, revision })
  }
  const { guest } = write
  if (!guest || !committed.guest) return
  const known = context.guests.get(guest.id) ?? { id: guest.id, name: null, phone: null, email: null }
  context.guests.set(guest.id, { ...known, ...guest.fields, revision: committed.guest })
}

/** Well within a document's size; all others still have their items. */
const mostConflicts = 200
const mostOverlaps = 20

/**
 * A booking's contribution to the pull's progress; empty if already counted. An overlap of two stays is reported once,
 * under the one that caused it.
 */
export function tally(pull: Pull, plan: BookingPlan): PullPatch {
  const { own, conflicts } = plan
  const unmapped = [...pull.unmapped.filter(id => !own.includes(id)), ...plan.unmapped]
  const news = new Map(conflicts.map(conflict => [conflict.reservationId, shortened(conflict)]))
  const told = new Set(pull.conflicts.map(({ reservationId }) => reservationId))
  const all = [
    ...pull.conflicts.map(conflict => news.get(conflict.reservationId) ?? conflict),
    ...[...news.values()].filter(({ reservationId: id }) => own.includes(id) && !told.has(id)),
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

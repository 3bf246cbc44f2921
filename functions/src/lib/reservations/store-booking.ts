import type { BookingRevision, FeedEntry } from './booking.ts'
import { changePull, type PullDeps, type Run, regain, renewed } from './held-pull.ts'
import { planBooking } from './plan-booking.ts'
import type { BookingContext, BookingWrite, Committed } from './ports.ts'
import { tally } from './tally.ts'

const maxTries = 6

/** Reads what bookings are stored by. */
type LoadContext = () => Promise<BookingContext>

/** The bookings of some entries, one after another, on one reading of what they are stored by. */
export async function bookingWriter(deps: PullDeps, run: Run, entries: readonly FeedEntry[]) {
  const load: LoadContext = () => deps.reservations.context(run.propertyId, entries)
  let context = await load()
  /** Stores what a revision says, unless that has been done or a later one was stored. */
  return async (revision: BookingRevision): Promise<void> => {
    for (let tries = 1; tries <= maxTries; tries += 1) {
      const plan = planBooking({ propertyId: run.propertyId, revision, context, at: deps.clock.now() })
      if (!plan.write) return tellProgress(deps, run, plan)
      const patch = { ...renewed(deps), ...tally(run.held.value, plan) }
      const committed = await deps.reservations.commit(run.propertyId, run.held, patch, plan.write)
      if (committed) {
        run.held = committed.pull
        takeOver(context, plan.write, committed)
        return
      }
      await regain(deps, run)
      // Whoever wrote, perhaps this run itself: what stands there now says what is left to do.
      context = await load()
    }
    throw new Error('a booking could not be stored')
  }
}

async function tellProgress(deps: PullDeps, run: Run, plan: ReturnType<typeof planBooking>): Promise<void> {
  if (Object.keys(tally(run.held.value, plan)).length > 0)
    await changePull(deps, run, pull => tally(pull, plan))
}

/** What was written is what the next booking is stored by. */
function takeOver(context: BookingContext, write: BookingWrite, committed: Committed): void {
  for (const { id, value } of write.reservations) {
    const revision = committed.reservations.get(id)
    if (revision) context.reservations.set(id, { value, revision })
  }
  const { guest } = write
  if (!guest || !committed.guest) return
  const known = context.guests.get(guest.id) ?? { id: guest.id, name: null, phone: null, email: null }
  context.guests.set(guest.id, { ...known, ...guest.fields, revision: committed.guest })
}

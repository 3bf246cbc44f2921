import { bestEffort } from '../best-effort.ts'
import { listedFrom } from '../connection/pulls/feed-memory.ts'
import { ContentionError } from '../durable/change.ts'
import { ClaimLostError } from '../durable/lease.ts'
import { retry } from '../durable/retry.ts'
import { ProviderError } from '../errors.ts'
import { closeItem, openItem, openItemOnce } from '../items/change-item.ts'
import { items } from '../items/item.ts'
import { byId } from '../store.ts'
import { type Alarms, openAlarms, readAlarms } from './alarms.ts'
import type { BookingRevision, FeedEntry } from './booking.ts'
import { alarmIds, alarmItem, notStoredItem, notUnderstoodId, notUnderstoodItem } from './booking-items.ts'
import { changePull, type PullDeps, type PullRun } from './pull-run.ts'
import { type Booked, bookingWriter } from './store-booking.ts'

const slice = 100
const maxAcks = 6
const ackRetries = { tries: 3, backoff: { baseMs: 600, capMs: 2_000 } }
/** A run with so many lost acknowledgements only stores. */
const maxLostAcks = 5
const leaseMarginMs = 45_000

type Store = (revision: BookingRevision) => Promise<Booked | undefined>

interface Stored {
  entry: FeedEntry
  booked: Booked
  alarms: Alarms
}

/** Acknowledges after the commit. False: out of time. */
export async function drain(deps: PullDeps, run: PullRun, entries: readonly FeedEntry[]): Promise<boolean> {
  for (let start = 0; start < entries.length; start += slice) {
    if (!(await drainSlice(deps, run, entries.slice(start, start + slice)))) return false
  }
  return true
}

async function drainSlice(deps: PullDeps, run: PullRun, entries: readonly FeedEntry[]): Promise<boolean> {
  const unreadable = entries.filter(({ revision }) => revision === undefined)
  const [store, itemRecords, alarms] = await Promise.all([
    bookingWriter(deps, run, entries),
    deps.store.readAll(unreadable.map(entry => items.at(notUnderstoodId(entry)))),
    readAlarms(deps, entries),
  ])
  const itemById = byId(itemRecords)
  const isAlarmed = ({ revision }: FeedEntry) =>
    revision && alarms.get(alarmIds(revision.bookingId).notAcknowledged)?.value.isOpen
  if (entries.some(isAlarmed)) await keepList(deps, run)
  const acks = new Set<Promise<void>>()
  try {
    for (const entry of entries) {
      if (deps.clock.now() >= run.until) return false
      await keepLease(deps, run)
      run.entryIds.add(entry.id)
      if (itemById.has(notUnderstoodId(entry))) continue
      const booked = await stored(deps, run, entry, revision => store(revision, alarms))
      if (!booked) continue
      if (booked.isUnsure) await keepList(deps, run)
      const ack: Promise<void> = finish(deps, run, { entry, booked, alarms }).finally(() => acks.delete(ack))
      acks.add(ack)
      if (acks.size >= maxAcks) await Promise.race(acks)
    }
    return true
  } finally {
    await Promise.all(acks)
  }
}

async function keepLease(deps: PullDeps, run: PullRun): Promise<void> {
  const left = run.record.value.leaseUntil.getTime() - deps.clock.now().getTime()
  if (left < leaseMarginMs) await changePull(deps, run, () => ({ patch: {} }))
}

/** Undefined: the booking stays in the feed and blocks no other. */
async function stored(
  deps: PullDeps,
  run: PullRun,
  entry: FeedEntry,
  store: Store,
): Promise<Booked | undefined> {
  const { propertyId } = run
  const { clock, log } = deps
  try {
    const booked = entry.revision && (await store(entry.revision))
    if (booked) return booked
    const defects = entry.revision ? ['booking_id, of another landlord'] : entry.defects
    log.warn('a booking was not understood', { propertyId, revisionId: entry.id, defects })
    await openItemOnce(deps, notUnderstoodItem(propertyId, { ...entry, defects }, clock.now()))
  } catch (error) {
    if (error instanceof ClaimLostError) throw error
    run.failed += 1
    log.error('a booking could not be stored', { propertyId, revisionId: entry.id, error })
    if (!(error instanceof ContentionError))
      await bestEffort(log, 'item for a booking that could not be stored', () =>
        openItemOnce(deps, notStoredItem(propertyId, entry, clock.now())),
      )
  }
  return undefined
}

/**
 * The thread opens before the acknowledgement, so that a death repeats both. A cancelled booking opens none, but may
 * move the guest's to another stay.
 */
async function finish(deps: PullDeps, run: PullRun, { entry, booked, alarms }: Stored): Promise<void> {
  const { id: revisionId } = entry
  const { propertyId, guestId, formerGuestId, isConfirmed } = booked
  try {
    if (guestId !== undefined) await deps.openThread(deps, { guestId, propertyId }, { isOpened: isConfirmed })
    // The former guest's thread is about another stay now.
    if (formerGuestId)
      await deps.openThread(deps, { guestId: formerGuestId, propertyId }, { isOpened: false })
  } catch (error) {
    run.failed += 1
    return deps.log.error('the thread of a booking could not be opened', { propertyId, revisionId, error })
  }
  if (run.unanswered >= maxLostAcks) {
    run.unacknowledged += 1
    return
  }
  if (!(await acknowledge(deps, run, revisionId))) return sayOverdue(deps, run, entry, alarms)
  for (const id of booked.over) await bestEffort(deps.log, 'closing an alarm', () => closeItem(deps, id))
}

/** An unacknowledged booking becomes an item even without an alarm. */
const overdueMs = 30 * 60_000

async function sayOverdue(
  deps: PullDeps,
  run: PullRun,
  { id, revision }: FeedEntry,
  alarms: Alarms,
): Promise<void> {
  const now = deps.clock.now()
  if (!revision || !isOverdue(revision, alarms, now)) return
  const item = alarmItem('notAcknowledged', run.propertyId, id, now)
  await bestEffort(deps.log, 'item for a booking that could not be acknowledged', async () => {
    await keepList(deps, run)
    await openItem(deps, { ...item, id: alarmIds(revision.bookingId).notAcknowledged })
  })
}

/** A listed booking has no time; its storing may just have closed the alarm. */
const isOverdue = (revision: BookingRevision, alarms: Alarms, now: Date): boolean =>
  revision.insertedAt
    ? now.getTime() - revision.insertedAt.getTime() >= overdueMs
    : openAlarms(revision, alarms).length > 0

/** The feed forgets unsure, unacknowledged and alarming bookings; the list does not. */
async function keepList(deps: PullDeps, run: PullRun): Promise<void> {
  if (run.record.value.listFrom) return
  const listFrom = listedFrom(deps.clock.now())
  await changePull(deps, run, pull => ({ patch: pull.listFrom ? {} : { listFrom } }))
}

/** After a failure the booking returns, and changes nothing. */
async function acknowledge(
  { feed, clock, log }: PullDeps,
  run: PullRun,
  revisionId: string,
): Promise<boolean> {
  const isWorthIt = (error: unknown) => isTransient(error) && clock.now() < run.until
  try {
    await retry({ clock }, { ...ackRetries, isWorthIt }, () => feed.acknowledge(revisionId))
    return true
  } catch (error) {
    run.unacknowledged += 1
    if (!(error instanceof ProviderError && error.kind === 'permanent')) run.unanswered += 1
    log.warn('a booking could not be acknowledged', { propertyId: run.propertyId, revisionId, error })
    return false
  }
}

export const isTransient = (error: unknown): boolean =>
  error instanceof ProviderError && error.kind !== 'permanent'

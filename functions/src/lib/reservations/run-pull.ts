import type { AuditEntry } from '../audit.ts'
import { bestEffort } from '../best-effort.ts'
import type { Pull } from '../connection/pulls/pull.ts'
import type { PullPatch, PullRecord } from '../connection/pulls/stored-pull.ts'
import { unavailable } from '../connection/rejections.ts'
import { ClaimLostError } from '../durable/lease.ts'
import { retry } from '../durable/retry.ts'
import { DomainError, ProviderError, refusesOurKey } from '../errors.ts'
import { entriesOf } from './booking.ts'
import { drain, isTransient } from './drain.ts'
import { changePull, type PullDeps, type PullRun } from './pull-run.ts'
import { readList } from './read-list.ts'

export type { PullDeps } from './pull-run.ts'

/**
 * `done`: all processed (`failure` of a load). `unfinished`: out of time, or a lost lease; another run resumes it.
 * `failed`: due for a retry.
 */
export type PullOutcome =
  | { end: 'done'; pull: Pull; failure: DomainError | undefined }
  | { end: 'unfinished'; pull: Pull }
  | { end: 'failed'; pull: Pull; failure: DomainError }

const loadRetries = { tries: 2, backoff: { baseMs: 1_000, capMs: 2_000 }, isWorthIt: isTransient }
/** Doubles after each failure. */
const firstPauseMs = 30_000
const longestPauseMs = 15 * 60_000

/** Never throws. */
export async function runPull(
  deps: PullDeps,
  propertyId: string,
  record: PullRecord,
  until: Date,
): Promise<PullOutcome> {
  const run: PullRun = {
    propertyId,
    record,
    entryIds: new Set(),
    until,
    failed: 0,
    unacknowledged: 0,
    unanswered: 0,
  }
  try {
    const failure = await loadFromOta(deps, run)
    return await drainFeed(deps, run, failure)
  } catch (error) {
    if (error instanceof ClaimLostError) return { end: 'unfinished', pull: run.record.value }
    deps.log.error('a pull of bookings stopped', { propertyId, error })
    return fail(deps, run, pullFailure(error))
  }
}

/** Safe after a lost answer. */
async function loadFromOta(deps: PullDeps, run: PullRun): Promise<DomainError | undefined> {
  const { loadChannelIds } = run.record.value
  if (loadChannelIds.length === 0) return undefined
  let failure: DomainError | undefined
  for (const channelId of loadChannelIds) {
    const error = await loadChannel(deps, channelId)
    if (error === undefined) continue
    deps.log.warn('reservations were not loaded', { propertyId: run.propertyId, channelId, error })
    failure = pullFailure(error)
  }
  const error = failure && rejectionOf(failure)
  await changePull(deps, run, () => ({ patch: { loadChannelIds: [], ...(error && { error }) } }))
  return failure
}

const loadChannel = ({ feed, clock }: PullDeps, channelId: string): Promise<unknown> =>
  retry({ clock }, loadRetries, () => feed.loadFutureReservations(channelId)).then(
    () => undefined,
    (error: unknown) => error,
  )

async function drainFeed(
  deps: PullDeps,
  run: PullRun,
  failure: DomainError | undefined,
): Promise<PullOutcome> {
  const { channelManagerPropertyId } = run.record.value
  for (;;) {
    if (deps.clock.now() >= run.until) return release(deps, run)
    if (run.record.value.again) await changePull(deps, run, () => ({ patch: { again: false } }))
    const entries = entriesOf(channelManagerPropertyId, await deps.feed.revisions(channelManagerPropertyId))
    const open = entries.filter(({ id }) => !run.entryIds.has(id))
    if (open.length === 0) {
      // After the feed, which has an order.
      if (!(await readList(deps, run))) return release(deps, run)
      if (run.failed > 0) return fail(deps, run, pullFailure(new Error('bookings could not be stored')))
      if (await close(deps, run, failure)) return { end: 'done', pull: run.record.value, failure }
    } else if (!(await drain(deps, run, open))) return release(deps, run)
  }
}

/** False after another request. */
async function close(deps: PullDeps, run: PullRun, failure: DomainError | undefined): Promise<boolean> {
  const now = deps.clock.now()
  const error = failure ? rejectionOf(failure) : (run.record.value.error ?? null)
  const ending = (pull: Pull): PullPatch => ({
    endedAt: now,
    error,
    ...(pull.before && isQuiet(pull) && pull.before),
    before: null,
    presses: [],
    // The sweep repeats failed acknowledgements.
    ...(run.unacknowledged > 0 ? pause(pull, now) : { open: false, failures: 0, dueAt: null }),
  })
  let isAskedAgain = false
  await changePull(deps, run, pull => {
    isAskedAgain ||= pull.open && pull.again
    if (isAskedAgain) return { patch: { again: false } }
    const audits = auditsOf(deps, run.propertyId, pull, failure?.code ?? error?.code)
    // An earlier write, whose answer was lost, ended it.
    return pull.open ? { patch: ending(pull), audits } : { patch: {} }
  })
  return !isAskedAgain
}

/** The previous result is more useful. */
const isQuiet = ({ imported, updated, unmapped, conflicts, presses, error }: Pull): boolean =>
  imported + updated + unmapped.length + conflicts.length + presses.length === 0 && !error

const pause = ({ failures }: Pull, now: Date): PullPatch => ({
  open: true,
  leaseUntil: now,
  failures: failures + 1,
  dueAt: new Date(now.getTime() + Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failures, 10))),
})

async function release(deps: PullDeps, run: PullRun): Promise<PullOutcome> {
  const now = deps.clock.now()
  await changePull(deps, run, () => ({ patch: { leaseUntil: now, dueAt: now } }))
  return { end: 'unfinished', pull: run.record.value }
}

async function fail(deps: PullDeps, run: PullRun, failure: DomainError): Promise<PullOutcome> {
  const now = deps.clock.now()
  const error = rejectionOf(failure)
  await bestEffort(deps.log, 'recording that a pull of bookings failed', () =>
    changePull(deps, run, pull => ({
      patch: { ...pause(pull, now), endedAt: now, error, presses: [] },
      audits: auditsOf(deps, run.propertyId, pull, failure.code),
    })),
  )
  return { end: 'failed', pull: run.record.value, failure }
}

const rejectionOf = ({ code, detail, nextAction = 'Try again.' }: DomainError) => {
  return { code, detail, nextAction }
}

export function auditsOf(
  { clock }: PullDeps,
  propertyId: string,
  { presses, imported, updated, unmapped, conflicts }: Pull,
  error: string | undefined,
): AuditEntry[] {
  const brought = { imported, updated, unmapped: unmapped.length, conflicts: conflicts.length }
  return presses.map(({ auditId, actorId, ipAddress, claimedAddress, userAgent, ota, channelId }) => ({
    id: auditId,
    action: loadAction,
    outcome: error === undefined ? 'success' : 'failure',
    actorId,
    ipAddress,
    userAgent,
    targetType: 'property',
    targetId: propertyId,
    ...(claimedAddress !== undefined && { claimedAddress }),
    metadata: { ota, channelId, ...brought, ...(error !== undefined && { error }) },
    at: clock.now(),
  }))
}

export const loadAction = 'property.load-reservations'

export function pullFailure(error: unknown): DomainError {
  if (error instanceof DomainError) return error
  if (!(error instanceof ProviderError)) {
    return new DomainError('internal', 'Something went wrong on our side.', {
      nextAction: 'Try again; if it stays so, tell engineering the request id.',
      cause: error,
    })
  }
  if (error.timedOut) {
    return new DomainError('provider-timeout', 'The channel manager did not answer in time.', {
      nextAction: 'What had come is stored. Try again in a few minutes; bookings also come by themselves.',
      cause: error,
    })
  }
  const isKey = refusesOurKey(error)
  return new DomainError('provider-unavailable', unavailable('channel manager', error, isKey), {
    nextAction: isKey
      ? 'Tell engineering: the key for the channel manager has to be corrected.'
      : 'Try again in a few minutes. If it stays so, look at the channel at the channel manager.',
    ...(error.kind === 'permanent' && !isKey && { quote: error.quote }),
    cause: error,
  })
}

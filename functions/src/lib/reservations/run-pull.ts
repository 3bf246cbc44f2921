import type { AuditEntry } from '../audit.ts'
import { bestEffort } from '../best-effort.ts'
import { type DomainError, ProviderError } from '../errors.ts'
import { jittered } from '../retry-delay.ts'
import { drain } from './drain.ts'
import { changePull, type PullDeps, PullLostError, type Run } from './held-pull.ts'
import type { HeldPull, PullPatch } from './ports.ts'
import type { Pull } from './pull.ts'
import { pullFailure } from './pull-failure.ts'

export type { PullDeps } from './held-pull.ts'

/**
 * How a pull ended: `done` everything was looked at (with the failure to have the OTA's reservations loaded, if there
 * was one); `unfinished` somebody goes on with it, since time was over or the lease was lost; `failed` it is tried again.
 */
export type PullOutcome =
  | { end: 'done'; pull: Pull; failure: DomainError | undefined }
  | { end: 'unfinished'; pull: Pull }
  | { end: 'failed'; pull: Pull; failure: DomainError }

const loadTries = 2
/** How long a pull that failed is left alone; doubles up to the last. Milliseconds. */
const firstPause = 30_000
const longestPause = 15 * 60_000

/** Pulls a property's bookings until the feed shows none that has not been looked at. Never throws. */
export async function runPull(
  deps: PullDeps,
  propertyId: string,
  held: HeldPull,
  until: Date,
): Promise<PullOutcome> {
  const run: Run = { propertyId, held, seen: new Set(), until, failed: 0, unacknowledged: 0, unanswered: 0 }
  try {
    const failure = await loadFromOta(deps, run)
    return await drainFeed(deps, run, failure)
  } catch (error) {
    if (error instanceof PullLostError) return { end: 'unfinished', pull: run.held.value }
    deps.log.error('a pull of bookings stopped', { propertyId, error })
    return fail(deps, run, pullFailure(error))
  }
}

/** Has the OTA's reservations loaded, where a press asked for it. A lost answer is repeated: that is safe. */
async function loadFromOta(deps: PullDeps, run: Run): Promise<DomainError | undefined> {
  const { loadChannelIds } = run.held.value
  if (loadChannelIds.length === 0) return undefined
  let failure: DomainError | undefined
  for (const channelId of loadChannelIds) {
    const error = await loadChannel(deps, channelId)
    if (error === undefined) continue
    deps.log.warn('reservations were not loaded', { propertyId: run.propertyId, channelId, error })
    failure = pullFailure(error)
  }
  const error = failure && rejectionOf(failure)
  await changePull(deps, run, () => ({ loadChannelIds: [], ...(error && { error }) }))
  return failure
}

async function loadChannel({ feed, clock }: PullDeps, channelId: string): Promise<unknown> {
  for (let tries = 1; ; tries += 1) {
    try {
      await feed.loadFutureReservations(channelId)
      return undefined
    } catch (error) {
      const isWorthIt = error instanceof ProviderError && error.kind !== 'permanent' && tries < loadTries
      if (!isWorthIt) return error
      await clock.sleep(jittered(tries, 500, 2_000))
    }
  }
}

async function drainFeed(deps: PullDeps, run: Run, failure: DomainError | undefined): Promise<PullOutcome> {
  const { channelManagerPropertyId } = run.held.value
  for (;;) {
    if (deps.clock.now() >= run.until) return release(deps, run)
    if (run.held.value.again) await changePull(deps, run, () => ({ again: false }))
    const entries = await deps.feed.revisions(channelManagerPropertyId)
    const open = entries.filter(
      entry =>
        !run.seen.has(entry.id) &&
        (entry.channelManagerPropertyId ?? channelManagerPropertyId) === channelManagerPropertyId,
    )
    if (open.length === 0) {
      if (run.failed > 0) return fail(deps, run, pullFailure(new Error('bookings could not be stored')))
      if (await close(deps, run, failure)) return { end: 'done', pull: run.held.value, failure }
    } else if (!(await drain(deps, run, open))) return release(deps, run)
  }
}

/** Ends the pull, unless somebody has asked for another look meanwhile. */
async function close(deps: PullDeps, run: Run, failure: DomainError | undefined): Promise<boolean> {
  const now = deps.clock.now()
  const error = failure ? rejectionOf(failure) : (run.held.value.error ?? null)
  const ending = (pull: Pull): PullPatch => ({
    endedAt: now,
    error,
    ...(pull.before && isQuiet(pull) && pull.before),
    before: null,
    presses: [],
    // Acknowledgements that failed are left to the sweep.
    ...(run.unacknowledged > 0 ? pause(pull, now) : { open: false, failures: 0 }),
  })
  let isAskedAgain = false
  await changePull(
    deps,
    run,
    pull => {
      // Ended already by a write whose answer was lost.
      if (!pull.open) return {}
      isAskedAgain = pull.again
      return pull.again ? { again: false } : ending(pull)
    },
    () => (isAskedAgain ? [] : auditsOf(deps, run.propertyId, run.held.value, failure?.code ?? error?.code)),
  )
  return !isAskedAgain
}

/** It brought nothing, and nobody waits for it: what the last one brought is of more interest. */
const isQuiet = ({ imported, updated, unmapped, conflicts, presses, error }: Pull): boolean =>
  imported + updated + unmapped.length + conflicts.length + presses.length === 0 && !error

const pause = ({ failures }: Pull, now: Date): PullPatch => ({
  open: true,
  leaseUntil: now,
  failures: failures + 1,
  dueAt: new Date(now.getTime() + Math.min(longestPause, firstPause * 2 ** Math.min(failures, 10))),
})

/** Time is over: whoever comes next goes on, and answers for those who wait. */
async function release(deps: PullDeps, run: Run): Promise<PullOutcome> {
  await changePull(deps, run, () => ({ leaseUntil: deps.clock.now() }))
  return { end: 'unfinished', pull: run.held.value }
}

async function fail(deps: PullDeps, run: Run, failure: DomainError): Promise<PullOutcome> {
  const now = deps.clock.now()
  const ending = (pull: Pull): PullPatch => ({
    ...pause(pull, now),
    endedAt: now,
    error: rejectionOf(failure),
    presses: [],
  })
  await bestEffort(deps.log, 'recording that a pull of bookings failed', () =>
    changePull(deps, run, ending, () => auditsOf(deps, run.propertyId, run.held.value, failure.code)),
  )
  return { end: 'failed', pull: run.held.value, failure }
}

const rejectionOf = ({ code, detail, nextAction = 'Try again.' }: DomainError) => ({
  code,
  detail,
  nextAction,
})

/** One outcome for each who pressed, whoever finished it. */
export function auditsOf(
  { clock }: PullDeps,
  propertyId: string,
  { presses, imported, updated, unmapped, conflicts }: Pull,
  error: string | undefined,
): AuditEntry[] {
  return presses.map(({ auditId, actorId, ipAddress, userAgent, ota, channelId }) => ({
    id: auditId,
    action: loadAction,
    outcome: error === undefined ? 'success' : 'failure',
    actorId,
    ipAddress,
    userAgent,
    targetType: 'property',
    targetId: propertyId,
    metadata: {
      ota,
      channelId,
      imported,
      updated,
      unmapped: unmapped.length,
      conflicts: conflicts.length,
      ...(error !== undefined && { error }),
    },
    at: clock.now(),
  }))
}

/** Of the audit entries. */
export const loadAction = 'property.load-reservations'

import { DomainError } from '../../errors.ts'
import { ready } from '../../lazy-port.ts'
import { checkPrerequisites, loadTarget, prepared } from '../prerequisites.ts'
import type { Target } from '../target.ts'
import type { ConnectPropertyDeps } from './attempt.ts'
import { claimForSweep } from './claim.ts'
import { compensateAttempt, runAttempt } from './run-attempt.ts'

/**
 * Finishes a dead attempt on behalf of its initiator: resumes it where it stopped, or compensates it, along with
 * leftovers of earlier attempts. A running attempt, or one with nothing left to do, is left alone.
 */
export async function finishAttempt(deps: ConnectPropertyDeps, target: Target): Promise<void> {
  const startedAt = deps.clock.now()
  await ready(deps.channelManager)
  const context = await loadTarget(deps, target)
  const held = await claimForSweep(deps, context)
  if (!held) return
  if (held.failure) return compensateAttempt(deps, held, startedAt)
  const prepare = async () =>
    prepared(deps, context, checkPrerequisites(context, held.facts), held.facts.hotelId)
  try {
    await runAttempt(deps, { held, startedAt, prepare })
  } catch (error) {
    // The attempt was rejected; only unexpected errors are logged.
    if (!(error instanceof DomainError) || error.code === 'internal') throw error
  }
}

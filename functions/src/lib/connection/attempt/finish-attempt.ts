import { DomainError } from '../../errors.ts'
import type { Target } from '../ports.ts'
import { checkPrerequisites, loadTarget, prepared } from '../prerequisites.ts'
import type { ConnectPropertyDeps } from './attempt.ts'
import { claimForSweep } from './claim.ts'
import { compensateAttempt, runAttempt } from './run-attempt.ts'

/**
 * Finishes an attempt whose process died, as its initiator would have seen it end: resumes it where it stopped, or
 * compensates what it did; also what an earlier attempt could not compensate. An attempt that is alive, or has nothing
 * left to do, is left alone.
 */
export async function finishAttempt(deps: ConnectPropertyDeps, target: Target): Promise<void> {
  const startedAt = deps.clock.now()
  const context = await loadTarget(deps, target)
  const held = await claimForSweep(deps, context)
  if (!held) return
  if (held.failure) return compensateAttempt(deps, held, startedAt)
  const prepare = async () => prepared(deps, context, checkPrerequisites(context, held.facts))
  try {
    await runAttempt(deps, { held, startedAt, prepare })
  } catch (error) {
    // The attempt has ended rejected; only what nobody foresaw is for the log.
    if (!(error instanceof DomainError) || error.code === 'internal') throw error
  }
}

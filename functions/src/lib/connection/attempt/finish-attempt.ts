import { DomainError } from '../../errors.ts'
import type { Target } from '../ports.ts'
import { checkPrerequisites, prepared } from '../prerequisites.ts'
import type { ConnectPropertyDeps } from './attempt.ts'
import { claimForSweep } from './claim.ts'
import { runAttempt, takeBack } from './run-attempt.ts'

/**
 * Finishes an attempt whose process died, as the press would have: goes on where it stopped, or takes back what it did;
 * also what an earlier attempt could not take back. An attempt that is alive, or has nothing left to do, is left alone.
 */
export async function finishAttempt(deps: ConnectPropertyDeps, target: Target): Promise<void> {
  const startedAt = deps.clock.now()
  const context = await deps.connections.load(target)
  const held = await claimForSweep(deps, target, context)
  if (!held) return
  if (held.failure) return takeBack(deps, held, startedAt)
  const prepare = async () => prepared(deps, context, checkPrerequisites(context, target, held.hotelId))
  try {
    await runAttempt(deps, { held, startedAt, prepare })
  } catch (error) {
    // The attempt has ended rejected; only what nobody foresaw is for the log.
    if (!(error instanceof DomainError) || error.code === 'internal') throw error
  }
}

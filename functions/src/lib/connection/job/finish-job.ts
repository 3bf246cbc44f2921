import { DomainError } from '../../errors.ts'
import { ready } from '../../lazy-port.ts'
import { checkPrerequisites } from '../prerequisites.ts'
import { prepared } from '../steps/order.ts'
import type { Target } from '../target.ts'
import { claimForSweep } from './claim.ts'
import { reject } from './end-job.ts'
import { isUnfinished } from './job.ts'
import { loadTarget } from './load-target.ts'
import { withBudgets } from './order.ts'
import { runJob } from './run-job.ts'
import { tryWaiting, type WaitingDeps } from './try-waiting.ts'
import { undo } from './undo.ts'

export async function finishJob(deps: WaitingDeps, target: Target): Promise<void> {
  const startedAt = deps.clock.now()
  await ready(deps.channelManager)
  const context = await loadTarget(deps, target)
  const job = context.job?.value
  if (job?.wait && !isUnfinished(job)) return tryWaiting(deps, target, { context, wait: job.wait })
  const claim = await claimForSweep(deps, context)
  if (!claim) return
  const within = withBudgets(deps, startedAt)
  const { facts, failure } = claim.job
  if (failure) return reject(deps, claim, { reason: failure, isUndone: await undo(within, claim) })
  const prepare = async () => prepared(deps, context, checkPrerequisites(context, facts), facts.hotelId)
  try {
    await runJob(within, { claim, startedAt, prepare })
  } catch (error) {
    // The job was rejected: only unexpected errors are logged.
    if (!(error instanceof DomainError) || error.code === 'internal') throw error
  }
}

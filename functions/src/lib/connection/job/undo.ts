import { bestEffort } from '../../best-effort.ts'
import { closeItem, openItem } from '../../items/change-item.ts'
import { compensateSteps } from '../../pipeline.ts'
import { otas } from '../otas.ts'
import { compensations } from '../steps/connection-steps.ts'
import type { StepDeps } from '../steps/order.ts'
import { targetOf } from '../target.ts'
import type { JobClaim } from './job-claim.ts'

/** One a minute, before the first item and between reminders. */
const triesUntilReported = 60

/** `except`: a step to keep. False where an effect remains. */
export async function undo(deps: StepDeps, claim: JobClaim, except?: string): Promise<boolean> {
  const { facts, resumes: tries } = claim.job
  const steps = compensations(deps, facts, claim.started).filter(({ name }) => name !== except)
  const isUndone = await compensateSteps(deps, steps, claim.state)
  const id = `connection-left-behind_${facts.attemptId}`
  if (isUndone) await bestEffort(deps.log, 'closing the item of what was undone', () => closeItem(deps, id))
  else if (tries > 0 && tries % triesUntilReported === 0)
    await bestEffort(deps.log, 'item for what could not be undone', () =>
      openItem(deps, { id, ...remainderItem(claim, tries), createdAt: deps.clock.now() }),
    )
  return isUndone
}

function remainderItem({ job: { facts }, state: { channelId } }: JobClaim, tries: number) {
  const channel = channelId === undefined ? 'a channel' : `the channel ${channelId}`
  return {
    kind: 'connection-left-behind' as const,
    detail: `Connecting to ${otas[facts.ota].label} was rejected, and what it had begun could not be taken back in ${tries} tries: ${channel} at the channel manager, or its subscription.`,
    nextAction:
      'It is tried again every minute. If the channel manager works otherwise, tell engineering; the runbook says how to do it by hand.',
    ...targetOf(facts),
  }
}

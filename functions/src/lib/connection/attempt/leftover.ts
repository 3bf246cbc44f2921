import { bestEffort } from '../../best-effort.ts'
import { closeItem, openItem } from '../../items/change-item.ts'
import { compensateSteps } from '../../pipeline.ts'
import type { System } from '../../ports.ts'
import { otas } from '../otas.ts'
import { compensations } from '../steps/connection-steps.ts'
import type { ConnectPropertyDeps, StepDeps } from './attempt.ts'
import { type Leftover, targetOf } from './facts.ts'

/** Returns what is still left. */
export async function compensateLeftover(
  deps: Pick<System, 'log'>,
  stepDeps: StepDeps,
  leftover: Leftover | undefined,
): Promise<Leftover | undefined> {
  if (!leftover) return undefined
  const { facts, state, started } = leftover
  const isCompensated = await compensateSteps(deps, compensations(stepDeps, facts, started), state)
  return isCompensated ? undefined : leftover
}

/** Failed tries to compensate, one a minute, before the first report and between reminders. */
const triesUntilReported = 60

type Deps = Pick<ConnectPropertyDeps, 'items' | 'clock' | 'log'>

const itemId = ({ facts }: Leftover): string => `connection-left-behind_${facts.attemptId}`

/** Reports leftovers that cannot be compensated for long, while the sweep keeps trying. `tries`: the count so far. */
export async function reportLeftover(deps: Deps, leftover: Leftover, tries: number): Promise<void> {
  if (tries === 0 || tries % triesUntilReported !== 0) return
  const { facts, state } = leftover
  const channel = state.channelId === undefined ? 'a channel' : `the channel ${state.channelId}`
  await bestEffort(deps.log, 'item for what could not be compensated', () =>
    openItem(deps, {
      id: itemId(leftover),
      kind: 'connection-left-behind',
      detail: `Connecting to ${otas[facts.ota].label} was rejected, and what it had begun could not be taken back in ${tries} tries: ${channel} at the channel manager, or its subscription.`,
      nextAction:
        'It is tried again every minute. If the channel manager works otherwise, tell engineering; the runbook says how to do it by hand.',
      ...targetOf(facts),
      createdAt: deps.clock.now(),
    }),
  )
}

/** Everything is compensated: closes its item. */
export const closeLeftover = (deps: Deps, leftover: Leftover): Promise<void> =>
  bestEffort(deps.log, 'closing the item of what was compensated', () => closeItem(deps, itemId(leftover)))

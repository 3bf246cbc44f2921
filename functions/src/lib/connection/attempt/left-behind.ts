import { bestEffort } from '../../best-effort.ts'
import type { Leftover } from '../model.ts'
import { otas } from '../otas.ts'
import type { ConnectPropertyDeps } from './attempt.ts'

/** Tries to take something back until somebody is told, and again until they are reminded: an hour, once a minute. */
const patience = 60

type Deps = Pick<ConnectPropertyDeps, 'connections' | 'clock' | 'log'>

const itemId = (attemptId: string): string => `connection-left-behind_${attemptId}`

/** People learn of what cannot be taken back for long; the sweep goes on trying. `tries`: how many there were. */
export async function tellOfLeftover(deps: Deps, leftover: Leftover, tries: number): Promise<void> {
  if (tries === 0 || tries % patience !== 0) return
  const { attemptId, target, state } = leftover
  const channel = state.channelId === undefined ? 'a channel' : `the channel ${state.channelId}`
  await bestEffort(deps.log, 'item for what could not be taken back', () =>
    deps.connections.openItem({
      id: itemId(attemptId),
      kind: 'connection-left-behind',
      detail: `Connecting to ${otas[target.ota].label} was rejected, and what it had begun could not be taken back in ${tries} tries: ${channel} at the channel manager, or its subscription.`,
      nextAction:
        'It is tried again every minute. If the channel manager works otherwise, tell engineering; the runbook says how to do it by hand.',
      ...target,
      createdAt: deps.clock.now(),
    }),
  )
}

/** Nothing is left of it any more. */
export const forgetLeftover = (deps: Deps, { attemptId }: Leftover): Promise<void> =>
  bestEffort(deps.log, 'closing the item of what was taken back', () =>
    deps.connections.closeItem(itemId(attemptId), deps.clock.now()),
  )

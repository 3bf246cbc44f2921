import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { sweep } from '../support/stack.ts'
import type { World } from './rounds.ts'
import { readState, type State } from './state.ts'

/** A claim whose worker died is taken for dead after two minutes, and then looked up. Milliseconds. */
const patience = 165_000
const between = 2_000

/** Sweeps until nothing is left to do, or patience is at its end; answers the state by then. */
export async function comeToRest(world: World): Promise<State> {
  const giveUpAt = Date.now() + patience
  for (;;) {
    await sweep()
    const state = await readState(world)
    if (unfinished(state).length === 0 || Date.now() > giveUpAt) return state
    await sleep(between)
  }
}

/** What is still to be done, in words. */
export function unfinished({ threads }: State): string[] {
  return threads.flatMap(({ messages, record, projection }) => [
    ...messages.flatMap(({ messageId, delivery, forwarding, accepted }) => [
      ...(['pending', 'sending'].includes(delivery?.status) ? [`${messageId} is ${delivery.status}`] : []),
      ...(delivery?.status === 'unknown' && accepted.length > 0 ? [`${messageId} is not found`] : []),
      ...(forwarding?.status === 'pending' ? [`${messageId} is not forwarded`] : []),
    ]),
    ...(isDeepStrictEqual(record, projection) ? [] : ['a search record is old']),
  ])
}

import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { sweep, update } from '../support/stack.ts'
import type { World } from './rounds.ts'
import { readState, type State } from './state.ts'

/** Longer than any call of a living worker takes. Milliseconds. */
const callsEnd = 10_000
const patience = 165_000
const between = 2_000

/** The sweep that finishes the work of a killed worker. */
export const sweepChat = () => sweep('workdue')

/** Sweeps until nothing is left to do, or patience is at its end; returns the last state. */
export async function comeToRest(world: World): Promise<State> {
  await sleep(callsEnd)
  await endLeases(world)
  const giveUpAt = Date.now() + patience
  for (;;) {
    await sweepChat()
    const state = await readState(world)
    if (unfinished(state).length === 0 || Date.now() > giveUpAt) return state
    await sleep(between)
  }
}

/** Ends the claims on messages: their workers are dead, and a claim would stand for two minutes. */
async function endLeases(world: World): Promise<void> {
  const { threads } = await readState(world)
  const now = new Date()
  const sends = threads.flatMap(({ messages }) =>
    messages.filter(({ delivery }) => delivery?.status === 'sending'),
  )
  await Promise.all(
    sends.map(({ threadId, messageId }) =>
      update(`threads/${threadId}/messages/${messageId}`, {
        'delivery.leaseUntil': now,
        'delivery.dueAt': now,
      }),
    ),
  )
}

/** Unfinished work, in words. */
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

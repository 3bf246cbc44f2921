import type { Needs } from '../context.ts'
import type { DueKind } from './due.ts'

/** Logs for how long the oldest work is due, in seconds; work of a lane that a person has paused does not count. */
export async function reportAge(
  { breaker, clock, due, log }: Needs<'breaker' | 'due'>,
  kinds: readonly DueKind[],
): Promise<void> {
  const ages = await Promise.all(
    kinds.map(async ({ name, lane, query, isUnpaused }) => {
      const oldest = !isUnpaused && (await breaker.isPaused(lane)) ? undefined : await due.oldest(query)
      return { kind: name, seconds: oldest ? (clock.now().getTime() - oldest.getTime()) / 1000 : 0 }
    }),
  )
  const { kind, seconds } = ages.reduce((oldest, one) => (one.seconds > oldest.seconds ? one : oldest))
  log.info('age of due work', { seconds: Math.max(0, Math.round(seconds)), ...(seconds > 0 && { kind }) })
}

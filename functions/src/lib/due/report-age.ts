import type { Needs } from '../context.ts'
import type { DueKind } from './due.ts'
import { oldestDue } from './due-work.ts'

/** In seconds, without paused lanes. */
export async function reportAge(
  { breaker, clock, store, log }: Needs<'breaker' | 'store'>,
  kinds: readonly DueKind[],
): Promise<void> {
  const ages = await Promise.all(
    kinds.map(async ({ name, lane, query }) => {
      const oldest = lane && (await breaker.isPaused(lane)) ? undefined : await oldestDue(store, query)
      return { kind: name, seconds: oldest ? (clock.now().getTime() - oldest.getTime()) / 1000 : 0 }
    }),
  )
  const { kind, seconds } = ages.reduce((oldest, one) => (one.seconds > oldest.seconds ? one : oldest))
  log.info('age of due work', { seconds: Math.max(0, Math.round(seconds)), ...(seconds > 0 && { kind }) })
}

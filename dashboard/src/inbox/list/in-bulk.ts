import { atMost } from '../../api/at-most.ts'

/** Requests at once. */
const most = 5

export interface Outcome<Target> {
  done: Target[]
  failed: { target: Target; error: unknown }[]
}

/** Does the same with each, a few at a time; one that fails holds up no other. */
export async function inBulk<Target>(
  targets: readonly Target[],
  run: (target: Target) => Promise<unknown>,
  onEnded: () => void = () => {},
): Promise<Outcome<Target>> {
  const inTurn = atMost(most)
  const ended = await Promise.all(
    targets.map(target =>
      inTurn(() => run(target))
        .then(
          () => ({ target }),
          (error: unknown) => ({ target, error }),
        )
        .finally(onEnded),
    ),
  )
  return {
    done: ended.flatMap(one => ('error' in one ? [] : [one.target])),
    failed: ended.flatMap(one => ('error' in one ? [{ target: one.target, error: one.error }] : [])),
  }
}

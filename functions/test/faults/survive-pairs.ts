import { expect, it } from 'vitest'
import { connectionEffects } from './connection-case.ts'
import { isRead, runPair, type Successor } from './connection-pairs.ts'
import { connectionScenarios } from './connection-scenarios.ts'
import { nameOf } from './effects.ts'
import { useSurroundings } from './surroundings.ts'
import { countCases, isComplete, turn } from './survive-faults.ts'

/** With `FAULTS=all` every second death is tried, otherwise one in so many, each time others. */
const share = isComplete ? 1 : 12

/** Tests every ordered pair of "done, then died": the one who connects, then whoever takes that up. */
export function survivePairs(successor: Successor): void {
  const surroundings = useSurroundings()
  const cases = countCases('connecting')

  it(`connecting survives ${successor} that dies as well, after any effect of either`, {
    timeout: isComplete ? 3_600_000 : 300_000,
  }, async () => {
    const effects = await connectionEffects(connectionScenarios['a paid connect'], surroundings())
    const found: string[] = []
    for (const [first, effect] of effects.entries()) {
      if (isRead(effect)) continue
      for (let second = (first + turn) % share; ; second += share) {
        const end = await runPair(successor, [first, second], surroundings())
        if (!end) break
        if (isRead(end.effect)) continue
        cases.add()
        const what = `${first} (${nameOf(effect)}), then ${second} (${nameOf(end.effect)})`
        found.push(...end.broken.map(one => `${what}: ${one}`))
      }
    }
    expect(found).toEqual([])
  })
}

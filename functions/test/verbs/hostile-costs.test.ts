import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Cost, calledAt, costOf } from '../support/acts.ts'
import { sandbox } from '../support/chat.ts'
import { startVerbs } from '../support/chat-deps.ts'
import { type HostileActName, hostileActsOn, mostOfHostile } from '../support/hostile-acts.ts'
import { startPlatform } from '../support/platform.ts'
import { sandboxSettings } from '../support/test-context.ts'

const { db } = await startVerbs()
const platform = await startPlatform({
  ...{ db, sandbox: sandbox() },
  settings: publicUrl => calledAt(sandboxSettings(), publicUrl),
})
afterAll(() => platform.close())
const acts = await hostileActsOn(db, platform)

// What a process reads and writes once a minute is not what an act takes. Where that minute ends while an act is played,
// it is played again.
const again = { retry: 1 }
beforeAll(async () => {
  for (const act of Object.values(acts)) await platform.billOf(act)
}, 60_000)

it.each(Object.entries(mostOfHostile) as [HostileActName, Cost][])(
  '%s takes no more than the table of attackers counts with',
  again,
  async (name, most) => {
    const cost = costOf(await platform.billOf(acts[name]))
    for (const [what, amount] of Object.entries(cost))
      expect(amount, `${what} in ${JSON.stringify(cost)}`).toBeLessThanOrEqual(Reflect.get(most, what))
  },
)

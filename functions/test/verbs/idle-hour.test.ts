import { afterAll, expect, it } from 'vitest'
import { idleHour } from '../../../bench/idle-day.ts'
import { type ScheduleName, scheduleNames, schedules } from '../../src/lib/schedules.ts'
import { startSurroundings } from '../support/world.ts'

const surroundings = await startSurroundings()
afterAll(surroundings.stop)

it('an hour in which nothing happens has every period of each schedule, and an hour of each round', async () => {
  const channels = 12 * 12
  const bills = await idleHour(surroundings.sandbox, { threads: 300, channels })
  // Of the channels looked at, half were last looked at the day before: a change each, which the portfolio hears of.
  const heard = channels / 12 / 2
  const runsOf = (name: ScheduleName) => bills[name].invocations - (name === 'watchchannels' ? heard : 0)
  for (const name of scheduleNames) expect(runsOf(name), name).toBe(60 / schedules[name])
  const looked = bills.watchchannels.calls['channel-manager'].filter(call => /^GET .channels./.test(call))
  expect(looked).toHaveLength(channels / 12)
  // Ten threads, the lane, two checkpoints and two lists in each run.
  expect(bills.comparesearch.reads).toBe(4 * (10 + 5))
  expect(bills.comparesearch.calls.algolia.filter(call => call.startsWith('PUT'))).toEqual([])
}, 240_000)

import { describe, expect, it } from 'vitest'
import { memoryLog } from '../../../test/support/memory-log.ts'
import { memoryLanes } from '../../../test/support/silence/stores.ts'
import { LaneGate } from './lane-gate.ts'
import { Pace } from './pace.ts'

/** A process that sends, on a clock that stands still until it is moved. */
function gates() {
  let now = Date.parse('2031-05-01T12:00:00Z')
  const clock = { now: () => new Date(now), sleep: async () => {} }
  const states = memoryLanes()
  const lanes = async () => states
  const pace = async () => new Pace(clock, 1000)
  const gate = () => new LaneGate({ clock, log: memoryLog([]), lanes, pace, tolerated: () => 4 })
  return {
    gate,
    isOpen: async () => !(await states.read('sms'))?.value.failing,
    pause: (milliseconds: number) => {
      now += milliseconds
    },
  }
}

describe('a lane whose vendor refuses our key, with nothing due in it', () => {
  it('stays closed until a first try goes through', async () => {
    const { gate, isOpen, pause } = gates()
    await gate().failed('sms', 'credentials')
    const sender = gate()
    expect(await sender.firstTry('sms', async () => sender.succeeded('sms'))).toBe(false)
    pause(31_000)
    expect(await gate().passage('sms')).toBe('probe')
    expect(await isOpen()).toBe(false)
    expect(await sender.firstTry('sms', async () => sender.succeeded('sms'))).toBe(true)
    expect(await isOpen()).toBe(true)
  })

  it('is tried by one at a time', async () => {
    const { gate, pause } = gates()
    await gate().failed('sms', 'credentials')
    pause(31_000)
    const sender = gate()
    let answer = (): void => undefined
    const first = sender.firstTry('sms', () => new Promise<void>(resolve => (answer = resolve)))
    await expect.poll(() => sender.firstTry('sms', async () => {})).toBe(false)
    answer()
    expect(await first).toBe(true)
  })
})

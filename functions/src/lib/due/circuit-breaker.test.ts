import { describe, expect, it } from 'vitest'
import { memoryFirestore } from '../../../test/support/firestore.ts'
import { memoryLog } from '../../../test/support/memory-log.ts'
import { firestoreWith } from '../../adapters/firestore/sdk.ts'
import { store } from '../../adapters/firestore/store.ts'
import { ProviderError } from '../errors.ts'
import { recordOf } from '../record-of.ts'
import { circuitBreaker } from './circuit-breaker.ts'
import { lanes } from './lane-state.ts'
import { laneNames } from './lanes.ts'
import { limiters } from './limiter.ts'

const refused = new ProviderError('vendor', 'permanent', 'no', { status: 401 })

/** Breakers of processes, on a clock that only `pause` moves. */
function breakers() {
  let now = Date.parse('2031-05-01T12:00:00Z')
  const clock = { now: () => new Date(now), sleep: async () => {} }
  const documents = store(firestoreWith(memoryFirestore('lanes')))
  const limits = () => recordOf(laneNames, () => ({ perSecond: 1000, atOnce: 1 }))
  const limiter = limiters(clock, { lanes: limits, text: () => '' })
  const breaker = () =>
    circuitBreaker({
      clock,
      log: memoryLog([]),
      store: documents,
      vendorOf: () => ({ name: 'vendor', key: 'KEY' }),
      limiter,
      tolerated: () => 4,
    })
  return {
    breaker,
    isOpen: async () => !(await documents.read(lanes.at('sms')))?.value.failing,
    pause: (milliseconds: number) => {
      now += milliseconds
    },
  }
}

describe('a lane whose vendor refuses our key, with nothing due in it', () => {
  it('takes nothing until a first try goes through', async () => {
    const { breaker, isOpen, pause } = breakers()
    await breaker().report('sms', refused)
    const sender = breaker()
    expect(await sender.firstTry('sms', async () => sender.report('sms'))).toBe(false)
    pause(31_000)
    expect(await breaker().state('sms')).toBe('half-open')
    expect(await isOpen()).toBe(false)
    expect(await sender.firstTry('sms', async () => sender.report('sms'))).toBe(true)
    expect(await isOpen()).toBe(true)
  })

  it('gets one first try at a time', async () => {
    const { breaker, pause } = breakers()
    await breaker().report('sms', refused)
    pause(31_000)
    const sender = breaker()
    let answer = (): void => undefined
    const first = sender.firstTry('sms', () => new Promise<void>(resolve => (answer = resolve)))
    await expect.poll(() => sender.firstTry('sms', async () => {})).toBe(false)
    answer()
    expect(await first).toBe(true)
  })
})

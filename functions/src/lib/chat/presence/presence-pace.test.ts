import fc from 'fast-check'
import { expect, it } from 'vitest'
import { PresencePace, paceMs } from './presence-pace.ts'

const signal = fc.record({
  key: fc.constantFrom('ann', 'bob', 'cem'),
  isWriting: fc.boolean(),
  afterMs: fc.integer({ min: 0, max: paceMs }),
})

it('a change is written at once, an unchanged signal once in twenty seconds', () => {
  fc.assert(
    fc.property(fc.array(signal, { maxLength: 40 }), all => {
      const pace = new PresencePace()
      const written = new Map<string, { isWriting: boolean; at: number }>()
      let now = 0
      for (const { key, isWriting, afterMs } of all) {
        now += afterMs
        const last = written.get(key)
        const isNews = last?.isWriting !== isWriting || now - last.at >= paceMs
        expect(pace.turn(key, isWriting, new Date(now))).toBe(isNews)
        if (isNews) written.set(key, { isWriting, at: now })
      }
    }),
  )
})

it('a failed write is repeated with the next signal, and a clock that is set back silences nobody', () => {
  const pace = new PresencePace()
  expect(pace.turn('ann', true, new Date(1_000_000))).toBe(true)
  pace.forget('ann')
  expect(pace.turn('ann', true, new Date(1_000_001))).toBe(true)
  expect(pace.turn('ann', true, new Date(0))).toBe(true)
})

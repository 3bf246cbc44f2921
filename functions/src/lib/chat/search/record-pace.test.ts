import fc from 'fast-check'
import { expect, it } from 'vitest'
import { atOnce, RecordPace, spacingMs, threadBurst } from './record-pace.ts'

const start = Date.parse('2031-05-01T10:00:00Z')
const at = (ms: number) => new Date(start + ms)
const dayMs = 24 * 60 * 60_000

/** A pace whose thread has used up what it may do at once, at that time. */
function busy(thread: string): RecordPace {
  const pace = new RecordPace(() => 40_000)
  for (let times = 0; times < threadBurst; times += 1) expect(pace.turn(thread, at(0))).toEqual(at(0))
  return pace
}

it('writes some at once, then the last of what follows within three seconds', () => {
  const pace = busy('a')
  expect(pace.turn('a', at(100))).toEqual(at(spacingMs))
  expect(pace.turn('a', at(200))).toBeUndefined()
  expect(pace.turn('b', at(200))).toEqual(at(200))
  expect(pace.turn('a', at(spacingMs + 1))).toEqual(at(2 * spacingMs))
})

it('counts a write from when it began', () => {
  const pace = busy('a')
  pace.turn('a', at(100))
  pace.begin('a', at(spacingMs - 1))
  expect(pace.turn('a', at(spacingMs - 1))).toEqual(at(2 * spacingMs))
})

it('writes again what could not be written', () => {
  const pace = busy('a')
  pace.turn('a', at(1))
  pace.forget('a')
  expect(pace.turn('a', at(2))).toEqual(at(2))
})

const changes = fc.array(fc.record({ thread: fc.integer({ min: 0, max: 30 }), afterMs: fc.nat(400_000) }), {
  minLength: 1,
  maxLength: 300,
})

it('covers every change, and never calls more often than it may', () => {
  fc.assert(
    fc.property(changes, fc.integer({ min: 20, max: 3000 }), (all, perDay) => {
      const pace = new RecordPace(() => perDay)
      let now = 0
      const turns: { thread: number; begins: number }[] = []
      for (const { thread, afterMs } of all) {
        now += afterMs
        const turn = pace.turn(String(thread), at(now))
        if (turn) turns.push({ thread, begins: turn.getTime() - start })
        // A write after the change is done or to come.
        expect(turns.some(one => one.thread === thread && one.begins >= now)).toBe(true)
      }
      const times = turns.map(({ begins }) => begins).toSorted((a, b) => a - b)
      for (const [position, begins] of times.entries()) {
        const [first = 0] = times
        expect(position).toBeLessThanOrEqual(perDay * atOnce + ((begins - first) * perDay) / dayMs + 1)
      }
      for (const one of new Set(turns.map(({ thread }) => thread))) {
        const own = turns.filter(({ thread }) => thread === one).map(({ begins }) => begins)
        for (const [position, begins] of own.entries()) {
          const before = own[position - threadBurst]
          if (before !== undefined) expect(begins - before).toBeGreaterThanOrEqual(spacingMs)
        }
      }
    }),
  )
})

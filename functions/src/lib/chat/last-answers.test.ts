import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Answer } from './exchange.ts'
import { afterAnswering, answerByOthers } from './last-answers.ts'

const people = ['ann', 'bob', 'cem', 'dee'] as const
const authors = fc.array(fc.constantFrom(...people), { maxLength: 12 })

it('say for everybody, and every moment, what a scan of all answers says', () => {
  fc.assert(
    fc.property(authors, fc.constantFrom(...people), fc.integer({ min: -1, max: 12 }), (given, uid, seen) => {
      const all = given.map((by, place): Answer => ({ messageId: `m${place}`, by, at: new Date(place) }))
      const kept = all.reduce<Answer[]>(afterAnswering, [])
      const since = new Date(seen)
      expect(kept.length).toBeLessThanOrEqual(2)
      expect(answerByOthers(kept, { uid, since })).toEqual(
        all.findLast(({ by, at }) => by !== uid && at > since),
      )
    }),
  )
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Answer } from './exchange.ts'
import { afterAnswering, answerByOthers } from './last-answers.ts'

const people = ['ann', 'bob', 'cem', 'dee'] as const
const authors = fc.array(fc.constantFrom(...people), { maxLength: 12 })

it('the last answers tell every user, for every moment, the same as a scan of all answers', () => {
  fc.assert(
    fc.property(
      authors,
      fc.constantFrom(...people),
      fc.integer({ min: -1, max: 12 }),
      (writers, uid, from) => {
        const all = writers.map((by, place): Answer => ({ messageId: `m${place}`, by, at: new Date(place) }))
        const lastAnswers = all.reduce<Answer[]>(afterAnswering, [])
        const since = new Date(from)
        expect(lastAnswers.length).toBeLessThanOrEqual(2)
        expect(answerByOthers(lastAnswers, { uid, since })).toEqual(
          all.findLast(({ by, at }) => by !== uid && at > since),
        )
      },
    ),
  )
})

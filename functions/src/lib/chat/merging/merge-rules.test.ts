import fc from 'fast-check'
import { expect, it } from 'vitest'
import { law } from '../../../../test/support/law.ts'
import { storedThread, type Thread } from '../thread.ts'
import { isMergeDue } from './merge-rules.ts'

const ids = ['a', 'b', 'c', 'd'] as const
const act = fc.record({ from: fc.constantFrom(...ids), into: fc.constantFrom(...ids), isApart: fc.boolean() })

const thread = (fields: object = {}): Thread => storedThread.parse({ source: 'guest', ...fields })

law(
  'threads that are merged and taken apart in any order are one step from where everything new goes',
  [fc.array(act, { maxLength: 20 })],
  acts => {
    const threads = new Map(ids.map(id => [id, thread()]))
    const of = (id: (typeof ids)[number]) => threads.get(id) ?? thread()
    for (const { from, into, isApart } of acts) {
      if (from === into) continue
      const [one, other] = [of(from), of(into)]
      if (isApart && one.mergedInto === into) {
        threads.set(from, { ...one, mergedInto: null })
        threads.set(into, { ...other, mergedIds: other.mergedIds.filter(id => id !== from) })
      } else if (isDue(from, into, one, other)) {
        threads.set(from, { ...one, mergedInto: into })
        threads.set(into, { ...other, mergedIds: [...other.mergedIds, from] })
      }
    }
    for (const [id, { mergedInto, mergedIds }] of threads) {
      expect(mergedInto ? mergedIds : []).toEqual([])
      const merged = [...threads].filter(([, other]) => other.mergedInto === id).map(([other]) => other)
      expect(new Set(mergedIds)).toEqual(new Set(merged))
    }
  },
)

function isDue(threadId: string, into: string, one: Thread, target: Thread): boolean {
  try {
    return isMergeDue({ threadId, into, thread: one, target, branchIds: one.mergedIds })
  } catch {
    return false
  }
}

it.each([
  ['others are merged into it', ['x'], {}, {}, /^Take it apart first, or/],
  ['it is merged elsewhere', [], { mergedInto: 'x' }, {}, /^Take it apart first\.$/],
  ['the other one is merged', [], {}, { mergedInto: 'x' }, /^Merge it into thread x\.$/],
])('a refused merge names the next action where %s', (_, branchIds, one, target, nextAction) => {
  const merge = () =>
    isMergeDue({ threadId: 'a', into: 'b', thread: thread(one), target: thread(target), branchIds })
  expect(merge).toThrow(
    expect.objectContaining({ code: 'thread-merged', nextAction: expect.stringMatching(nextAction) }),
  )
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { messageKey } from './message-key.ts'

const id = fc.string({ unit: fc.constantFrom('a', '_', '-'), minLength: 1, maxLength: 5 })
const ref = fc.record({ threadId: id, messageId: id })

it('two messages never have one key', () => {
  fc.assert(
    fc.property(ref, ref, (one, other) => {
      const isSame = one.threadId === other.threadId && one.messageId === other.messageId
      expect(messageKey(one) === messageKey(other)).toBe(isSame)
    }),
    { numRuns: 5000 },
  )
})

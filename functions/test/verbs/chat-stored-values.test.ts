import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createMessage } from '../../src/lib/chat/posting/create-message.ts'
import { postBody } from '../../src/lib/chat/posting/post-input.ts'
import { seedThread, staffActor, startVerbs } from '../support/chat-deps.ts'
import { builtContext, limits } from '../support/test-context.ts'

startVerbs()

const text = fc.string({
  unit: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('.', '`', '/', '_', '\u0000')),
})
const posts = fc.record(
  {
    body: fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }),
    type: fc.constantFrom('message', 'note', 'chatapp-message', 'sms-message'),
    contentType: fc.constantFrom('text', 'payment', 'payment-processed'),
    externalMessageId: fc.string({ unit: 'binary', minLength: 1, maxLength: 50 }),
    attachments: fc.array(fc.string({ unit: 'binary', minLength: 1, maxLength: 50 }), { maxLength: 5 }),
    paymentContent: fc.dictionary(text, fc.jsonValue({ maxDepth: 4 })),
  },
  { requiredKeys: ['body'] },
)

it('every post that parses is stored unchanged, and is a replay the second time', async () => {
  let stored = 0
  const property = fc.asyncProperty(posts, async sent => {
    const wire = JSON.stringify(sent)
    const parsed = postBody(limits).safeParse(JSON.parse(wire))
    if (!parsed.success) return
    stored += 1
    const actor = staffActor()
    const threadId = await seedThread()
    const post = async () =>
      createMessage(await builtContext(), actor, {
        ...postBody(limits).parse(JSON.parse(wire)),
        threadId,
        messageId: 'm',
      })
    const first = await post()
    const again = await post()
    expect({ first: first.replayed, again: again.replayed }).toEqual({ first: false, again: true })
    expect(JSON.stringify(again.message.paymentContent ?? null).length).toBe(
      JSON.stringify(sent.paymentContent ?? null).length,
    )
    const { delivery: _delivery, ...message } = again.message
    expect(message).toMatchObject(JSON.parse(wire))
  })
  await fc.assert(property, { numRuns: 60 })
  expect(stored).toBeGreaterThan(10)
})

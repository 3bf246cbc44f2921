import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { law } from '../../../../test/support/law.ts'
import { messageTypes } from '../message.ts'
import { storedThread } from '../thread.ts'
import { assembleMessage } from './assemble-message.ts'
import type { Post, PostInput } from './post-input.ts'
import { asPosted, isSamePost } from './replay.ts'

/** Milliseconds. */
const waits = { chatapp: 1000, sms: 1000, ota: 1000 }

const thread = storedThread.parse({ source: 'platform-guest', reservationId: 'r' })
const text = fc.string({ maxLength: 3 })
/** -0 differs from 0, but not in JSON. */
const hasNoMinusZero = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).every(hasNoMinusZero)
    : !Object.is(value, -0)
const json = fc.jsonValue({ maxDepth: 2 }).filter(hasNoMinusZero)
const inputs: fc.Arbitrary<PostInput> = fc.record({
  threadId: fc.constant('t'),
  body: text,
  source: fc.constantFrom('platform', 'operations'),
  type: fc.constantFrom(...messageTypes),
  contentType: fc.constantFrom('text', 'payment', 'payment-processed'),
  externalMessageId: fc.option(text, { nil: undefined }),
  attachments: fc.option(fc.array(text, { maxLength: 2 }), { nil: undefined }),
  paymentContent: fc.option(fc.dictionary(text, json, { noNullPrototype: true, maxKeys: 3 }), {
    nil: undefined,
  }),
})
const store = (input: Post, authorId = 'a') =>
  assembleMessage({
    input,
    messageId: 'm',
    author: { uid: authorId, role: 'support' },
    thread,
    now: new Date(),
    waits,
  })

describe('whether a stored message is the same post', () => {
  law(
    'is true for what was stored, whatever delivery and forwarding wrote since',
    [inputs, text],
    (input, providerId) => {
      const stored = store(input)
      expect(isSamePost(stored, input, 'a')).toBe(true)
      if (!stored.delivery) return
      const delivery = { ...stored.delivery, status: 'sent' as const, attempts: 1 }
      const forwarding = { status: 'forwarded' as const, attempts: 3 }
      const sent = { ...stored, delivery, forwarding, externalMessageId: providerId }
      expect(isSamePost(sent, input, 'a')).toBe(true)
    },
  )

  law(
    'is true for two posts exactly when every client field is the same',
    [inputs, inputs, fc.boolean()],
    (one, other, isMixed) => {
      // Posts are often alike, so both answers occur.
      const mixed = isMixed ? { ...one, body: other.body, attachments: other.attachments } : other
      const isSame = sorted(one) === sorted(mixed)
      expect(isSamePost(store(one), mixed, 'a')).toBe(isSame)
    },
  )
})

describe('a message sent as a template', () => {
  const post: PostInput = {
    threadId: 't',
    body: 'Hello Maria',
    source: 'platform',
    type: 'chatapp-message',
    contentType: 'text',
  }
  const template = { name: 'reply-request', variables: { 1: 'Maria' } }
  const stored = store({ ...post, template })

  it('is the same post with the same template and values, whoever filled them in', () => {
    expect(isSamePost(stored, { ...post, template }, 'a')).toBe(true)
    expect(isSamePost(stored, { ...post, template: { ...template, filled: ['guest'] } }, 'a')).toBe(true)
  })

  it('is another post than the typed text, another template or other values', () => {
    expect(isSamePost(stored, post, 'a')).toBe(false)
    expect(isSamePost(store(post), { ...post, template }, 'a')).toBe(false)
    const others = [{ name: 'review-request' }, { variables: { 1: 'Tom' } }, { variables: { 2: 'Maria' } }]
    for (const other of others)
      expect(isSamePost(stored, { ...post, template: { ...template, ...other } }, 'a')).toBe(false)
  })
})

/** JSON with every object's keys in order. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  )

describe('a stored message as its post left it', () => {
  const later = {
    status: 'sent' as const,
    attempts: 2,
    to: '+39333',
    claimId: 'c',
    claimedAt: new Date(),
    leaseUntil: new Date(),
    dueAt: new Date(),
    callEnded: true,
    replacedIds: ['SM0'],
    unheardOf: 'x',
  }

  const template = { name: 'greeting', variables: { 1: 'Maria' }, filled: ['name'] }

  law('is what was stored, whatever became of it', [inputs, fc.boolean()], (input, asTemplate) => {
    const posted = store(asTemplate ? { ...input, template } : input)
    const { delivery, forwarding } = posted
    const now = {
      ...posted,
      ...(delivery && { delivery: { ...delivery, ...later }, externalMessageId: 'SM1' }),
      ...(forwarding && {
        forwarding: { status: 'failed' as const, attempts: 9, dueAt: new Date() },
      }),
    }
    const firstAnswer = {
      ...posted,
      ...(delivery && { delivery: { ...delivery, dueAt: undefined, sendUntil: undefined } }),
    }
    expect(asPosted(now)).toEqual({
      ...firstAnswer,
      ...(forwarding && { forwarding: { ...forwarding, dueAt: undefined } }),
    })
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from '../../http/parse.ts'
import { DomainError } from '../errors.ts'
import { clientId } from '../identifiers.ts'
import { postBody } from './post-input.ts'

const limits = {
  messageBody: 10_000,
  outboundBody: 1600,
  attachments: 10,
  paymentContentBytes: 16 * 1024,
  participants: 200,
}
const schema = postBody(limits)

const names = [
  'body',
  'messageId',
  'source',
  'type',
  'contentType',
  'externalMessageId',
  'attachments',
  'paymentContent',
]
const json = fc.jsonValue({ stringUnit: 'binary' })
const nearlyPosts = fc.dictionary(fc.constantFrom(...names, '__proto__', 'constructor', 'extra'), json)

/** The parsed post, or undefined when it was refused in the one way it may be. */
function parsed(input: unknown) {
  try {
    return parse(schema, input)
  } catch (error) {
    expect(error).toBeInstanceOf(DomainError)
    expect(error).toMatchObject({ code: 'validation-failed' })
    return undefined
  }
}

describe('a request body', () => {
  it('of any JSON is parsed or refused as not valid', () => {
    fc.assert(
      fc.property(fc.oneof(json, nearlyPosts), input => void parsed(input)),
      { numRuns: 500 },
    )
    for (const input of [undefined, null, Number.NaN, () => 1, Symbol('x'), new Date()]) parsed(input)
  })

  it('that is as deep as can be is refused, not a stack overflow', () => {
    const deep = JSON.parse(`${'{"a":['.repeat(5000)}1${']}'.repeat(5000)}`)
    expect(parsed({ body: 'x', contentType: 'payment', paymentContent: { deep } })).toBeUndefined()
  })

  it('that passes keeps what was sent, and adds only defaults', () => {
    const posts = fc.record(
      {
        body: fc.string({ minLength: 1 }),
        paymentContent: fc.dictionary(fc.string(), json),
        attachments: fc.array(fc.string()),
      },
      { requiredKeys: ['body'] },
    )
    fc.assert(
      fc.property(posts, post => {
        const sent = JSON.parse(JSON.stringify(post))
        const result = parsed(structuredClone(sent))
        if (result)
          expect(result).toEqual({ source: 'platform', type: 'message', contentType: 'text', ...sent })
      }),
    )
  })
})

describe('an id that a client chooses', () => {
  it('is one segment of a path that Firestore takes', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\w-]{1,130}$/)), id => {
        const isTaken = clientId.safeParse(id).success
        expect(isTaken).toBe(/^[A-Za-z0-9_-]{1,128}$/.test(id) && !/^__.*__$/.test(id))
      }),
    )
  })
})

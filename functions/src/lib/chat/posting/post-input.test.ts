import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { law } from '../../../../test/support/law.ts'
import { DomainError } from '../../errors.ts'
import { clientId } from '../../identifiers.ts'
import { parse } from '../../parse.ts'
import { postBody } from './post-input.ts'

const lengths = { messageBody: 10_000, outboundBody: 1600, attachments: 10, paymentContentBytes: 16 * 1024 }
const perMinute = { userPostsPerMinute: 60, threadPostsPerMinute: 300, selfJoinedPostsPerMinute: 60 }
const schema = postBody({ ...lengths, participants: 200, ...perMinute })

const json = fc.jsonValue({ stringUnit: 'binary' })
const nearlyPosts = fc.dictionary(
  fc.constantFrom(...Object.keys(schema.shape), '__proto__', 'constructor', 'extra'),
  json,
)

/** The parsed post, or undefined when refused as `validation-failed`. */
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

  it('is refused without a stack overflow if it is nested very deep', () => {
    const deep = JSON.parse(`${'{"a":['.repeat(5000)}1${']}'.repeat(5000)}`)
    expect(parsed({ body: 'x', contentType: 'payment', paymentContent: { deep } })).toBeUndefined()
  })

  const posts = fc.record(
    {
      body: fc.string({ minLength: 1 }),
      paymentContent: fc.dictionary(fc.string(), json),
      attachments: fc.array(fc.string()),
    },
    { requiredKeys: ['body'] },
  )
  law('keeps what was sent if it passes, and adds only defaults', [posts], post => {
    const sent = JSON.parse(JSON.stringify(post))
    const result = parsed(structuredClone(sent))
    if (result) expect(result).toEqual({ source: 'platform', type: 'message', contentType: 'text', ...sent })
  })
})

describe('mentions', () => {
  const mentioned = (mentions: unknown, type = 'note') => parsed({ body: 'x', type, mentions })?.mentions
  const ids = Array.from({ length: 11 }, (_, index) => `user-${index}`)

  it('are one to ten users of a note, each once', () => {
    expect(mentioned(ids.slice(0, 1))).toEqual(['user-0'])
    expect(mentioned(ids.slice(1))).toHaveLength(10)
    for (const wrong of [[], ids, ['sam', 'sam'], [''], ['__sam__'], [1], 'sam', null])
      expect(mentioned(wrong)).toBeUndefined()
  })

  it.each(['message', 'chatapp-message', 'sms-message'])('are refused in a %s', type => {
    expect(mentioned(['sam'], type)).toBeUndefined()
    const refuse = () => parse(schema, { body: 'x', type, mentions: ['sam'] })
    expect(refuse).toThrow(
      expect.objectContaining({ errors: [expect.objectContaining({ path: 'mentions' })] }),
    )
  })
})

describe('attachments', () => {
  const isValid = (post: object) =>
    parsed({ body: 'x', attachments: ['files/a', 'files/b'], ...post }) !== undefined
  const [web, sms] = [(name: string) => `https://files.example/${name}`, { type: 'sms-message' }]

  it('are of any form in a message that no channel sends', () => {
    for (const type of ['message', 'note']) expect(isValid({ type })).toBe(true)
    expect(isValid({ type: 'chatapp-message', source: 'chatapp' })).toBe(true)
    expect(isValid({ ...sms, externalMessageId: 'sent-elsewhere' })).toBe(true)
  })

  it('are those that the channel takes in a message to be sent', () => {
    expect(isValid({ type: 'chatapp-message', attachments: [web('a')] })).toBe(true)
    expect(isValid({ type: 'chatapp-message', attachments: [] })).toBe(true)
    expect(isValid({ ...sms, attachments: Array.from({ length: 10 }, (_, at) => web(`${at}`)) })).toBe(true)
    for (const type of ['chatapp-message', 'sms-message', 'ota-message'])
      expect(isValid({ type })).toBe(false)
  })
})

describe('payment content', () => {
  const isTaken = (paymentContent: object, post: object = {}) =>
    parsed({ body: 'x', ...post, paymentContent }) !== undefined

  it('replaces the text of a payment, unless it is empty', () => {
    const text = { body: '', contentType: 'payment' }
    expect([isTaken({ amount: 1 }, text), isTaken({}, text)]).toEqual([true, false])
  })

  const bad = ['{"__a__":1}', '{"__proto__":1}', '{"":1}', '{"\\ud800":1}', '"\\udc00"', '[[1]]', '1e999']
  const depths = fc.integer({ min: 0, max: 5 })
  const wrap = (json: string, depth: number): string =>
    depth === 0 ? json : wrap(`{"a":${json}}`, depth - 1)

  it('is refused if Firestore could not give back a value of it, at any depth', () => {
    fc.assert(
      fc.property(fc.constantFrom(...bad), depths, fc.boolean(), (json, depth, isListed) => {
        const part = isListed ? `{"list":[${json.replace('[[1]]', '[1]')}]}` : `{"a":${json}}`
        expect(isTaken(JSON.parse(wrap(part, depth)), { contentType: 'payment' })).toBe(false)
      }),
    )
    for (const json of bad.slice(0, 4)) expect(isTaken(JSON.parse(json))).toBe(false)
  })

  it('has 0 for -0, which JSON takes for the same and Firestore may not keep', () => {
    const paymentContent: unknown = JSON.parse('{"a":-0,"list":[-0,{"b":-0}]}')
    expect(parsed({ body: 'x', paymentContent })).toMatchObject({
      paymentContent: { a: 0, list: [0, { b: 0 }] },
    })
  })

  it('may have fifteen levels and keys of 1,500 bytes, and no more', () => {
    expect(isTaken(JSON.parse(wrap('1', 15)))).toBe(true)
    expect(isTaken(JSON.parse(wrap('1', 16)))).toBe(false)
    expect(isTaken({ ['ü'.repeat(750)]: 1 })).toBe(true)
    expect(isTaken({ ['ü'.repeat(751)]: 1 })).toBe(false)
  })
})

law(
  'an id that a client chooses is one segment of a path that Firestore takes',
  [fc.oneof(fc.string(), fc.stringMatching(/^[\w-]{1,130}$/))],
  id => {
    const isTaken = clientId.safeParse(id).success
    expect(isTaken).toBe(/^[A-Za-z0-9_-]{1,128}$/.test(id) && !/^__.*__$/.test(id))
  },
)

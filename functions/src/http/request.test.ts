import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { bodyIn, type HttpRequest, parse } from './request.ts'

const sent = (type: string, text: string) =>
  bodyIn({ headers: { 'content-type': type }, rawBody: Buffer.from(text) } as HttpRequest)

it.each([
  ['application/json', '{"body":"ü"}', { body: 'ü' }],
  ['Application/JSON; charset="UTF-8"', '\ufeff[1]', [1]],
  ['application/json', '', {}],
  ['application/x-www-form-urlencoded', 'From=%2B1&Body=a+b', { From: '+1', Body: 'a b' }],
  ['application/x-www-form-urlencoded', 'A=1&A=2', { A: ['1', '2'] }],
  ['application/x-www-form-urlencoded', 'A&'.repeat(499), { A: Array(499).fill('') }],
  ['application/x-www-form-urlencoded', 'A&'.repeat(500), undefined],
  ['text/plain', '{"body":"x"}', undefined],
  ['image/png', 'png', undefined],
])('a body of %s, %j, is %j', (type, text, body) => {
  expect(sent(type, text)).toEqual(body)
})

it.each([
  ['application/json', '{"body":'],
  ['application/json', 'undefined'],
  ['application/json; charset=latin1', '{}'],
  ['application/json; charset=utf-16le', '{}'],
])('a body of %s, %j, is refused', (type, text) => {
  expect(() => sent(type, text)).toThrow(expect.objectContaining({ code: 'validation-failed' }))
})

const schema = z.strictObject({ a: z.object({ list: z.array(z.number()) }), b: z.string().default('x') })

describe('parsing', () => {
  it('gives what the schema makes of the input', () => {
    expect(parse(schema, { a: { list: [1] } })).toEqual({ a: { list: [1] }, b: 'x' })
  })

  it('names every place that is wrong', () => {
    expect(() => parse(schema, { a: { list: [1, 'two'] }, b: 5 })).toThrow(
      expect.objectContaining({
        code: 'validation-failed',
        nextAction: expect.any(String),
        errors: ['a.list.1', 'b'].map(path => ({ path, message: expect.any(String) })),
      }),
    )
  })

  it('does not repeat what was sent', () => {
    try {
      parse(schema, { a: 'a secret', b: { secret: 'a secret' } })
      expect.unreachable()
    } catch (error) {
      expect(JSON.stringify(error)).not.toContain('a secret')
    }
  })
})

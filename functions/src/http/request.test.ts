import { expect, it } from 'vitest'
import { bodyIn, type HttpRequest } from './request.ts'

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

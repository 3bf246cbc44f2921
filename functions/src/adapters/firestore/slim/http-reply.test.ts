import { describe, expect, it } from 'vitest'
import { HttpReplyReader, NoHttpReply } from './http-reply.ts'

const body = '[{"text":"Grüße 🏖\\r\\n\\r\\n"}]'
const length = Buffer.byteLength(body)
const chunk = (bytes: Buffer) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
const chunked = (text: string, more = '') =>
  Buffer.concat([
    Buffer.from('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'),
    chunk(Buffer.from(text).subarray(0, 12)),
    chunk(Buffer.from(text).subarray(12)),
    Buffer.from(`0\r\n${more}\r\n`),
  ])

const whole: [string, Buffer | string, object][] = [
  [
    'its length',
    `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n${body}`,
    { text: body, staysOpen: true },
  ],
  ['parts', chunked(body), { text: body, staysOpen: true }],
  ['parts and what follows them', chunked(body, 'x-sum: 1\r\n'), { text: body }],
  [
    'parts with an empty line at the end of one',
    chunked('{"a":"b"}\r\n\r\n{"c":"d"}'),
    { text: '{"a":"b"}\r\n\r\n{"c":"d"}' },
  ],
  ['nothing in it', 'HTTP/1.1 204 No Content\r\n\r\n', { status: 204, text: '', staysOpen: true }],
  ['a length of zero', 'HTTP/1.1 429 Too Many\r\ncontent-length:0\r\n\r\n', { status: 429, text: '' }],
  ['no reason', 'HTTP/1.1 200\r\ncontent-length: 2\r\n\r\n{}', { status: 200, text: '{}' }],
  [
    'an announcement before it',
    'HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}',
    { status: 200, text: '{}' },
  ],
  [
    'a connection that ends with it',
    'HTTP/1.1 200 OK\r\nConnection: close\r\ncontent-length: 2\r\n\r\n{}',
    { text: '{}', staysOpen: false },
  ],
  ['the old version', 'HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\n{}', { text: '{}', staysOpen: false }],
]

describe('a reply', () => {
  it.each(whole)('with %s is the same in whatever pieces it comes', (_, given, reply) => {
    const bytes = Buffer.from(given)
    for (let size = 1; size <= bytes.length; size += 1) {
      const reader = new HttpReplyReader()
      const answers = []
      for (let at = 0; at < bytes.length; at += size) answers.push(reader.add(bytes.subarray(at, at + size)))
      expect(answers.at(-1)).toMatchObject(reply)
      expect(answers.slice(0, -1).filter(Boolean)).toEqual([])
    }
  })

  it('of no length ends with its connection', () => {
    const reader = new HttpReplyReader()
    expect(reader.add(Buffer.from('HTTP/1.1 502 Bad Gateway\r\n\r\n<h1>'))).toBeUndefined()
    expect(reader.add(Buffer.from('no</h1>'))).toBeUndefined()
    expect(reader.end()).toEqual({ status: 502, text: '<h1>no</h1>', staysOpen: false })
  })

  it('that breaks off is none', () => {
    for (const part of ['', 'HTTP/1.1 200 OK\r\n', `HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n[`]) {
      const reader = new HttpReplyReader()
      expect(reader.add(Buffer.from(part))).toBeUndefined()
      expect(reader.end()).toBeUndefined()
    }
  })

  it.each([
    ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n\r\n'],
    ['a longer body than it says', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\n{}'],
    ['a length that is no number', 'HTTP/1.1 200 OK\r\ncontent-length: two\r\n\r\n{}'],
    ['a packed body', 'HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, chunked\r\n\r\n'],
    ['a part without its length', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nhello\r\n\r\n'],
    [
      'more after its last part',
      `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nHTTP/1.1 200 OK\r\n\r\n`,
    ],
    ['a head without an end', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(70_000)}`],
  ])('with %s cannot be read', (_, text) => {
    expect(() => new HttpReplyReader().add(Buffer.from(text))).toThrow(NoHttpReply)
  })
})

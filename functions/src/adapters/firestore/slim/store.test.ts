import { createServer, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listen } from '../../../../test/support/listen.ts'
import { resolvedCommit } from '../failures.ts'
import { codes } from './failure.ts'
import { FieldValue } from './field-value.ts'
import { restStore } from './store.ts'
import { Timestamp } from './timestamp.ts'
import type { Write } from './writes.ts'

type Answer = (response: ServerResponse) => unknown

const database = 'projects/demo/databases/(default)'
const name = `${database}/documents/threads/t`
const time = '2026-03-29T10:00:00.000001Z'
const document = { name, fields: { a: { integerValue: '1' } }, createTime: time, updateTime: time }

const json =
  (body: unknown, status = 200): Answer =>
  response =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
const text =
  (body: string, status = 200): Answer =>
  response =>
    response.writeHead(status).end(body)
const reset: Answer = response => response.destroy()
const silence: Answer = () => {}
const half: Answer = response => {
  response.writeHead(200, { 'Content-Length': 100 }).write('[')
  setTimeout(() => response.destroy(), 5)
}
const refused = (status: keyof typeof codes, http: number) =>
  json({ error: { code: http, message: 'no', status } }, http)

const good = {
  batchGet: json([{ found: document }]),
  commit: json({ writeResults: [{ updateTime: time }], commitTime: time }),
}

/** Answers to come, before good ones. */
let answers: Answer[] = []
let calls: string[] = []
let tokens: string[] = []
const server = createServer((request, response) => {
  const method = request.url?.endsWith('batchGet') ? 'batchGet' : 'commit'
  calls.push(method)
  tokens.push(request.headers.authorization ?? '')
  request.resume().on('end', () => (answers.shift() ?? good[method])(response))
})
let origin = ''
beforeAll(async () => {
  origin = `http://127.0.0.1:${await listen(server)}`
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})
beforeEach(() => {
  ;[answers, calls, tokens] = [[], [], []]
})

let made = 0
const store = (at = origin) =>
  restStore(
    {
      server: new URL(at),
      database,
      token: async isRefused => {
        if (isRefused) made += 1
        return `token-${made}`
      },
    },
    { read: 2_000, commit: 2_000, repeats: 20_000 },
  )

const read = () => store().read(['threads/t'])
const found = [{ fields: { a: 1 }, updateTime: { nanoseconds: 1000 } }]
const write = { path: 'threads/t', fields: { a: 1 } }
const writes = {
  create: { ...write, kind: 'create' },
  set: { ...write, kind: 'set' },
} satisfies Record<string, Write>
const commit = (one: Write = writes.create) => store().commit([one])
const written = [{ nanoseconds: 1000 }]

/** After which nobody knows whether the call was processed. */
const unclear: [string, Answer][] = [
  ['499 CANCELLED', refused('CANCELLED', 499)],
  ['500 UNKNOWN', refused('UNKNOWN', 500)],
  ['500 INTERNAL', refused('INTERNAL', 500)],
  ['503 UNAVAILABLE', refused('UNAVAILABLE', 503)],
  ['504 DEADLINE_EXCEEDED', refused('DEADLINE_EXCEEDED', 504)],
  ['an error of a proxy', text('<h1>Bad Gateway</h1>', 502)],
  ['a page of something else', text('<h1>Sign in</h1>')],
  ['a reply that cannot be read', text('[{"found":')],
  ['an empty reply', text('')],
  ['a reply of another shape', json({ hello: 'world' })],
  ['a reply without what was asked for', json([])],
  ['a reply with nothing in it', json(null)],
  ['a connection that breaks', reset],
  ['a reply that breaks off', half],
  ['an answer of another protocol', ({ socket }) => socket?.end('SSH-2.0-OpenSSH_9.6\r\n\r\n')],
  ['no answer in time', silence],
]

describe('a read', () => {
  it.each([
    ...unclear,
    ['409 ABORTED', refused('ABORTED', 409)],
    ['429 RESOURCE_EXHAUSTED', refused('RESOURCE_EXHAUSTED', 429)],
    [
      'an error after the first document',
      json([{ found: document }, { error: { code: 503, status: 'UNAVAILABLE' } }]),
    ],
    ['a value of no type', json([{ found: { ...document, fields: { a: {} } } }])],
    ['a value of another type', json([{ found: { ...document, fields: { a: { integerValue: 'x' } } } }])],
    ['a time that is none', json([{ found: { ...document, updateTime: 'yesterday' } }])],
    ['another document', json([{ missing: `${name}2` }])],
  ])('is made again after %s', async (_, answer) => {
    answers = [answer]
    expect(await read()).toMatchObject(found)
    expect(calls).toHaveLength(2)
  })

  it('that is refused for good is refused at once, by its reason', async () => {
    answers = [json([{ error: { code: 403, message: 'not yours', status: 'PERMISSION_DENIED' } }], 403)]
    await expect(read()).rejects.toMatchObject({
      code: codes.PERMISSION_DENIED,
      message: expect.stringContaining('not yours'),
    })
    expect(calls).toHaveLength(1)
  })

  it('that fails again and again fails in the end', async () => {
    answers = Array(20).fill(refused('UNAVAILABLE', 503))
    await expect(read()).rejects.toMatchObject({ code: codes.UNAVAILABLE })
    expect(calls).toHaveLength(6)
  })
})

describe('a commit', () => {
  it.each(unclear)('is made only once where nobody knows what became of it: %s', async (_, answer) => {
    answers = [answer]
    // The adapters read back what became of it.
    expect(await resolvedCommit(commit())).toBe('unresolved')
    expect(calls).toHaveLength(1)
  })

  it('is made only once where something grows, or stands under a condition', async () => {
    const merges = { ...writes.set, merge: true } as const
    const conditions: Write[] = [
      { ...merges, fields: { n: FieldValue.increment(1) } },
      { ...writes.set, kind: 'update' },
      { ...writes.set, kind: 'delete', lastUpdateTime: new Timestamp(1, 0) },
    ]
    for (const write of conditions) {
      answers = [refused('UNAVAILABLE', 503)]
      await expect(commit(write)).rejects.toMatchObject({ code: codes.UNAVAILABLE })
    }
    answers = [refused('UNAVAILABLE', 503)]
    await commit({ ...merges, fields: { a: 1, b: FieldValue.delete() } })
    expect(calls).toHaveLength(conditions.length + 2)
  })

  it.each(unclear)('that may be made twice is made again after %s', async (_, answer) => {
    answers = [answer]
    expect(await commit(writes.set)).toMatchObject(written)
    expect(calls).toHaveLength(2)
  })

  it('that another one of it stands in the way of is refused at once', async () => {
    const races = [
      ['ALREADY_EXISTS', 409],
      ['FAILED_PRECONDITION', 400],
      ['NOT_FOUND', 404],
      ['ABORTED', 409],
    ] as const
    for (const [status, http] of races) {
      answers = [refused(status, http)]
      await expect(commit()).rejects.toMatchObject({ code: codes[status] })
    }
    expect(calls).toHaveLength(races.length)
  })

  it('that there is no room for is made again', async () => {
    answers = [refused('RESOURCE_EXHAUSTED', 429), text('slow down', 429)]
    expect(await commit()).toMatchObject(written)
    expect(calls).toHaveLength(3)
  })

  it('that never went out is made again', async () => {
    const late = createServer((_, response) => good.commit(response))
    const port = await listen(late)
    await new Promise(resolve => late.close(resolve))
    const sent = store(`http://127.0.0.1:${port}`).commit([writes.create])
    setTimeout(() => late.listen(port, '127.0.0.1'), 100)
    expect(await sent).toMatchObject(written)
    late.close()
    late.closeAllConnections()
  })

  it('whose results are not as many as its writes is unclear', async () => {
    const two = store().commit([writes.create, { ...writes.create, path: 'threads/u' }])
    await expect(two).rejects.toMatchObject({ code: codes.UNKNOWN })
  })

  it('that changed nothing has the time at which it was made', async () => {
    answers = [json({ writeResults: [{}], commitTime: time })]
    expect(await commit()).toMatchObject(written)
  })
})

describe('an access token', () => {
  it('that is refused is replaced, once', async () => {
    answers = [refused('UNAUTHENTICATED', 401)]
    const [first, second] = [`Bearer token-${made}`, `Bearer token-${made + 1}`]
    await commit()
    expect(tokens).toEqual([first, second])
    answers = [refused('UNAUTHENTICATED', 401), refused('UNAUTHENTICATED', 401)]
    await expect(commit()).rejects.toMatchObject({ code: codes.UNAUTHENTICATED })
    expect(tokens).toHaveLength(4)
  })
})

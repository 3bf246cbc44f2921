import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Call } from '../api/client.ts'
import { ApiError, type Failure, offline } from '../api/problem.ts'
import { isKeeping, keysOf } from '../storage.ts'
import { answerBefore } from './entry.ts'
import { Outbox, type Outcome } from './outbox.ts'

const posts: Call[] = []
let answer: () => Promise<unknown>

vi.mock('../api/client.ts', () => ({
  call: (request: Call) => {
    posts.push(request)
    return answer()
  },
}))

/** A local storage with room for a given number of keys. */
class Device {
  readonly entries = new Map<string, string>()
  room = Number.POSITIVE_INFINITY
  get length() {
    return this.entries.size
  }
  key = (index: number) => [...this.entries.keys()][index] ?? null
  getItem = (key: string) => this.entries.get(key) ?? null
  removeItem = (key: string) => this.entries.delete(key)
  setItem(key: string, value: string) {
    if (this.entries.size >= this.room) throw new DOMException('full', 'QuotaExceededError')
    this.entries.set(key, value)
  }
}

let device: Device
let page: EventTarget

beforeEach(() => {
  posts.length = 0
  answer = () => new Promise(() => {})
  device = new Device()
  page = new EventTarget()
  vi.stubGlobal('localStorage', device)
  vi.stubGlobal('window', page)
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const text = (body: string) => ({ kind: 'message', type: 'message', body }) as const
const bodies = () => posts.map(({ body }) => Object(body).body)
const settled = () => vi.advanceTimersByTimeAsync(1)
let count = 0
const started = () => {
  const uid = `user-${count++}`
  const outbox = new Outbox(uid)
  const outcomes: Outcome[] = []
  outbox.onOutcome(outcome => outcomes.push(outcome))
  return { uid, outbox, outcomes, stop: outbox.start() }
}

test('every message goes out as the user who wrote it, and none after that user has left', async () => {
  const { uid, outbox, stop } = started()
  outbox.add('a', text('one'))
  outbox.add('a', text('two'))
  await settled()
  expect(posts).toMatchObject([{ as: uid, body: { body: 'one' } }])
  answer = async () => ({})
  stop()
  await vi.advanceTimersByTimeAsync(120_000)
  page.dispatchEvent(new Event('online'))
  await settled()
  expect(bodies()).toEqual(['one'])
  expect(outbox.entries()).toHaveLength(2)
})

test('on a full device a message is still sent, once, and the user can be told', async () => {
  const { outbox, stop } = started()
  device.room = 0
  outbox.add('a', text('one'))
  await settled()
  expect([bodies(), isKeeping()]).toEqual([['one'], false])
  expect(outbox.entries()).toMatchObject([{ content: { body: 'one' } }])
  answer = async () => ({})
  outbox.add('b', text('two'))
  await settled()
  expect(bodies()).toEqual(['one', 'two'])
  expect(outbox.entries()).toMatchObject([{ content: { body: 'one' } }])
  for (const { messageId } of outbox.entries()) outbox.discard(messageId)
  expect(isKeeping()).toBe(true)
  stop()
})

test('a try that failed on a full device counts: the next try waits', async () => {
  const { outbox, stop } = started()
  device.room = 0
  answer = () => Promise.reject(offline('no connection'))
  outbox.add('a', text('one'))
  await vi.advanceTimersByTimeAsync(5_000)
  expect([bodies()[0], posts.length < 5]).toEqual(['one', true])
  for (const { messageId } of outbox.entries()) outbox.discard(messageId)
  stop()
})

test('a message that another window leaves is sent here, and one that it has sent is not', async () => {
  const { uid, outbox, stop } = started()
  const key = `outbox:${uid}:m1`
  const entry = { messageId: 'm1', threadId: 'a', createdAt: '2026-01-01T00:00:00.000Z', attempts: 0 }
  device.entries.set(key, JSON.stringify({ ...entry, content: text('from there') }))
  page.dispatchEvent(Object.assign(new Event('storage'), { key }))
  await settled()
  expect(bodies()).toEqual(['from there'])
  device.entries.delete(key)
  page.dispatchEvent(Object.assign(new Event('storage'), { key }))
  expect(outbox.entries()).toEqual([])
  stop()
})

test('a refused message is reported and stays; a new connection respects a server that asks to wait', async () => {
  const { outbox, outcomes, stop } = started()
  const failure: Failure = {
    code: 'message-conflict',
    detail: '',
    errors: [],
    retryable: false,
    status: 409,
  }
  answer = () => Promise.reject(new ApiError(failure))
  outbox.add('a', text('one'))
  await settled()
  expect(outcomes).toMatchObject([{ refused: { code: 'message-conflict' } }])
  answer = () =>
    Promise.reject(
      new ApiError({ ...failure, code: 'rate-limited', status: 429, retryable: true, retryAfterSeconds: 60 }),
    )
  outbox.add('b', text('two'))
  await settled()
  expect(outbox.entries()).toMatchObject([{ refused: {} }, { waitsFor: 'server' }])
  page.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(bodies()).toEqual(['one', 'two'])
  await vi.advanceTimersByTimeAsync(40_000)
  expect(bodies()).toEqual(['one', 'two', 'two'])
  stop()
  expect(keysOf('outbox:').length).toBe(2)
})

test('a second answer stays until its author sends it as the same message, after seeing the other', async () => {
  const { outbox, stop } = started()
  const other = { messageId: 'theirs', authorId: 'bob', createdAt: '2026-01-02T00:00:00.000Z' }
  const failure: Failure = {
    code: 'answered-meanwhile',
    detail: '',
    errors: [],
    retryable: false,
    status: 409,
    answer: other,
  }
  answer = () => Promise.reject(new ApiError(failure))
  outbox.add('a', text('one'), '2026-01-01T00:00:00.000Z')
  await settled()
  const [entry] = outbox.entries()
  expect(entry && answerBefore(entry)).toEqual(other)
  answer = async () => ({})
  outbox.retry(entry?.messageId ?? '', other.createdAt)
  await settled()
  expect(posts.map(({ body }) => body)).toMatchObject([
    { messageId: entry?.messageId, unlessAnsweredSince: '2026-01-01T00:00:00.000Z' },
    { messageId: entry?.messageId, unlessAnsweredSince: other.createdAt },
  ])
  expect(outbox.entries()).toEqual([])
  stop()
})

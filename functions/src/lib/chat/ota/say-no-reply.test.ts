import fc from 'fast-check'
import { expect, it } from 'vitest'
import { law } from '../../../../test/support/law.ts'
import { memoryLog } from '../../../../test/support/memory-log.ts'
import { randomIds } from '../../../adapters/system.ts'
import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { ProviderError } from '../../errors.ts'
import { FieldChange, type Write } from '../../store.ts'
import { setState } from '../desk/change-desk.ts'
import { deskChange } from '../desk/desk.ts'
import { afterAnswer, afterAsk } from '../desk/exchanges.ts'
import type { MessageType } from '../message.ts'
import { storedThread, type Thread } from '../thread.ts'
import { MessagesNotInstalled } from './ports.ts'
import { sayNoReply } from './say-no-reply.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const ann: Actor = { uid: 'ann', role: 'support' }
const threadId = 't'

const at = { provider: 'booking', conversationId: 'c1' }

/** One thread of a guest at an OTA, on a clock of its own, and what the OTA was told. */
function world(ota: Partial<typeof at> = {}) {
  let now = Date.parse('2026-11-30T08:00:00Z')
  let [count, revision] = [0, 0]
  let thread: Thread = storedThread.parse({ source: 'platform', participantIds: [] })
  const noReplies: number[] = []
  let failure: Error | undefined
  const unasked = () => Promise.reject(new Error('nobody asks for this'))
  const document = () => ({
    id: threadId,
    path: `threads/${threadId}`,
    value: thread,
    revision: revision as never,
  })
  const store = {
    read: async () => document(),
    get: async () => ({ thread: document() }),
    async commit([first]: readonly Write[]) {
      if (!first || first.revision !== document().revision) return 'unresolved' as const
      const fields = Object.entries(first.fields)
      put(Object.fromEntries(fields.map(([name, to]) => [name, to instanceof FieldChange ? undefined : to])))
      return { result: document().revision }
    },
  }
  const put = (fields: object) => {
    revision += 1
    thread = storedThread.parse({ ...thread, ...fields })
  }
  const write = (exchanges: Thread['exchanges']) =>
    put({ ...deskChange(threadId, thread, { exchanges }).fields, updatedAt: new Date(now) })
  const deps = {
    clock: { now: () => new Date(now), sleep: async () => {} },
    ids: randomIds,
    log: memoryLog(),
    auditLog: { append: async () => {}, countRefusals: unasked },
    store: store as unknown as Context['store'],
    otaInbox: {
      conversations: unasked,
      conversation: unasked,
      messages: unasked,
      noReplyNeeded: async () => {
        if (failure) throw failure
        noReplies.push(now)
      },
    },
  }
  const id = () => `m${++count}`
  return {
    noReplies,
    thread: () => thread,
    now: () => now,
    forward(ms: number) {
      now += ms
    },
    asks(type: MessageType = 'ota-message') {
      now += 1
      const [messageId, when] = [id(), new Date(now)]
      const due = new Date(now + 60 * minuteMs)
      const ask = {
        id: `${threadId}_${messageId}`,
        channel: 'ota',
        arrivedAt: when,
        lastAskedAt: when,
        nearAt: due,
        dueBy: due,
        answers: [],
        ...(type === 'ota-message' && { otaAsks: [{ ...at, ...ota, at: when }] }),
      }
      write(afterAsk(thread.exchanges, ask))
    },
    answers(type: MessageType = 'ota-message') {
      now += 1
      const answer = { messageId: id(), by: 'ann', at: new Date(now) }
      write(afterAnswer(thread.exchanges, type === 'ota-message' ? { ...answer, atOta: true } : answer))
    },
    closes: () => setState(deps, ann, { threadId, state: 'done', reason: 'no-answer-needed' }),
    undoes: () => setState(deps, ann, { threadId, state: 'open', undo: true }),
    look: () => sayNoReply(deps, threadId),
    /** Calls fail until `fails()` without an error. */
    fails(error?: Error) {
      failure = error
    },
    isDue: () => {
      const { noReplyDueAt } = thread
      return noReplyDueAt instanceof Date && noReplyDueAt.getTime() <= now
    },
    end: () => thread.exchanges.at(-1)?.noReply?.ended?.how,
  }
}

/** A question closed as needing no answer. */
async function closed() {
  const talk = world()
  talk.asks()
  await talk.closes()
  return talk
}

it('a no-reply is told to the OTA once, after the time for undo', async () => {
  const talk = await closed()
  expect(talk.isDue()).toBe(false)
  await talk.look()
  expect(talk.noReplies).toEqual([])
  talk.forward(minuteMs)
  expect(talk.isDue()).toBe(true)
  await talk.look()
  await talk.look()
  expect(talk.noReplies).toEqual([talk.now()])
  expect([talk.end(), talk.isDue()]).toEqual(['went', false])
  expect(talk.thread().exchanges.at(-1)?.noReply?.ended?.at).toEqual(new Date(talk.now()))
})

it.each<[string, Partial<typeof at>, MessageType]>([
  ['at another OTA', { provider: 'airbnb' }, 'ota-message'],
  ['by chatapp', {}, 'chatapp-message'],
])('a no-reply is told to no OTA for a question that came %s', async (_, ota, type) => {
  const talk = world(ota)
  talk.asks(type)
  await talk.closes()
  expect(talk.thread().noReplyDueAt ?? null).toBeNull()
})

it('a no-reply is not told after an undo, nor after a newer message at the OTA', async () => {
  const talk = await closed()
  await talk.undoes()
  talk.forward(minuteMs)
  expect(talk.isDue()).toBe(false)
  await talk.look()
  await talk.closes()
  talk.asks()
  talk.forward(minuteMs)
  await talk.look()
  expect(talk.noReplies).toEqual([])
  expect(talk.thread().exchanges.map(one => one.noReply?.ended?.how)).toEqual(['overtaken', undefined])
})

it('a no-reply is tried again while the OTA is away, and ends when it is too late there', async () => {
  const talk = await closed()
  talk.forward(minuteMs)
  talk.fails(new ProviderError('channel-manager', 'retryable', 'is away'))
  await expect(talk.look()).rejects.toThrow('is away')
  expect(talk.isDue()).toBe(true)
  talk.forward(dayMs)
  talk.fails()
  await talk.look()
  expect([talk.noReplies, talk.end(), talk.isDue()]).toEqual([[], 'late', false])
})

it('a no-reply is due at once when its time is nearly over, and never after that', async () => {
  const talk = world()
  talk.asks()
  talk.forward(dayMs - 2 * minuteMs)
  await talk.closes()
  expect(talk.isDue()).toBe(true)
  const late = world()
  late.asks()
  late.forward(dayMs)
  await late.closes()
  expect(late.thread().noReplyDueAt ?? null).toBeNull()
})

it.each([
  new MessagesNotInstalled(),
  new ProviderError('channel-manager', 'permanent', 'has no such conversation'),
])('a no-reply ends when the OTA refuses it: %s', async error => {
  const talk = await closed()
  talk.forward(minuteMs)
  talk.fails(error)
  await talk.look()
  expect([talk.end(), talk.isDue()]).toEqual(['refused', false])
})

const steps = fc.array(
  fc.constantFrom('ask', 'chatapp', 'answer', 'close', 'undo', 'minute', 'hours', 'look', 'fail', 'work'),
  { maxLength: 30 },
)

law(
  'is told at most once of a message, while nobody has written since, within its day',
  [steps],
  async all => {
    const talk = world()
    let [askTime, closed, wrote] = [0, false, false]
    const tellings = new Map<number, number>()
    for (const step of all) {
      const before = talk.noReplies.length
      if (step === 'ask') {
        talk.asks()
        ;[askTime, closed, wrote] = [talk.now(), false, true]
      } else if (step === 'chatapp') talk.asks('chatapp-message')
      else if (step === 'answer') {
        talk.answers()
        wrote = false
      } else if (step === 'close') {
        await talk.closes()
        closed = true
      } else if (step === 'undo') {
        const waited = talk.thread().exchanges.at(-1)?.closed
        await talk.undoes()
        if (waited && !talk.thread().exchanges.at(-1)?.closed) closed = false
      } else if (step === 'minute') talk.forward(minuteMs)
      else if (step === 'hours') talk.forward(7 * 60 * minuteMs)
      else if (step === 'fail') talk.fails(new ProviderError('channel-manager', 'unknown', 'said nothing'))
      else if (step === 'work') talk.fails()
      else if (talk.isDue()) await talk.look().catch(() => {})
      for (const time of talk.noReplies.slice(before)) {
        expect([closed, wrote, askTime > 0]).toEqual([true, true, true])
        expect(time - askTime).toBeLessThan(dayMs)
        tellings.set(askTime, (tellings.get(askTime) ?? 0) + 1)
      }
    }
    for (const times of tellings.values()) expect(times).toBe(1)
  },
)

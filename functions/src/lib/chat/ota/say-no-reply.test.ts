import fc from 'fast-check'
import { expect, it } from 'vitest'
import { law } from '../../../../test/support/law.ts'
import { memoryLog } from '../../../../test/support/memory-log.ts'
import { randomIds } from '../../../adapters/system.ts'
import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { ProviderError } from '../../errors.ts'
import { withOtaAnswer, withOtaAsk } from '../desk/at-ota.ts'
import { setState } from '../desk/change-desk.ts'
import { deskChange } from '../desk/desk.ts'
import { afterAnswer, afterAsk } from '../desk/exchanges.ts'
import type { MessageType } from '../message.ts'
import { storedThread, type Thread } from '../thread.ts'
import { MessagesNotInstalled } from './ports.ts'
import { sayNoReply } from './say-no-reply.ts'

const minuteMs = 60_000
const ann: Actor = { uid: 'ann', role: 'support' }
const threadId = 't'

const at = { provider: 'booking', conversationId: 'c1' }

/** One thread of a guest at an OTA, on a clock of its own, and what the OTA was told. */
function world(ota: Partial<typeof at> = {}) {
  let now = Date.parse('2026-11-30T08:00:00Z')
  let count = 0
  let revision = 0
  let thread: Thread = storedThread.parse({ source: 'platform', participantIds: [] })
  const told: number[] = []
  let answer: () => void = () => undefined
  const unasked = () => Promise.reject(new Error('nobody asks for this'))
  const threads = {
    read: async () => ({ value: thread, revision: revision as never }),
    change: async (_: string, before: unknown, { fields }: { fields: object }) => {
      if (before !== revision) return 'unresolved' as const
      put(fields)
      return { result: revision as never }
    },
  }
  const put = (fields: object) => {
    revision += 1
    thread = storedThread.parse({ ...thread, ...fields })
  }
  const write = (exchanges: Thread['exchanges']) =>
    put({ ...deskChange(threadId, thread, { exchanges }).fields, updatedAt: new Date(now) })
  const deps = {
    ...{ clock: { now: () => new Date(now), sleep: async () => {} }, ids: randomIds, log: memoryLog() },
    auditLog: { append: async () => {}, about: unasked, countRefusals: unasked },
    threads: threads as unknown as Context['threads'],
    otaInbox: {
      ...{ conversations: unasked, conversation: unasked, messages: unasked },
      noReplyNeeded: async () => {
        answer()
        told.push(now)
      },
    },
  }
  const id = () => {
    count += 1
    return `m${count}`
  }
  return {
    told,
    thread: () => thread,
    now: () => now,
    forward(ms: number) {
      now += ms
    },
    asks(type: MessageType = 'ota-message') {
      now += 1
      const [message, when] = [{ messageId: id(), type, metadata: { ...at, ...ota } }, new Date(now)]
      const due = new Date(now + 60 * minuteMs)
      const asked = {
        id: `${threadId}_${message.messageId}`,
        channel: 'ota',
        arrivedAt: when,
        lastAskedAt: when,
      }
      write(withOtaAsk(afterAsk(thread.exchanges, { ...asked, nearAt: due, dueBy: due }), message, when))
    },
    answers(type: MessageType = 'ota-message') {
      now += 1
      const message = { messageId: id(), type, metadata: {} }
      const given = { messageId: message.messageId, by: 'ann', at: new Date(now) }
      write(withOtaAnswer(afterAnswer(thread.exchanges, given), message, new Date(now)))
    },
    closes: () => setState(deps, ann, { threadId, state: 'done', reason: 'no-answer-needed' }),
    undoes: () => setState(deps, ann, { threadId, state: 'open', undo: true }),
    look: () => sayNoReply(deps, threadId),
    fails(with_: () => never) {
      answer = with_
    },
    works() {
      answer = () => undefined
    },
    isDue: () => {
      const { noReplyDueAt } = thread
      return noReplyDueAt instanceof Date && noReplyDueAt.getTime() <= now
    },
    end: () => thread.exchanges.at(-1)?.noReply?.ended?.how,
  }
}

it('tells the OTA once, after the time in which it can be taken back', async () => {
  const talk = world()
  talk.asks()
  await talk.closes()
  expect(talk.isDue()).toBe(false)
  await talk.look()
  expect(talk.told).toEqual([])
  talk.forward(minuteMs)
  expect(talk.isDue()).toBe(true)
  await talk.look()
  await talk.look()
  expect(talk.told).toEqual([talk.now()])
  expect([talk.end(), talk.isDue()]).toEqual(['went', false])
  expect(talk.thread().exchanges.at(-1)?.noReply?.ended?.at).toEqual(new Date(talk.now()))
})

it.each<[string, Partial<typeof at>, MessageType]>([
  ['at another OTA', { provider: 'airbnb' }, 'ota-message'],
  ['by chatapp', {}, 'chatapp-message'],
])('tells nobody of what came %s', async (_, ota, type) => {
  const talk = world(ota)
  talk.asks(type)
  await talk.closes()
  expect(talk.thread().noReplyDueAt ?? null).toBeNull()
})

it('is not told once it is taken back, nor when somebody has written there since', async () => {
  const talk = world()
  talk.asks()
  await talk.closes()
  await talk.undoes()
  talk.forward(minuteMs)
  expect(talk.isDue()).toBe(false)
  await talk.look()
  await talk.closes()
  talk.asks()
  talk.forward(minuteMs)
  await talk.look()
  expect(talk.told).toEqual([])
  expect(talk.thread().exchanges.map(one => one.noReply?.ended?.how)).toEqual(['overtaken', undefined])
})

it('is tried again while the OTA cannot be told, and ends when it is too late there', async () => {
  const talk = world()
  talk.asks()
  await talk.closes()
  talk.forward(minuteMs)
  talk.fails(() => {
    throw new ProviderError('channel-manager', 'retryable', 'is away')
  })
  await expect(talk.look()).rejects.toThrow('is away')
  expect(talk.isDue()).toBe(true)
  talk.forward(24 * 60 * minuteMs)
  talk.works()
  await talk.look()
  expect([talk.told, talk.end(), talk.isDue()]).toEqual([[], 'late', false])
})

it('just makes it, where its time is nearly over, and is not begun after that', async () => {
  const talk = world()
  talk.asks()
  talk.forward(24 * 60 * minuteMs - 2 * minuteMs)
  await talk.closes()
  expect(talk.isDue()).toBe(true)
  const late = world()
  late.asks()
  late.forward(24 * 60 * minuteMs)
  await late.closes()
  expect(late.thread().noReplyDueAt ?? null).toBeNull()
})

it.each([
  new MessagesNotInstalled(),
  new ProviderError('channel-manager', 'permanent', 'has no such conversation'),
])('ends where the OTA refuses: %s', async error => {
  const talk = world()
  talk.asks()
  await talk.closes()
  talk.forward(minuteMs)
  talk.fails(() => {
    throw error
  })
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
    let [asked, closed, wrote] = [0, false, false]
    const tellings = new Map<number, number>()
    for (const step of all) {
      const before = talk.told.length
      if (step === 'ask') {
        talk.asks()
        ;[asked, closed, wrote] = [talk.now(), false, true]
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
      else if (step === 'fail')
        talk.fails(() => {
          throw new ProviderError('channel-manager', 'unknown', 'said nothing')
        })
      else if (step === 'work') talk.works()
      else if (talk.isDue()) await talk.look().catch(() => {})
      for (const time of talk.told.slice(before)) {
        expect([closed, wrote, asked > 0]).toEqual([true, true, true])
        expect(time - asked).toBeLessThan(24 * 60 * minuteMs)
        tellings.set(asked, (tellings.get(asked) ?? 0) + 1)
      }
    }
    for (const times of tellings.values()) expect(times).toBe(1)
  },
)

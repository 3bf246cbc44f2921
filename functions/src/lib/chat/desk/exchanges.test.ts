import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Exchange } from './exchange.ts'
import {
  afterAnswer,
  afterAsk,
  afterClosing,
  afterFailure,
  afterTelling,
  endOf,
  isQuietlyOver,
  openOne,
} from './exchanges.ts'

type Step =
  | { does: 'ask' | 'answer' | 'close' }
  /** Of that answer, counted from the first. */
  | { does: 'fail'; answer: number }

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constant({ does: 'ask' } as const) },
    { weight: 4, arbitrary: fc.constant({ does: 'answer' } as const) },
    { weight: 1, arbitrary: fc.constant({ does: 'close' } as const) },
    { weight: 3, arbitrary: fc.record({ does: fc.constant('fail' as const), answer: fc.nat(9) }) },
  ),
  { maxLength: 12 },
)

const timeOf = (position: number) => new Date(position * 60_000)
const asked = (position: number) => ({ arrivedAt: timeOf(position), lastAskedAt: timeOf(position) })
const due = (position: number) => ({ nearAt: timeOf(position + 45), dueBy: timeOf(position + 60) })

/** What happened to a thread, in its order. */
interface Told {
  at: number
  is: 'ask' | 'answer' | 'close'
  hasFailed?: boolean
}

/** As whoever reads the whole thread at the end would tell it. */
function recounted(told: readonly Told[]) {
  const all: { arrived: number; ended: number | undefined }[] = []
  for (const { at, is, hasFailed } of told) {
    const last = all.at(-1)
    const isWaiting = last !== undefined && last.ended === undefined
    if (is === 'ask' && !isWaiting) all.push({ arrived: at, ended: undefined })
    if (is !== 'ask' && !hasFailed && isWaiting) last.ended = at
  }
  return all
}

it('equal what a recount of all messages tells, whatever fails when', () => {
  fc.assert(
    fc.property(steps, given => {
      let exchanges: Exchange[] = []
      const told: Told[] = []
      for (const [at, step] of given.entries()) {
        const answers = told.filter(({ is }) => is === 'answer')
        if (step.does === 'fail') {
          const failed = answers[step.answer]
          // Closing ended a wait for good: what failed before it is not told again.
          if (!failed || told.some(({ is, at: closed }) => is === 'close' && closed > failed.at)) continue
          failed.hasFailed = true
          exchanges = afterFailure(exchanges, `m${failed.at}`)
          continue
        }
        told.push({ at, is: step.does })
        if (step.does === 'ask')
          exchanges = afterAsk(exchanges, {
            id: `t_${at}`,
            channel: 'sms',
            ...asked(at),
            ...due(at),
          })
        if (step.does === 'answer')
          exchanges = afterAnswer(exchanges, { messageId: `m${at}`, by: 'sam', at: timeOf(at) })
        if (step.does === 'close')
          exchanges = afterClosing(exchanges, { how: 'other', by: 'sam', at: timeOf(at) })
      }
      expect(exchanges.map(one => ({ arrived: one.arrivedAt, ended: endOf(one)?.at }))).toEqual(
        recounted(told).map(({ arrived, ended }) => ({
          arrived: timeOf(arrived),
          ended: ended === undefined ? undefined : timeOf(ended),
        })),
      )
      for (const one of exchanges) expect(one.dueBy).toEqual(timeOf(one.arrivedAt.getTime() / 60_000 + 60))
      expect(openOne(exchanges)).toBe(exchanges.findLast(one => endOf(one) === undefined))
    }),
    { numRuns: 2000 },
  )
})

it('keep the last ten', () => {
  let exchanges: Exchange[] = []
  for (let at = 0; at < 40; at += 2) {
    exchanges = afterAsk(exchanges, { id: `t_${at}`, channel: 'sms', ...asked(at), ...due(at) })
    exchanges = afterAnswer(exchanges, { messageId: `m${at}`, by: 'sam', at: timeOf(at + 1) })
  }
  expect(exchanges.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, one) => `t_${20 + one * 2}`))
})

/** A guest wrote, was answered, and wrote again. */
const twice = () => {
  const first = afterAsk([], { id: 't_0', channel: 'sms', ...asked(0), ...due(0) })
  const answered = afterAnswer(first, { messageId: 'm1', by: 'sam', at: timeOf(1) })
  return afterAsk(answered, { id: 't_2', channel: 'chatapp', ...asked(2), ...due(2) })
}

it('keep by which channel the guest wrote first, and by which last, when they become one', () => {
  expect(afterFailure(twice(), 'm1')).toMatchObject([
    { id: 't_0', channel: 'sms', lastChannel: 'chatapp', lastAskedAt: timeOf(2), dueBy: timeOf(60) },
  ])
})

it('begin with what was written first, whenever it was brought', () => {
  const later = afterAsk([], { id: 't_5', channel: 'sms', ...asked(5), ...due(5) })
  const both = { id: 't_5', ...asked(2), ...due(2), lastAskedAt: timeOf(5) }
  expect(afterAsk(later, { id: 't_2', channel: 'chatapp', ...asked(2), ...due(2) })).toEqual([
    { ...both, channel: 'sms', answers: [] },
  ])
})

it('close in the end what was opened for the one that is no more', () => {
  const near = afterTelling(twice(), { near: timeOf(47) }, timeOf(47))
  const joined = afterFailure(near, 'm1')
  expect(joined).toMatchObject([{ id: 't_0', told: { near: timeOf(47), as: 't_2' } }])
  const ended = afterAnswer(joined, { messageId: 'm3', by: 'sam', at: timeOf(48) })
  expect(ended.filter(isQuietlyOver)).toHaveLength(1)
})

it('are told of anew when an answer fails of whose lateness people were told that it was over', () => {
  const asking = afterAsk([], { id: 't_0', channel: 'sms', ...asked(0), ...due(0) })
  const missed = afterTelling(asking, { near: timeOf(45) }, timeOf(45))
  const answered = afterAnswer(missed, { messageId: 'm4', by: 'sam', at: timeOf(50) })
  expect(afterFailure(answered, 'm4')).toMatchObject([{ told: { near: timeOf(45) } }])
  const over = afterTelling(answered, {}, timeOf(51))
  expect(over.filter(isQuietlyOver)).toEqual([])
  expect(afterFailure(over, 'm4')[0]).not.toHaveProperty('told')
})

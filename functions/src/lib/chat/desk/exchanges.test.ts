import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Answer, Exchange } from '../exchange.ts'
import {
  afterAnswer,
  afterAsk,
  afterClosing,
  afterReopening,
  afterSend,
  openWait,
  waitsOf,
  waitsWithStaleAlert,
  withAlerts,
} from './exchanges.ts'

type Step =
  | { does: 'ask' | 'answer' | 'send' | 'close' | 'reopen' }
  /** `send` counts from the first. */
  | { does: 'accept' | 'fail' | 'retry'; send: number }

const of = (does: 'accept' | 'fail' | 'retry') => fc.record({ does: fc.constant(does), send: fc.nat(5) })
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({ does: fc.constantFrom('ask', 'ask', 'answer', 'send', 'send', 'send') }),
    },
    { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('close', 'reopen') }) },
    { weight: 4, arbitrary: fc.oneof(of('accept'), of('fail'), of('retry')) },
  ),
  { maxLength: 16 },
)

const timeOf = (position: number) => new Date(position * 60_000)
const ask = (position: number, fields: Partial<Exchange> = {}): Exchange => ({
  id: `t_${position}`,
  channel: 'sms',
  arrivedAt: timeOf(position),
  lastAskedAt: timeOf(position),
  nearAt: timeOf(position + 45),
  dueBy: timeOf(position + 60),
  answers: [],
  ...fields,
})
const answer = (position: number, send?: Answer['send']): Answer => ({
  messageId: `m${position}`,
  by: 'sam',
  at: timeOf(position),
  ...(send && { send }),
})

/** A thread's event at its position. */
interface Event {
  at: number
  is: 'ask' | 'answer' | 'close'
  send?: Answer['send']
}

/** The guest's waits by the whole thread; an answer whose send is among `but` ends none. */
function recounted(events: readonly Event[], ...but: Answer['send'][]) {
  const all: { arrived: number; ended: number | undefined }[] = []
  for (const { at, is, send } of events) {
    const last = all.at(-1)
    const open = last && last.ended === undefined ? last : undefined
    if (is === 'ask' && !open) all.push({ arrived: at, ended: undefined })
    if (is !== 'ask' && open && !(send && but.includes(send))) open.ended = at
  }
  return all
}

it('exchanges equal a recount of all messages, in whichever order their sends are accepted', () => {
  fc.assert(
    fc.property(steps, sequence => {
      let exchanges: Exchange[] = []
      const events: Event[] = []
      const open = () => recounted(events, 'failed').find(({ ended }) => ended === undefined)
      for (const [at, step] of sequence.entries()) {
        if ('send' in step) {
          const sent = events.filter(({ is, send }) => is === 'answer' && send)[step.send]
          const send = ({ accept: undefined, fail: 'failed', retry: 'pending' } as const)[step.does]
          if (!sent) continue
          exchanges = afterSend(exchanges, `m${sent.at}`, send)
          if (send) sent.send = send
          else delete sent.send
        } else if (step.does === 'ask') {
          exchanges = afterAsk(exchanges, ask(at))
          events.push({ at, is: 'ask' })
        } else if (step.does === 'close') {
          if (open()) events.push({ at, is: 'close' })
          exchanges = afterClosing(exchanges, { how: 'other', by: 'sam', at: timeOf(at) })
        } else if (step.does === 'reopen') {
          const last = events.findLastIndex(({ is }) => is !== 'answer')
          if (events[last]?.is === 'close') events.splice(last, 1)
          exchanges = afterReopening(exchanges, { by: 'sam', since: timeOf(0) })
        } else {
          const send = step.does === 'send' ? 'pending' : undefined
          exchanges = afterAnswer(exchanges, answer(at, send))
          events.push({ at, is: 'answer', ...(send && { send }) })
        }
        expect(waitsOf(exchanges).map(({ arrivedAt, end }) => ({ arrivedAt, endedAt: end?.at }))).toEqual(
          recounted(events, 'failed', 'pending').map(({ arrived, ended }) => ({
            arrivedAt: timeOf(arrived),
            endedAt: ended === undefined ? undefined : timeOf(ended),
          })),
        )
        for (const one of waitsOf(exchanges))
          expect(one.dueBy).toEqual(timeOf(one.arrivedAt.getTime() / 60_000 + 60))
        expect(openWait(exchanges)?.arrivedAt.getTime()).toBe(
          open() && timeOf(open()?.arrived ?? 0).getTime(),
        )
      }
    }),
    { numRuns: 2000 },
  )
})

it('exchanges keep the last ten, and the beginning of a wait that goes on', () => {
  let [answered, failed]: Exchange[][] = [[], []]
  for (let at = 0; at < 40; at += 2) {
    answered = afterAnswer(afterAsk(answered ?? [], ask(at)), answer(at + 1))
    failed = afterAnswer(afterAsk(failed ?? [], ask(at)), answer(at + 1, 'failed'))
  }
  expect(answered?.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, one) => `t_${20 + one * 2}`))
  expect([failed?.length, waitsOf(failed ?? [])]).toMatchObject([
    10,
    [{ id: 't_0', lastAskedAt: timeOf(38) }],
  ])
})

it('an exchange ends with an answer that is accepted, however many failed before it', () => {
  const failed = Array.from({ length: 30 }, (_, at) => answer(at + 1, 'failed'))
  const tried = failed.reduce(afterAnswer, [ask(0)])
  expect(tried[0]?.answers).toHaveLength(20)
  expect(waitsOf(afterAnswer(tried, answer(40)))).toMatchObject([{ end: { at: timeOf(40) } }])
})

/** A guest wrote, an answer is on its way, and the guest wrote again. */
const twice = () =>
  afterAsk(afterAnswer(afterAsk([], ask(0)), answer(1, 'pending')), ask(2, { channel: 'chatapp' }))

it('an open wait knows by which channel the guest wrote first, and by which last', () => {
  expect(openWait(twice())).toMatchObject({ id: 't_2', channel: 'chatapp', dueBy: timeOf(62) })
  expect(openWait(afterSend(twice(), 'm1', 'failed'))).toMatchObject({
    id: 't_0',
    channel: 'sms',
    lastChannel: 'chatapp',
    lastAskedAt: timeOf(2),
    dueBy: timeOf(60),
  })
})

it('an exchange begins with the message that was written first, whenever it arrives', () => {
  expect(afterAsk([ask(5)], ask(2, { channel: 'chatapp' }))).toEqual([
    { ...ask(5), arrivedAt: timeOf(2), nearAt: timeOf(47), dueBy: timeOf(62) },
  ])
})

it('an answer given elsewhere counts from its own time, for questions before it', () => {
  const elsewhere = (position: number) => ({ ...answer(position), elsewhere: true as const })
  const ended = afterAnswer([ask(0)], answer(9))
  expect(waitsOf(afterAnswer(ended, elsewhere(5)))).toMatchObject([
    { end: { how: 'answered-elsewhere', at: timeOf(5) } },
  ])
  const again = afterAsk([ask(0)], ask(7))
  expect(openWait(afterAnswer(again, elsewhere(5)))).toMatchObject({ id: 't_0' })
})

it('a wait is announced once, and anew if an answer fails after people heard that the wait was over', () => {
  const near = withAlerts([ask(0)], { near: timeOf(45) })
  const answered = afterAnswer(near, answer(50, 'pending'))
  expect(waitsWithStaleAlert(near)).toEqual([])
  expect(waitsWithStaleAlert(answered)).toHaveLength(1)
  expect(openWait(afterSend(answered, 'm50', 'failed'))?.told).toEqual({ near: timeOf(45) })
  const over = withAlerts(answered, {})
  expect(waitsWithStaleAlert(over)).toEqual([])
  expect(openWait(afterSend(over, 'm50', 'failed'))).not.toHaveProperty('told')
})

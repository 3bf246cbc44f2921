import fc from 'fast-check'
import { expect, it } from 'vitest'
import { law } from '../../../../test/support/law.ts'
import { checkDay, isSentAlready, lastSent, type SentStep, withSent } from './sent-steps.ts'

const hour = 3_600_000
const start = Date.UTC(2026, 10, 28)
const sentAt = (step: string, hours: number): SentStep => ({
  step,
  at: new Date(start + hours * hour),
  by: 'olivia',
  language: 'en',
  emailId: `${step}_${hours}`,
})
const at = (hours: number) => new Date(start + hours * hour)

const steps = fc.constantFrom('logIn', 'copyCode', 'confirm')
/** Sends in their order, hours apart. */
const histories = fc.array(fc.tuple(steps, fc.integer({ min: 0, max: 30 })), { maxLength: 30 }).map(sends =>
  sends.reduce<{ hours: number; all: SentStep[] }>(
    ({ hours, all }, [step, later]) => ({
      hours: hours + later,
      all: [...all, sentAt(step, hours + later)],
    }),
    { hours: 0, all: [] },
  ),
)

law('the last of each step is kept, and all of a day', [histories], ({ all }) => {
  const history = all.reduce<SentStep[]>(withSent, [])
  for (const step of ['logIn', 'copyCode', 'confirm'])
    expect(lastSent(history, step)).toEqual(lastSent(all, step))
  const newest = all.at(-1)
  if (!newest) return
  const recent = all.filter(one => newest.at.getTime() - one.at.getTime() < 24 * hour)
  expect(history).toEqual(expect.arrayContaining(recent))
  expect(history.length).toBeLessThanOrEqual(recent.length + 3)
})

law('no day has more than ten, and what is waited for is possible then', [histories], ({ all }) => {
  let history: SentStep[] = []
  for (const next of all) {
    try {
      checkDay(history, next.at)
      history = withSent(history, next)
    } catch (error) {
      expect(error).toMatchObject({ code: 'rate-limited' })
      const seconds = Reflect.get(Object(error), 'retryAfterSeconds')
      expect(() => checkDay(history, new Date(next.at.getTime() + seconds * 1000))).not.toThrow()
    }
    const recent = history.filter(one => next.at.getTime() - one.at.getTime() < 24 * hour)
    expect(recent.length).toBeLessThanOrEqual(10)
  }
})

it('a step sent after the send that the caller knows of is sent already, however long ago', () => {
  expect(isSentAlready(sentAt('logIn', 0), at(-1), at(48))).toBe(true)
})

import { describe, expect, it } from 'vitest'
import { refusal as failureOf } from '../../lib/chat/delivery/refusal.ts'
import { refusalOf, stageOf } from './refusals.ts'

const refusal = (code: string | undefined) => failureOf(refusalOf(code))

const numbersByCode: Record<string, number[]> = {
  'template-required': [63016],
  'opted-out': [21610, 63014],
  'invalid-number': [21211, 21217, 21265, 21614, 30005, 30006],
  'not-reachable': [21612, 30003, 30004, 63003, 63024, 63032, 63033, 63049],
  'provider-unavailable': [
    ...[20429, 20500, 20503, 21611, 30001, 30008, 30022, 30023, 30036, 30410],
    ...[63009, 63010, 63012, 63017, 63018, 63023, 63038],
  ],
  'provider-rejected': [
    ...[20003, 20404, 21408, 21606, 21608, 21617, 21655, 21656, 30002, 30007, 30032, 30034],
    ...[63001, 63005, 63007, 63013, 63015, 63020, 63021, 63022, 63027, 63028, 63030],
  ],
}
const cases = Object.entries(numbersByCode).flatMap(([code, numbers]) =>
  numbers.map(number => ({ code, number })),
)

describe('a refusal of the provider', () => {
  it.each(cases)('with $number is $code, and gives a reason and one next action', ({ code, number }) => {
    const { detail, nextAction, code: actual } = refusal(String(number))
    expect(actual).toBe(code)
    expect(detail).toMatch(/^[A-Z].*\.$/)
    expect(detail).not.toContain(String(number))
    expect(nextAction).toMatch(/^[A-Z][^.]*\.$/)
  })

  it.each([
    [63016, 'template'],
    [21610, 'Respect'],
    [21211, 'Correct the number'],
    [63024, 'SMS'],
    [21612, 'chatapp'],
    [30003, 'send it again'],
    [30007, 'Reword'],
    [20003, 'engineering'],
    [63028, 'engineering'],
  ])('with %i has the next action: %s', (number, words) => {
    expect(refusal(String(number)).nextAction).toContain(words)
  })

  it('with an unknown code names the code', () => {
    const { code, detail, nextAction } = refusal('99999')
    expect(code).toBe('provider-rejected')
    expect(detail).toContain('99999')
    expect(nextAction).toContain('engineering')
  })

  it.each([undefined, '', '__proto__', 'constructor'])('with the code %j still has a next action', code => {
    expect(refusal(code)).toMatchObject({ code: 'provider-rejected', nextAction: expect.any(String) })
  })
})

describe('the stage of a status', () => {
  it.each([
    ['queued', 'sent'],
    ['accepted', 'sent'],
    ['SENT', 'sent'],
    ['delivered', 'delivered'],
    ['read', 'read'],
    ['undelivered', 'failed'],
    ['failed', 'failed'],
    ['canceled', 'failed'],
  ])('%s is %s', (status, stage) => {
    expect(stageOf(status)).toBe(stage)
  })

  it.each(['', 'received', 'partially_delivered', 'constructor', '__proto__', 'toString'])(
    '%j has none',
    status => {
      expect(stageOf(status)).toBeUndefined()
    },
  )
})

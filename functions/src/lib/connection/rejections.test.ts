import { describe, expect, it } from 'vitest'
import { DomainError, type ErrorCode, ProviderError } from '../errors.ts'
import { OutOfTimeError } from '../pipeline.ts'
import { asDomainError, isRejection, withLeftover } from './rejections.ts'

const failure = (options: ConstructorParameters<typeof ProviderError>[3]) =>
  asDomainError(new ProviderError('channel-manager', 'permanent', 'answered 500', options))

describe('a failed call of the channel manager', () => {
  it('with a wrong key names engineering as responsible', () => {
    expect(failure({ status: 403 }).nextAction).toContain('engineering')
  })

  it('shows the words of a refusal to the caller, but keeps them out of the logged error', () => {
    const error = failure({ status: 400, quote: 'settings: is wrong' })
    for (const problem of [error, withLeftover(error)]) {
      expect(problem.detail).toBe(
        'The channel manager refused what it was asked to do. It says: “settings: is wrong”',
      )
      expect(problem.cause).toMatchObject({ message: 'channel-manager: answered 500' })
      expect(problem.stack).not.toContain('is wrong')
    }
  })
})

it('errors of the domain stay as they are, and all others are hidden', () => {
  const domainError = new DomainError('mapping-failed', 'No.')
  expect(asDomainError(domainError)).toBe(domainError)
  const hidden = asDomainError(new TypeError('x is undefined'))
  expect(hidden).toMatchObject({ code: 'internal', cause: expect.any(TypeError) })
  expect(hidden.detail).not.toContain('undefined')
})

it('the error of a pipeline that ran out of time says that it was stopped', () => {
  expect(asDomainError(new OutOfTimeError())).toMatchObject({
    code: 'provider-timeout',
    detail: 'Connecting took too long and was stopped.',
    nextAction: expect.stringContaining('Nothing was left behind.'),
  })
})

describe('the requests after a failed attempt', () => {
  const wrong: ErrorCode[] = ['validation-failed', 'unauthenticated', 'forbidden']
  const soon: ErrorCode[] = ['channel-manager-connection-missing', 'connection-in-progress']
  const lacking: ErrorCode[] = [
    'connection-test-failed',
    'ota-setup-incomplete',
    'mapping-failed',
    'activation-refused',
  ]
  const failed: ErrorCode[] = ['payment-failed', 'provider-unavailable', 'provider-timeout', 'internal']
  it.each<[says: string, isRejected: boolean, codes: ErrorCode[]]>([
    ['a mistake of the caller leaves them alone', false, wrong],
    ['an obstacle that may be gone soon leaves them alone', false, soon],
    ['a property that is not ready rejects them', true, ['property-not-found', 'property-incomplete']],
    [
      'a hotel that cannot be had rejects them',
      true,
      ['already-connected', 'hotel-connected-elsewhere', 'hotel-id-invalid'],
    ],
    ['a lack at the OTA rejects them', true, lacking],
    ['a failure rejects them', true, failed],
  ])('%s', (_, isRejected, codes) => {
    for (const code of codes) expect([code, isRejection(code)]).toEqual([code, isRejected])
  })
})

it('the error of an attempt with leftovers does not say that nothing was left behind', () => {
  const problem = withLeftover(
    new DomainError('provider-timeout', 'Too slow.', { nextAction: 'Nothing was left behind.' }),
  )
  expect(problem).toMatchObject({ code: 'provider-timeout', detail: 'Too slow.' })
  expect(problem.nextAction).toContain('the next attempt cleans it up')
})

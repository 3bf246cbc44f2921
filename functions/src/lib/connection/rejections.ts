import { ClaimLostError } from '../durable/lease.ts'
import { DomainError, type ErrorCode, ProviderError, refusesOurKey } from '../errors.ts'
import { OutOfTimeError } from '../pipeline.ts'
import type { Reason } from './model.ts'
import { refusals } from './refusals.ts'

const nothingLeft = /Nothing was left behind[.;] /

export function fromProviderError(error: ProviderError): DomainError {
  const who = names[error.provider] ?? error.provider
  if (error.timedOut) {
    return new DomainError('provider-timeout', `The ${who} did not answer in time.`, {
      nextAction: 'Nothing was left behind. Try again in a few minutes.',
      cause: error,
    })
  }
  const refusedUs = refusesOurKey(error)
  return new DomainError('provider-unavailable', unavailable(who, error, refusedUs), {
    nextAction: refusedUs
      ? `Tell engineering: the key for the ${who} has to be corrected.`
      : 'Try again in a few minutes. If it stays so, tell engineering.',
    ...(error.kind === 'permanent' && !refusedUs && { quote: error.quote }),
    cause: error,
  })
}

export const orInOurWords = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
  answer.catch((error: unknown) => {
    throw error instanceof ProviderError ? fromProviderError(error) : error
  })

const names: Record<string, string> = { 'channel-manager': 'channel manager', billing: 'billing system' }

export const unavailable = (who: string, error: ProviderError, refusedUs: boolean): string => {
  if (refusedUs) return `The ${who} does not accept our credentials.`
  if (error.isUnasked) return `The ${who} allows no more calls for now.`
  return error.kind === 'permanent'
    ? `The ${who} refused what it was asked to do.`
    : `The ${who} cannot be reached or gives no usable answer.`
}

const leavesRequestsAlone: ReadonlySet<string> = new Set<ErrorCode>([
  'validation-failed',
  'unauthenticated',
  'forbidden',
  'channel-manager-connection-missing',
  'connection-in-progress',
])

export const isRejection = (code: string): boolean => !leavesRequestsAlone.has(code)

const passing: ReadonlySet<string> = new Set<ErrorCode>([
  ...(['provider-unavailable', 'provider-timeout', 'connection-in-progress', 'internal'] as const),
])

/** Failures unrelated to the property: another try may succeed. */
export const isPassing = (code: string): boolean => passing.has(code)

/** Hides unexpected errors. */
export function asDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error
  if (error instanceof OutOfTimeError) return refusals.tookTooLong()
  if (error instanceof ClaimLostError) return refusals.otherTry()
  if (error instanceof ProviderError) return fromProviderError(error)
  return refusals.failed({ cause: error })
}

export const reasonOf = ({ code, detail, nextAction }: DomainError): Reason => ({
  code,
  detail,
  nextAction: nextAction ?? 'Try again; if it stays so, tell engineering.',
})

export const withLeftover = ({ code, summary, nextAction = '', quote, cause }: DomainError): DomainError =>
  new DomainError(code, summary, {
    nextAction: [
      nextAction.replace(nothingLeft, ''),
      'Something could not be taken back yet: it will be within minutes, and if you try again before that, the next attempt cleans it up first.',
    ]
      .filter(Boolean)
      .join(' '),
    quote,
    cause,
  })

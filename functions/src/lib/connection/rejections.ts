import { ClaimLostError } from '../durable/lease.ts'
import { DomainError, type ErrorCode, ProviderError, refusesOurKey } from '../errors.ts'
import { OutOfTimeError } from '../pipeline.ts'
import type { Reason } from './attempt/facts.ts'

const nothingLeft = /Nothing was left behind[.;] /

/** Translates a failed vendor call for a connect attempt. */
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

/** What a provider answers somebody who waits for it; its failure in our words. */
export const orInOurWords = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
  answer.catch((error: unknown) => {
    throw error instanceof ProviderError ? fromProviderError(error) : error
  })

/** Providers' names for operations staff. */
const names: Record<string, string> = { 'channel-manager': 'channel manager', billing: 'billing system' }

/** The error for a provider that refused or cannot be reached. */
export const unavailable = (who: string, error: ProviderError, refusedUs: boolean): string => {
  if (refusedUs) return `The ${who} does not accept our credentials.`
  if (error.isUnasked) return `The ${who} allows no more calls for now.`
  return error.kind === 'permanent'
    ? `The ${who} refused what it was asked to do.`
    : `The ${who} cannot be reached or gives no usable answer.`
}

/** Codes after which the connection requests stay as they were. */
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

/** Whether it says nothing of the property: another try may end otherwise. */
export const isPassing = (code: string): boolean => passing.has(code)

/** The caller's error: the domain's own, a vendor's translated, anything else opaque. */
export function asDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error
  if (error instanceof OutOfTimeError) return tookTooLong()
  if (error instanceof ClaimLostError) return takenOver()
  if (error instanceof ProviderError) return fromProviderError(error)
  return new DomainError('internal', 'Something went wrong on our side.', {
    nextAction: 'Nothing was left behind. Try again; if it stays so, tell engineering the request id.',
    cause: error,
  })
}

/** Another attempt has taken over and does the rest. */
export const takenOver = (): DomainError =>
  new DomainError('connection-in-progress', 'Connecting this property has been taken over by another try.', {
    nextAction: 'Wait for it to finish, then look at the result.',
    retryAfterSeconds: 10,
  })

const tookTooLong = (): DomainError =>
  new DomainError('provider-timeout', 'Connecting took too long and was stopped.', {
    nextAction: 'Nothing was left behind. Try again in a few minutes.',
  })

/** The error as the reason of a rejection. */
export const reasonOf = ({ code, detail, nextAction }: DomainError): Reason => ({
  code,
  detail,
  nextAction: nextAction ?? 'Try again; if it stays so, tell engineering.',
})

/** The same error if not everything could be compensated. */
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

import { DomainError, type ErrorCode, ProviderError } from '../errors.ts'

/** What a failed vendor call means to a connect attempt, by what the failure leaves us knowing. */
export function fromProviderError(error: ProviderError): DomainError {
  if (error.timedOut) {
    return new DomainError('provider-timeout', 'The channel manager did not answer in time.', {
      nextAction: 'Nothing was left behind. Try again in a few minutes.',
      cause: error,
    })
  }
  const refusedUs = error.status === 401 || error.status === 403
  return new DomainError('provider-unavailable', unavailable(error, refusedUs), {
    nextAction: refusedUs
      ? 'Tell engineering: the key for the channel manager has to be corrected.'
      : 'Try again in a few minutes. If it stays so, tell engineering.',
    ...(error.kind === 'permanent' && !refusedUs && { quote: error.quote }),
    cause: error,
  })
}

const unavailable = (error: ProviderError, refusedUs: boolean): string => {
  if (refusedUs) return 'The channel manager does not accept our credentials.'
  return error.kind === 'permanent'
    ? `The channel manager refused: ${error.message}.`
    : 'The channel manager cannot be reached or gives no usable answer.'
}

/** Codes after which the connection requests stay as they were. */
const leavesRequestsAlone: ReadonlySet<ErrorCode> = new Set([
  'validation-failed',
  'unauthenticated',
  'forbidden',
  'channel-manager-connection-missing',
  'connection-in-progress',
])

export const isRejection = (code: ErrorCode): boolean => !leavesRequestsAlone.has(code)

/** The error to answer with: the domain's own, a vendor's translated, anything else opaque. */
export function asDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error
  if (error instanceof ProviderError) return fromProviderError(error)
  return new DomainError('internal', 'Something went wrong on our side.', {
    nextAction: 'Nothing was left behind. Try again; if it stays so, tell engineering the request id.',
    cause: error,
  })
}

/** The same error when not everything could be taken back: the next attempt begins with that. */
export const withLeftover = ({ code, summary, quote, cause }: DomainError): DomainError =>
  new DomainError(code, summary, {
    nextAction:
      'Something is left at the channel manager. Try again in a few minutes: the next attempt cleans it up first. If it stays so, tell engineering.',
    quote,
    cause,
  })

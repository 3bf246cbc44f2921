import { DomainError, ProviderError } from '../errors.ts'

/** What stopped a pull, for the one who waits for it. What had been stored until then stays stored. */
export function pullFailure(error: unknown): DomainError {
  if (error instanceof DomainError) return error
  if (!(error instanceof ProviderError)) {
    return new DomainError('internal', 'Something went wrong on our side.', {
      nextAction: 'Try again; if it stays so, tell engineering the request id.',
      cause: error,
    })
  }
  if (error.timedOut) {
    return new DomainError('provider-timeout', 'The channel manager did not answer in time.', {
      nextAction: 'What had come is stored. Try again in a few minutes; bookings also come by themselves.',
      cause: error,
    })
  }
  const isKey = error.status === 401 || error.status === 403
  return new DomainError('provider-unavailable', sentence(error, isKey), {
    nextAction: isKey
      ? 'Tell engineering: the key for the channel manager has to be corrected.'
      : 'Try again in a few minutes. If it stays so, look at the channel at the channel manager.',
    ...(error.kind === 'permanent' && !isKey && { quote: error.quote }),
    cause: error,
  })
}

function sentence(error: ProviderError, isKey: boolean): string {
  if (isKey) return 'The channel manager does not accept our credentials.'
  return error.kind === 'permanent'
    ? `The channel manager refused: ${error.message}.`
    : 'The channel manager cannot be reached or gives no usable answer.'
}

import { DomainError, ProviderError } from '../../errors.ts'

const failing =
  (detail: string) =>
  (error: unknown): never => {
    if (!(error instanceof ProviderError)) throw error
    throw new DomainError(error.timedOut ? 'provider-timeout' : 'provider-unavailable', detail, {
      nextAction: 'Try again in a few minutes.',
      cause: error,
    })
  }

export const notHandedOut = failing('The file was not handed out by whoever keeps it.')
export const notStored = failing('The file could not be kept.')

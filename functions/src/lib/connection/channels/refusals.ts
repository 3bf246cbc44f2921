import { DomainError, ProviderError } from '../../errors.ts'
import { fromProviderError } from '../rejections.ts'

export const channelNotFound = (): DomainError =>
  new DomainError('channel-not-found', 'The property has no such channel that is connected.', {
    nextAction: "Read the property's channels again; connect it if it is not connected.",
  })

/** Somebody is at the channel: a mapping is being written, or it is being disconnected or connected. */
export const busy = (what: string): DomainError =>
  new DomainError('connection-in-progress', `The channel is being ${what} right now.`, {
    nextAction: 'Wait for it to finish, then look at the channel again.',
    retryAfterSeconds: 10,
  })

export const mappingChanged = (detail: string): DomainError =>
  new DomainError('mapping-changed', detail, {
    nextAction: 'Read the mapping again, make your changes there, and send it again.',
  })

/** The error to answer with when a channel is changed. What was begun may be under way, so none says that nothing was. */
export function asChannelProblem(error: unknown): DomainError {
  if (error instanceof DomainError) return error
  if (error instanceof ProviderError) return fromProviderError(error)
  return new DomainError('internal', 'Something went wrong on our side.', {
    nextAction:
      'Look at the channel again in a few minutes: what was begun goes on by itself. If it stays so, tell engineering the request id.',
    cause: error,
  })
}

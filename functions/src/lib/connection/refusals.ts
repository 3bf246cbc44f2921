import { DomainError, type ErrorCode } from '../errors.ts'

type More = Omit<NonNullable<ConstructorParameters<typeof DomainError>[2]>, 'nextAction'>

const refusal =
  (code: ErrorCode, detail: string, nextAction: string, always: More = {}) =>
  (more: More = {}): DomainError =>
    new DomainError(code, detail, { ...always, ...more, nextAction })

const incomplete = (detail: string, todo: string) =>
  refusal('property-incomplete', detail, `${todo}, then try again.`)()

export const refusals = {
  propertyNotFound: (propertyId: string) =>
    refusal(
      'property-not-found',
      `There is no property ${propertyId}.`,
      'Check the property of the request, or close the request.',
    )(),
  hotelIdInvalid: (label: string, hint: string) =>
    refusal(
      'hotel-id-invalid',
      `This is not a property ID of ${label}. ${hint}`,
      `Copy the property ID exactly from the ${label} extranet and try again.`,
    )(),
  connectionMissing: refusal(
    'channel-manager-connection-missing',
    'The property has no connection to the channel manager yet.',
    'Connect the property to the first OTA (the home-rental marketplace), then come back here.',
  ),
  incomplete,
  defective: (defects: readonly string[]) =>
    incomplete(`Stored data is not complete: ${defects.join('; ')}.`, 'Have it corrected'),

  connectedAs: (label: string, hotelId: string) =>
    refusal(
      'already-connected',
      `The property is connected to ${label} as ${hotelId} already.`,
      'Check the property ID. To connect another one, disconnect this one first.',
    )(),
  disconnecting: refusal(
    'connection-in-progress',
    'This property is being disconnected right now.',
    'Wait a minute for that to finish, then connect it.',
    { retryAfterSeconds: 10 },
  ),
  inProgress: refusal(
    'connection-in-progress',
    'This property is being connected right now.',
    'Wait for it to finish, then look at the result.',
  ),
  otherTry: refusal(
    'connection-in-progress',
    'Connecting this property has been taken over by another try.',
    'Wait for it to finish, then look at the result.',
    { retryAfterSeconds: 10 },
  ),
  tookTooLong: refusal(
    'provider-timeout',
    'Connecting took too long and was stopped.',
    'Nothing was left behind. Try again in a few minutes.',
  ),
  failed: refusal(
    'internal',
    'Something went wrong on our side.',
    'Nothing was left behind. Try again; if it stays so, tell engineering the request id.',
  ),
  notUndone: refusal(
    'provider-unavailable',
    'An earlier attempt could not be cleaned up at the channel manager yet.',
    'Try again in a few minutes. If it stays so, tell engineering.',
  ),
  paymentUsed: refusal(
    'payment-failed',
    'This payment has been used for another connection.',
    'Choose another payment, or connect without one.',
  ),
  linesRefused: refusal(
    'mapping-failed',
    'The channel manager refused the mapping.',
    'Compare the rooms and rates of the property with those in the extranet, then try again.',
  ),
  notActivated: refusal(
    'activation-refused',
    'The channel manager does not activate the channel.',
    'Finish the set-up in the extranet and wait for the channel manager to accept it, then try again.',
  ),

  requestNotFound: refusal(
    'not-found',
    'There is no such request.',
    'Read the list again: the request has been removed.',
  ),
  nothingToAsk: refusal(
    'already-connected',
    'The property is connected to this OTA already.',
    'Nothing has to be asked for.',
  ),
  beingConnected: refusal(
    'connection-in-progress',
    'The property is being connected right now.',
    'Look again in a minute.',
    { retryAfterSeconds: 60 },
  ),
  connectedForIt: (isLandlord: boolean) =>
    refusal(
      'already-connected',
      'The property was connected for this request.',
      isLandlord ? 'Write to us to have it disconnected.' : 'Disconnect the channel instead.',
    )(),
  notWaiting: refusal(
    'not-retryable',
    'This request does not wait for an acceptance.',
    'Read the request again and do what it says.',
  ),
  accepted: refusal(
    'connection-in-progress',
    'The property was accepted, and is being connected right now.',
    'Wait a minute, then look at the result. A channel can be disconnected again.',
    { retryAfterSeconds: 30 },
  ),

  batchNotFound: refusal(
    'not-found',
    'There is no such batch.',
    'Open the list of batches: each ends 90 days after it was made.',
  ),
  otherBatch: refusal(
    'validation-failed',
    'Other pairs are kept under this id.',
    'Send them again under a new batchId.',
    { errors: [{ path: 'batchId', message: 'must be new, or that of the same pairs' }] },
  ),
  rowsNotConnectable: refusal(
    'validation-failed',
    'Some of these rows cannot be connected.',
    'Read the batch again, and leave those out.',
  ),
  otherTotal: refusal(
    'payment-failed',
    'These rows cost something else than was shown.',
    'Read the batch again, and choose at that price.',
  ),
}

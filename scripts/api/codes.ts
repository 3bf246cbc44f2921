import type { ErrorCode } from '../../functions/src/lib/errors.ts'

/** Meanings of the codes, for authors of clients. */
export const meanings = {
  'validation-failed': 'The request does not parse; `errors` names every place that is wrong.',
  unauthenticated: 'There is no ID token, or it is not valid, expired or revoked.',
  forbidden: 'The caller is known, and may not do this. Of a webhook: its signature or secret is wrong.',
  'not-found': 'There is nothing at this path, or no such thing.',
  'property-not-found': 'There is no such property.',
  'thread-not-found': 'There is no such thread, or none that the caller may know of.',
  'channel-not-found': 'The property has no such channel, or it is not connected.',
  'method-not-allowed': 'The path takes other methods; `Allow` names them.',
  'channel-manager-connection-missing':
    'The property is not at the channel manager yet. The request stays as it was.',
  'connection-in-progress': 'Somebody else is at this property or channel right now.',
  'already-connected': 'The property is connected to another hotel at this OTA.',
  'hotel-connected-elsewhere': 'The hotel is connected to another property, or by somebody else.',
  'hotel-id-invalid': "The OTA's property id does not have the right format.",
  'property-incomplete': 'The property lacks what connecting needs: rooms, rate plans, an account.',
  'connection-test-failed': 'The OTA does not let the channel manager in.',
  'ota-setup-incomplete': 'The set-up in the extranet of the OTA is not finished.',
  'mapping-failed': 'There is nothing that can be mapped, or the mapping is not lawful as it is.',
  'activation-refused': 'The channel manager does not activate the channel.',
  'payment-failed': 'A payment is due, and was not accepted.',
  'provider-unavailable': 'A provider cannot be reached, refuses, or gives no usable answer.',
  'provider-timeout': 'A provider did not answer in time.',
  'message-conflict': 'The message exists with other content, or was given another thread.',
  'answered-meanwhile': 'Somebody else has answered since `unlessAnsweredSince`. Nothing was stored.',
  'mapping-changed': 'The mapping is no longer the version that was changed.',
  'canned-reply-changed':
    'The canned reply is no longer the version that was changed, or exists with other content.',
  'thread-merged':
    'One of the threads is merged already; `detail` says which, `nextAction` what can be done.',
  'landlord-not-reachable': 'The landlord has no e-mail address, or has asked for none of these e-mails.',
  'load-in-progress': 'Bookings of this property are being loaded, or go on being loaded.',
  'not-retryable': 'The message cannot be sent again now; `detail` says why.',
  'participant-limit': 'The thread has as many participants as it may have.',
  'payload-too-large': 'The body, or a file, is larger than it may be.',
  'rate-limited': 'Too many requests or posts by this user, or posts to this thread, within a minute.',
  'thread-busy': 'Too many write to the thread at once. Nothing was stored.',
  internal: 'Something went wrong on our side; the request id finds it in the log.',
} satisfies Record<ErrorCode, string>

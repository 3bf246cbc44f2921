import type { DeliveryFailure } from '../message.ts'

type Code =
  | 'template-required'
  | 'opted-out'
  | 'invalid-number'
  | 'not-reachable'
  | 'provider-rejected'
  | 'provider-unavailable'
  | 'outcome-unknown'
  | 'attachment-not-sendable'

const failure = (code: Code, detail: string, nextAction: string): DeliveryFailure => ({
  code,
  detail,
  nextAction,
})

const waitAndRepeat = 'Wait a few minutes, then send it again.'
const otherWay = 'Reach the guest by e-mail or the OTA instead.'

export const noGuestPhone = failure(
  'not-reachable',
  'No phone number is known for the guest of this thread.',
  "Link the thread to a reservation and add the guest's phone number, then send it again.",
)

export const filesNotSendable = failure(
  'attachment-not-sendable',
  'Files are sent by their public https address only: one with a chatapp message, ten with an SMS.',
  'Write a new message with such an address, or without the file.',
)

export const outcomeUnknown = failure(
  'outcome-unknown',
  'The provider did not answer, so the message may or may not have reached the guest.',
  'Ask the guest or look at the conversation on the phone before you send it again.',
)

/** The same, as long as we ask the provider. */
export const outcomeLookedUp = failure(
  'outcome-unknown',
  outcomeUnknown.detail,
  'Wait: within a quarter of an hour it is found out, or left to you to send again.',
)

export const providerBusy = failure(
  'provider-unavailable',
  'The provider did not accept the message after several tries.',
  waitAndRepeat,
)

export const optedOut = failure(
  'opted-out',
  'The guest has asked not to be contacted on this channel.',
  'Respect it: use e-mail or the OTA instead.',
)

export const templateRequired = failure(
  'template-required',
  'More than 24 hours have passed since the guest last wrote, so only an approved template is allowed.',
  'Choose a template and send that instead.',
)

const engineering = (detail: string) =>
  failure('provider-rejected', detail, 'Tell engineering: it has to be corrected before anything is sent.')
const rejectedContent = (detail: string) =>
  failure('provider-rejected', detail, 'Reword it and send that as a new message.')

/** What Twilio's error codes (twilio.com/docs/api/errors) mean to the person who wrote the message. */
const meanings: readonly (readonly [DeliveryFailure, ...codes: number[]])[] = [
  [templateRequired, 63016],
  [optedOut, 21610, 63014],
  [
    failure(
      'invalid-number',
      "The guest's phone number is not a valid number for this channel.",
      "Correct the number on the guest's profile, then send it again.",
    ),
    ...[21211, 21217, 21614, 21265, 30005, 30006],
  ],
  [
    failure('not-reachable', 'The guest cannot be reached by chatapp.', 'Send an SMS instead.'),
    ...[63003, 63024, 63032, 63033, 63049],
  ],
  [
    failure(
      'not-reachable',
      "No SMS gets from our number to the guest's.",
      'Send a chatapp message instead.',
    ),
    ...[21612],
  ],
  [
    failure('not-reachable', "The guest's phone is switched off or has no reception.", waitAndRepeat),
    ...[30003],
  ],
  [failure('not-reachable', "The guest's carrier blocks messages from us.", otherWay), 30004],
  [
    failure('provider-unavailable', 'The provider could not pass the message on just now.', waitAndRepeat),
    ...[20429, 20500, 20503, 21611, 30001, 30008, 30022, 30036, 30410, 63009, 63010, 63012, 63017],
    ...[63018, 63023],
  ],
  [
    failure(
      'provider-unavailable',
      'We have sent as many messages as the provider lets us in a day.',
      'Wait until tomorrow, then send it again.',
    ),
    ...[30023, 63038],
  ],
  [
    failure(
      'provider-rejected',
      'The text is too long for this channel.',
      'Send it as new messages of at most 1,600 characters.',
    ),
    ...[21617],
  ],
  [rejectedContent('The carrier filtered the message as unwanted.'), 30007],
  [rejectedContent('The channel does not allow this content.'), 63005, 63013, 63021],
  [
    engineering('The template or its variables are not as the provider has approved them.'),
    ...[21655, 21656, 63027, 63028, 63030, 63040, 63041, 63042],
  ],
  [engineering('Our account may not send to that country or number.'), 21408, 21608, 63015],
  [
    engineering('The provider does not accept our sender or credentials.'),
    ...[20003, 20005, 20404, 21603, 21606, 21609, 21659, 21910, 30002, 30032, 30034],
    ...[63001, 63002, 63007, 63008, 63020, 63022, 63051],
  ],
]

const byProviderCode = new Map(
  meanings.flatMap(([meaning, ...codes]) => codes.map(code => [String(code), meaning])),
)

/** What a refusal by the provider, at once or told later, means to the person who wrote the message. */
export const refusal = (providerCode: string | undefined): DeliveryFailure =>
  byProviderCode.get(providerCode ?? '') ??
  failure(
    'provider-rejected',
    `The provider refused the message${providerCode ? ` (code ${providerCode})` : ''}.`,
    'Tell engineering, and reach the guest another way.',
  )

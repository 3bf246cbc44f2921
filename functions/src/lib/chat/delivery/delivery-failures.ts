import type { DeliveryFailure } from '../message.ts'

const failure = (code: string, detail: string, nextAction: string): DeliveryFailure => ({
  code,
  detail,
  nextAction,
})

export const noGuestPhone = failure(
  'not-reachable',
  'No phone number is known for the guest of this thread.',
  "Link the thread to a reservation and add the guest's phone number, then send a new message.",
)

export const outcomeUnknown = failure(
  'outcome-unknown',
  'The provider did not answer, so the message may or may not have reached the guest.',
  'Ask the guest or look at the conversation on the phone before you send it again.',
)

export const providerBusy = failure(
  'provider-unavailable',
  'The provider did not accept the message after several tries.',
  'Wait a few minutes, then send a new message.',
)

export const optedOut = failure(
  'opted-out',
  'The guest has asked not to be contacted on this channel.',
  'Respect it: use e-mail or the OTA instead.',
)
const invalidNumber = failure(
  'invalid-number',
  "The guest's phone number is not a valid number for this channel.",
  "Correct the number on the guest's profile, then send a new message.",
)
export const templateRequired = failure(
  'template-required',
  'More than 24 hours have passed since the guest last wrote, so only an approved template is allowed.',
  'Send a template, or wait for the guest to write.',
)
const notReachable = failure(
  'not-reachable',
  'The guest cannot be reached by chatapp.',
  'Send an SMS instead.',
)
const misconfigured = failure(
  'provider-rejected',
  'The provider does not accept our sender or credentials.',
  'Tell engineering: the sender or the credentials have to be corrected.',
)

/** Twilio's error codes (twilio.com/docs/api/errors) that have their own answer. */
const byProviderCode: Readonly<Record<string, DeliveryFailure>> = {
  '20003': misconfigured,
  '21211': invalidNumber,
  '21610': optedOut,
  '21614': invalidNumber,
  '21617': failure(
    'provider-rejected',
    'The text is too long for this channel.',
    'Shorten it to 1,600 characters.',
  ),
  '30007': failure(
    'provider-rejected',
    'The carrier filtered the message as unwanted.',
    'Reword it, then send again.',
  ),
  '63003': notReachable,
  '63007': misconfigured,
  '63016': templateRequired,
  '63024': notReachable,
}

/** What a refusal by the provider, at once or told later, means to the person who wrote the message. */
export const refusal = (providerCode: string | undefined): DeliveryFailure =>
  byProviderCode[providerCode ?? ''] ??
  failure(
    'provider-rejected',
    `The provider refused the message${providerCode ? ` (code ${providerCode})` : ''}.`,
    'Tell engineering the code, and reach the guest another way.',
  )

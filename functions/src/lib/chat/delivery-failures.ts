import type { DeliveryFailure } from './message.ts'

type Code =
  | 'template-required'
  | 'opted-out'
  | 'invalid-number'
  | 'not-reachable'
  | 'provider-rejected'
  | 'provider-unavailable'
  | 'outcome-unknown'
  | 'attachment-not-sendable'
  | 'author-not-member'
  | 'spend-limit'
  | 'number-not-allowed'
  | 'author-left'
  | 'stay-cancelled'
  | 'stay-changed'
  | 'thread-gone'
  | 'answered-meanwhile'
  | 'refused'

export const failure = (code: Code, detail: string, nextAction: string): DeliveryFailure => ({
  code,
  detail,
  nextAction,
})

export const authorNotMember = failure(
  'author-not-member',
  'Its author takes part in the thread no more, so the message was not sent.',
  'Read it: if the guest should have it all the same, send it again as staff.',
)

export const authorAccountEnded = failure(
  'author-not-member',
  "Its author's account was disabled or deleted while it waited, so the message was not sent.",
  'Read it: if the guest should have it all the same, send it again as staff.',
)

export const outcomeUnknown = failure(
  'outcome-unknown',
  'The provider did not answer, so the message may or may not have reached the guest.',
  'Ask the guest or look at the conversation on the phone before you send it again.',
)

export const outcomeLookedUp = failure(
  'outcome-unknown',
  outcomeUnknown.detail,
  'Wait: once the provider answers it is found out, or left to you to send again.',
)

export const tooLate = failure(
  'provider-unavailable',
  'The provider could not take the message until it would have come too late.',
  'See whether it still makes sense, then send it again.',
)

const cappedBy = {
  all: 'all users together',
  members: 'all landlords and members together',
  user: 'one user',
  guest: 'one guest',
} as const

export const spendLimit = (cap: keyof typeof cappedBy, atMost: number): DeliveryFailure =>
  failure(
    'spend-limit',
    `Today's limit of ${atMost} segments (a chatapp message is one, an SMS one or more) for ${cappedBy[cap]} is reached, so it was not sent.`,
    'Shorten it, send it again tomorrow, or ask operations to lift the limit for today.',
  )

export const premiumRate = failure(
  'number-not-allowed',
  "The guest's number is a premium-rate number, which nothing is sent to.",
  'Ask the guest for another number, correct it beside the thread, then send it again.',
)

export const countryNotAllowed = failure(
  'number-not-allowed',
  "The guest's number belongs to a country that nothing is sent to.",
  'Reach the guest by e-mail or the OTA, or ask operations to allow the country.',
)

export const optedOut = failure(
  'opted-out',
  'The guest has asked not to be contacted on this channel.',
  'Respect it: use e-mail or the OTA instead.',
)

export const invalidNumber = failure(
  'invalid-number',
  "The guest's phone number is not a valid number for this channel.",
  'Correct the number of the guest beside the thread, then send it again.',
)

import { ProviderError } from '../../errors.ts'
import { addressOf, type Guest, windowClosesAt } from '../guest.ts'
import type { DeliveryFailure, StoredMessage } from '../message.ts'
import type { OutboundChannel } from './outbound.ts'
import type { CapName } from './spending.ts'

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

export const authorNotMember = failure(
  'author-not-member',
  'Its author takes part in the thread no more, so the message was not sent.',
  'Read it: if the guest should have it all the same, send it again as staff.',
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
  'Wait: once the provider answers it is found out, or left to you to send again.',
)

export const tooLate = failure(
  'provider-unavailable',
  'The provider could not take the message until it would have come too late.',
  'See whether it still makes sense, then send it again.',
)

const cappedBy = {
  all: 'all users together',
  user: 'one user',
  thread: 'one thread',
  guest: 'one guest',
} satisfies Record<CapName, string>

export const spendLimit = (cap: CapName, atMost: number): DeliveryFailure =>
  failure(
    'spend-limit',
    `Today's limit of ${atMost} chatapp and SMS messages for ${cappedBy[cap]} is reached, so it was not sent.`,
    'Send it again tomorrow, or ask operations to lift the limit for today.',
  )

export const premiumRate = failure(
  'number-not-allowed',
  "The guest's number is a premium-rate number, which nothing is sent to.",
  "Ask the guest for another number, correct it on the guest's profile, then send it again.",
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

export const templateRequired = failure(
  'template-required',
  'More than 24 hours have passed since the guest last wrote, so only an approved template is allowed.',
  'Choose a template and send that instead.',
)

const engineering = (detail: string) =>
  failure('provider-rejected', detail, 'Tell engineering: it has to be corrected before anything is sent.')
const rejectedContent = (detail: string) =>
  failure('provider-rejected', detail, 'Reword it and send that as a new message.')

/** What a refusal by the provider, at once or told later, means to the person who wrote the message. */
const meanings = {
  'template-required': templateRequired,
  'opted-out': optedOut,
  'invalid-number': failure(
    'invalid-number',
    "The guest's phone number is not a valid number for this channel.",
    "Correct the number on the guest's profile, then send it again.",
  ),
  'no-chatapp': failure('not-reachable', 'The guest cannot be reached by chatapp.', 'Send an SMS instead.'),
  'no-sms-route': failure(
    'not-reachable',
    "No SMS gets from our number to the guest's.",
    'Send a chatapp message instead.',
  ),
  'phone-off': failure(
    'not-reachable',
    "The guest's phone is switched off or has no reception.",
    waitAndRepeat,
  ),
  'blocked-by-carrier': failure('not-reachable', "The guest's carrier blocks messages from us.", otherWay),
  'not-now': failure(
    'provider-unavailable',
    'The provider could not pass the message on just now.',
    waitAndRepeat,
  ),
  'daily-limit': failure(
    'provider-unavailable',
    'We have sent as many messages as the provider lets us in a day.',
    'Wait until tomorrow, then send it again.',
  ),
  'too-long': failure(
    'provider-rejected',
    'The text is too long for this channel.',
    'Send it as new messages of at most 1,600 characters.',
  ),
  filtered: rejectedContent('The carrier filtered the message as unwanted.'),
  'content-not-allowed': rejectedContent('The channel does not allow this content.'),
  'template-not-approved': engineering(
    'The template or its variables are not as the provider has approved them.',
  ),
  'destination-not-allowed': engineering('Our account may not send to that country or number.'),
  'sender-not-accepted': engineering('The provider does not accept our sender or credentials.'),
} satisfies Record<string, DeliveryFailure>

/** Why a provider refuses a message, as far as it makes a difference to us. */
export type RefusalReason = keyof typeof meanings

/** A refusal: why, where that is known, and the provider's own code, for those who ask the provider. */
export interface Refusal {
  reason?: RefusalReason | undefined
  providerCode?: string | undefined
}

export const refusal = ({ reason, providerCode }: Refusal): DeliveryFailure =>
  reason
    ? meanings[reason]
    : failure(
        'provider-rejected',
        `The provider refused the message${providerCode ? ` (code ${providerCode})` : ''}.`,
        'Tell engineering, and reach the guest another way.',
      )

/** A send that the provider has refused, and would refuse again. */
export class SendRefusedError extends ProviderError {
  readonly refusal: Refusal

  constructor(provider: string, refusal: Refusal, message: string, options: { status?: number } = {}) {
    const { providerCode } = refusal
    super(provider, 'permanent', message, { ...options, ...(providerCode !== undefined && { providerCode }) })
    this.refusal = refusal
  }
}

export interface SendPlan {
  channel: OutboundChannel
  isTemplate: boolean
  /** Files that go with the text. */
  attachments?: readonly string[] | undefined
}

export const planOf = ({ delivery, attachments }: StoredMessage, channel: OutboundChannel): SendPlan => ({
  channel,
  isTemplate: delivery?.template !== undefined,
  attachments,
})

/** Files that the provider takes with one message. */
const maxFiles = { chatapp: 1, sms: 10 } satisfies Record<OutboundChannel, number>

/**
 * Why a guest cannot be written to now, as far as we know without asking the provider; undefined when nothing we know
 * of stands in the way. With no inbound chatapp message on record the provider decides.
 */
export function obstacle(
  guest: Guest | undefined,
  { channel, isTemplate, attachments = [] }: SendPlan,
  now: Date,
): DeliveryFailure | undefined {
  if (attachments.length > maxFiles[channel] || !attachments.every(isPublicAddress)) return filesNotSendable
  if (!guest || addressOf(guest, channel) === undefined) return noGuestPhone
  if (guest.optedOut[channel]) return optedOut
  const closesAt = channel === 'chatapp' && !isTemplate ? windowClosesAt(guest) : undefined
  return closesAt && closesAt <= now ? templateRequired : undefined
}

/** The provider fetches a file itself. */
const isPublicAddress = (attachment: string): boolean =>
  URL.canParse(attachment) && new URL(attachment).protocol === 'https:'

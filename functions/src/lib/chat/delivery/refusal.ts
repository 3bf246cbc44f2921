import { ProviderError } from '../../errors.ts'
import { type ChannelName, channelNames } from '../channel-names.ts'
import { channels, type Rows } from '../channels/registry.ts'
import { failure, invalidNumber, optedOut } from '../delivery-failures.ts'
import type { DeliveryFailure } from '../message.ts'

const waitAndRepeat = 'Wait a few minutes, then send it again.'
const otherWay = 'Reach the guest by e-mail or the OTA instead.'

const engineering = (detail: string) =>
  failure('provider-rejected', detail, 'Tell engineering: it has to be corrected before anything is sent.')
const rejectedContent = (detail: string) =>
  failure('provider-rejected', detail, 'Reword it and send that as a new message.')

const everywhere = {
  'opted-out': optedOut,
  'invalid-number': invalidNumber,
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

const meanings: Readonly<Record<string, DeliveryFailure>> = Object.assign(
  {},
  everywhere,
  ...channelNames.map(name => channels[name].refusals),
)

export type RefusalReason =
  | keyof typeof everywhere
  | { [Name in ChannelName]: keyof Rows[Name]['refusals'] }[ChannelName]

/** `providerCode` serves questions to the provider. */
export interface Refusal {
  reason?: RefusalReason | undefined
  providerCode?: string | undefined
}

export const refusal = ({ reason, providerCode }: Refusal): DeliveryFailure =>
  (reason && meanings[reason]) ??
  failure(
    'provider-rejected',
    `The provider refused the message${providerCode ? ` (code ${providerCode})` : ''}.`,
    'Tell engineering, and reach the guest another way.',
  )

/** The provider would refuse it again. */
export class SendRefusedError extends ProviderError {
  readonly refusal: Refusal

  constructor(provider: string, refusal: Refusal, message: string, options: { status?: number } = {}) {
    const { providerCode } = refusal
    super(provider, 'permanent', message, { ...options, ...(providerCode !== undefined && { providerCode }) })
    this.refusal = refusal
  }
}

import type { ChannelName } from '../../lib/chat/channel-names.ts'
import { isAmong, plainAddress } from '../../lib/spellings.ts'

/** The empty prefix is last. */
const prefixes = { chatapp: 'whatsapp:', sms: '' } as const satisfies Partial<Record<ChannelName, string>>

type TwilioChannel = keyof typeof prefixes

const isTwilios = (channel: string): channel is TwilioChannel => Object.hasOwn(prefixes, channel)

export const twilioChannels = Object.keys(prefixes).filter(isTwilios)

function onTwilio(channel: ChannelName): TwilioChannel {
  if (isTwilios(channel)) return channel
  throw new Error(`${channel} does not go through Twilio`)
}

export const ownAddress = (
  { chatappSender, smsSender }: Readonly<Record<`${TwilioChannel}Sender`, string>>,
  channel: ChannelName,
): string => ({ chatapp: chatappSender, sms: smsSender })[onTwilio(channel)]

export function addressOn(channel: ChannelName, address: string): string {
  const prefix = prefixes[onTwilio(channel)]
  return address.startsWith(prefix) ? address : prefix + address
}

/** Twilio has several spellings of an address. */
export const isAddressed = (spelling: string, address: string): boolean =>
  isAmong([addressFrom(spelling).address], addressFrom(address).address)

export function addressFrom(written: string): { channel: ChannelName; address: string } {
  const channel = twilioChannels.find(name => written.startsWith(prefixes[name])) ?? 'sms'
  return { channel, address: plainAddress(written.slice(prefixes[channel].length)) }
}

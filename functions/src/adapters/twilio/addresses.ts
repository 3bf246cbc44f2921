import type { ChannelName } from '../../lib/chat/channels/names.ts'
import { isAmong, plainAddress } from '../../lib/spellings.ts'

/** What Twilio writes before the addresses of each channel that goes through it, the one without last. */
const prefixes = { chatapp: 'whatsapp:', sms: '' } as const satisfies Partial<Record<ChannelName, string>>

type TwilioChannel = keyof typeof prefixes

const isTwilios = (channel: string): channel is TwilioChannel => Object.hasOwn(prefixes, channel)

export const twilioChannels = Object.keys(prefixes).filter(isTwilios)

/** Throws for a channel that does not go through Twilio. */
function onTwilio(channel: ChannelName): TwilioChannel {
  if (isTwilios(channel)) return channel
  throw new Error(`${channel} does not go through Twilio`)
}

/** Our own address on a channel, as configured: empty where there is none. */
export const ownAddress = (
  { chatappSender, smsSender }: Readonly<Record<`${TwilioChannel}Sender`, string>>,
  channel: ChannelName,
): string => ({ chatapp: chatappSender, sms: smsSender })[onTwilio(channel)]

/** An address as Twilio writes it. */
export function addressOn(channel: ChannelName, address: string): string {
  const prefix = prefixes[onTwilio(channel)]
  return address.startsWith(prefix) ? address : prefix + address
}

/** Whether both are of the same subscriber, however Twilio spells them. */
export const isAddressed = (told: string, address: string): boolean =>
  isAmong([addressFrom(told).address], addressFrom(address).address)

/** The channel of an address of Twilio's, and the address as we write it. */
export function addressFrom(written: string): { channel: ChannelName; address: string } {
  const channel = twilioChannels.find(name => written.startsWith(prefixes[name])) ?? 'sms'
  return { channel, address: plainAddress(written.slice(prefixes[channel].length)) }
}

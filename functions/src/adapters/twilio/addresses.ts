import type { ChannelName } from '../../lib/chat/channels/names.ts'

/** What Twilio writes before the addresses of each channel that goes through it. */
const prefixes = { chatapp: 'whatsapp:', sms: '' } as const satisfies Partial<Record<ChannelName, string>>

export type TwilioChannel = keyof typeof prefixes

/** An address as Twilio writes it. */
export const addressOn = (channel: TwilioChannel, address: string): string =>
  address.startsWith(prefixes[channel]) ? address : prefixes[channel] + address

/** The channel of an address of Twilio's, and the address as we write it. */
export function addressFrom(written: string): { channel: TwilioChannel; address: string } {
  const channel = written.startsWith(prefixes.chatapp) ? 'chatapp' : 'sms'
  return { channel, address: written.slice(prefixes[channel].length) }
}

/** Addresses: E.164 for SMS; `whatsapp:` before a number, or before the id of a user without one. */

import { presentText } from '../core/values.ts'
import { type ChannelName, channelNames, channels } from './channels.ts'

export interface Address {
  readonly channel: ChannelName
  readonly text: string
  /** Without the channel prefix. */
  readonly id: string
}

export function parseAddress(value: unknown): Address | undefined {
  const text = presentText(value)?.trim()
  return text === undefined ? undefined : addressOf(text)
}

export function addressOf(text: string): Address {
  const channel = channelNames.find(name => text.startsWith(channels[name].prefix)) ?? 'sms'
  return { channel, text, id: text.slice(channels[channel].prefix.length) }
}

export const isReachable = ({ channel, id }: Address): boolean => channels[channel].isAddress(id)

/** Numbers that refuse, in the vendor's own test range so that no ordinary number meets them. */
const magic: Readonly<Record<string, { readonly code: number; readonly channel?: Address['channel'] }>> = {
  '+15005550001': { code: 21211 },
  '+15005550004': { code: 21610 },
  '+15005550009': { code: 21614, channel: 'sms' },
  '+15005550010': { code: 63016, channel: 'chatapp' },
  '+15005550011': { code: 63024, channel: 'chatapp' },
  '+15005550012': { code: 63003, channel: 'chatapp' },
  '+15005550013': { code: 30007 },
  '+15005550014': { code: 20429 },
}

/** The error a recipient always answers with, if it is a magic one. A template opens the 24-hour window. */
export function magicCode({ channel, id }: Address, isTemplate: boolean): number | undefined {
  const entry = magic[id]
  if (!entry || (entry.channel && entry.channel !== channel)) return undefined
  return entry.code === 63016 && isTemplate ? undefined : entry.code
}

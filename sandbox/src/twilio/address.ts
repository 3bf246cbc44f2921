/** Addresses: E.164 for SMS; `whatsapp:` before a number, or before the id of a user without one. */

import { presentText } from '../core/values.ts'

export interface Address {
  readonly channel: 'chatapp' | 'sms'
  readonly text: string
  /** Without the channel prefix. */
  readonly id: string
}

const prefix = 'whatsapp:'
const e164 = /^\+[1-9]\d{6,14}$/
const userId = /^[A-Z]{2}\.[A-Za-z0-9]{4,128}$/

export function parseAddress(value: unknown): Address | undefined {
  const text = presentText(value)?.trim()
  if (text === undefined) return undefined
  return text.startsWith(prefix)
    ? { channel: 'chatapp', text, id: text.slice(prefix.length) }
    : { channel: 'sms', text, id: text }
}

export const isReachable = ({ channel, id }: Address): boolean =>
  e164.test(id) || (channel === 'chatapp' && userId.test(id))

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

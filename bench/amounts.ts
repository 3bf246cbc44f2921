import { namesOf } from '../functions/src/lib/record-of.ts'
import type { Bill } from '../functions/test/support/platform.ts'
import { priceOf } from './prices.ts'

/** What has a price, in the order of the tables, by the names of `prices.json`. */
export const amountsOf = ({ invocations, reads, writes, deletes, calls }: Bill) => ({
  invocations,
  firestoreReads: reads,
  firestoreWrites: writes,
  firestoreDeletes: deletes,
  algoliaCalls: calls.algolia.length,
  twilioMessages: calls.twilio.filter(call => call.endsWith(' to chatapp')).length,
  // One segment each: the acts' texts are short.
  smsSegments: calls.twilio.filter(call => call.endsWith(' to SMS')).length,
  twilioReads: calls.twilio.filter(call => call.startsWith('GET')).length,
  sendgridCalls: calls.sendgrid.length,
  guestPlatformCalls: calls['guest-platform'].length,
  channelManagerCalls: calls['channel-manager'].length,
})
export type Amounts = ReturnType<typeof amountsOf>

/** What has a column of its own in the tables. */
export const columns = {
  invocations: 'invocations',
  firestoreReads: 'reads',
  firestoreWrites: 'writes',
  algoliaCalls: 'index',
} as const

/** What few acts take; it shares a column. */
export const others = {
  firestoreDeletes: 'deletes',
  twilioMessages: 'chatapp',
  smsSegments: 'SMS',
  twilioReads: 'Twilio reads',
  sendgridCalls: 'e-mails',
  guestPlatformCalls: 'guest platform',
  channelManagerCalls: 'channel manager',
} as const satisfies Record<Exclude<keyof Amounts, keyof typeof columns>, string>

/** US dollars. */
export const usdOf = (amounts: Amounts): number =>
  namesOf(amounts).reduce((sum, what) => sum + priceOf(what, amounts[what]), 0)

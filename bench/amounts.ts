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

export const heads = [
  'invocations',
  'reads',
  'writes',
  'deletes',
  'index',
  'chatapp',
  'SMS',
  'Twilio reads',
  'e-mails',
  'guest platform',
  'channel manager',
  'US dollars',
]

/** US dollars. */
export const usdOf = (amounts: Amounts): number =>
  namesOf(amounts).reduce((sum, what) => sum + priceOf(what, amounts[what]), 0)

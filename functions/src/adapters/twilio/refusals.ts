import type { OutgoingMessage, ProviderStatus } from '../../lib/chat/delivery/provider.ts'
import type { Refusal, RefusalReason } from '../../lib/chat/delivery/refusal.ts'

/** Source: twilio.com/docs/api/errors */
const codes: readonly (readonly [RefusalReason, ...number[]])[] = [
  ['template-required', 63016],
  ['opted-out', 21610, 63014],
  ['invalid-number', 21211, 21217, 21614, 21265, 30005, 30006],
  ['no-chatapp', 63003, 63024, 63032, 63033, 63049],
  ['no-sms-route', 21612],
  ['phone-off', 30003],
  ['blocked-by-carrier', 30004],
  ['not-now', 20429, 20500, 20503, 21611, 30001, 30008, 30022, 30036, 30410],
  ['not-now', 63009, 63010, 63012, 63017, 63018, 63023],
  ['daily-limit', 30023, 63038],
  ['too-long', 21617],
  ['filtered', 30007],
  ['content-not-allowed', 63005, 63013, 63021],
  ['template-not-approved', 21655, 21656, 63027, 63028, 63030, 63040, 63041, 63042],
  ['destination-not-allowed', 21408, 21608, 63015],
  ['sender-not-accepted', 20003, 20005, 20404, 21603, 21606, 21609, 21659, 21910, 30002, 30032, 30034],
  ['sender-not-accepted', 63001, 63002, 63007, 63008, 63020, 63022, 63051],
]

const reasons = new Map(
  codes.flatMap(([reason, ...numbers]) => numbers.map(number => [String(number), reason] as const)),
)

export const refusalOf = (providerCode: string | undefined): Refusal => ({
  reason: reasons.get(providerCode ?? ''),
  providerCode,
})

/** Source: twilio.com/docs/messaging/api/message-resource, "status". */
const stages: ReadonlyMap<string, ProviderStatus> = new Map([
  ['accepted', 'sent'],
  ['scheduled', 'sent'],
  ['queued', 'sent'],
  ['sending', 'sent'],
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'read'],
  ['failed', 'failed'],
  ['undelivered', 'failed'],
  ['canceled', 'failed'],
])

export const stageOf = (status: string): ProviderStatus | undefined => stages.get(status.toLowerCase())

/** Twilio's signature covers the whole address. */
export const callbackPath = ({ threadId, messageId, claimId }: OutgoingMessage['send']): string =>
  `/webhooks/twilio/status?${new URLSearchParams({ thread: threadId, message: messageId, claim: claimId })}`

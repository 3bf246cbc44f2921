import { nearestStorable } from './shapes.ts'

interface RetentionRule {
  /** Days; undefined keeps documents until configured. */
  days?: number
  /** The fewest days that `RETENTION_DAYS` may set, by law or by need. */
  least: number
}

/** Days count from the moment that each comment names; before that moment no document ends. */
export const retentionRules = {
  /** The act. */
  auditLog: { days: 1095, least: 730 },
  /** The entry in the outbox. */
  emails: { days: 365, least: 30 },
  /** The resolution. `least` exceeds the days of `emails`: items outlive their e-mails. */
  items: { days: 730, least: 400 },
  /** The assignment, dismissal or spam mark. */
  triage: { days: 365, least: 30 },
  /** The arrival; prevents a second storing. */
  inboundMessages: { days: 400, least: 60 },
  /** The last message that an event announced or the sweep found. */
  otaConversations: { days: 400, least: 60 },
  /** The mark. */
  spamSenders: { days: 730, least: 30 },
  /** The send, its cancellation or refusal. */
  scheduledSends: { days: 30, least: 2 },
  /** The guest's message. */
  ledger: { days: 1095, least: 30 },
  /** The departure. */
  reservations: { days: 3650, least: 365 },
  /** The departure, or the last chatapp message. */
  guests: { days: 1095, least: 730 },
  /** Its creation. */
  invoices: { days: 3650, least: 3650 },
  /** The cancellation. */
  subscriptions: { days: 3650, least: 3650 },
  /** The completion or rejection. */
  connectionRequests: { days: 730, least: 90 },
  /** Its creation, with the rows. */
  connectionBatches: { days: 90, least: 30 },
  batchRows: { days: 90, least: 30 },
  /** The end, with nothing to compensate. */
  connectionAttempts: { days: 730, least: 90 },
  /** The channel's disconnection. */
  history: { days: 1095, least: 90 },
  /** The last change. */
  mappingExamples: { days: 1825, least: 30 },
  /** The message's creation; a thread expires with its last message. */
  messages: { least: 30 },
} as const satisfies Record<string, RetentionRule>

export type Retained = keyof typeof retentionRules
export type Retention = Readonly<Partial<Record<Retained, number>>>

/** Empty parts, and a collection of earlier versions. */
const ignored = /^(consents=.*)?$/

const isRetained = (name: string): name is Retained => Object.hasOwn(retentionRules, name)

/** `auditLog=1095, messages=730` in days; others keep their default. Throws if invalid. */
export function parseRetention(text: string): Retention {
  const usual = Object.fromEntries(
    Object.entries(retentionRules).flatMap(([name, one]) => ('days' in one ? [[name, one.days]] : [])),
  )
  const given = text
    .split(',')
    .map(part => part.trim())
    .filter(part => !ignored.test(part))
    .map(daysOf)
  return { ...usual, ...Object.fromEntries(given) }
}

function daysOf(part: string): [Retained, number] {
  const [, name = '', days] = /^(\w+)=(\d{1,5})$/.exec(part) ?? []
  if (!isRetained(name)) throw new Error(`RETENTION_DAYS: "${part}" is not of the form auditLog=1095`)
  const { least } = retentionRules[name]
  if (Number(days) >= least) return [name, Number(days)]
  throw new Error(`RETENTION_DAYS: ${name} must be kept for ${least} days at least`)
}

export function endAfter(
  retention: Retention,
  name: Retained,
  from: Date,
  notBefore: Date | undefined = from,
): { expireAt?: Date } {
  const days = retention[name]
  if (days === undefined) return {}
  return { expireAt: nearestStorable(Math.max(from.getTime() + days * 86_400_000, notBefore.getTime())) }
}

interface Kept {
  /** Default number of days; undefined keeps documents until configured. */
  days?: number
  /** The least that the law or the work needs. */
  least: number
}

/** Retention by collection, counted from the moment named at each. */
export const kept = {
  /** After the act. */
  auditLog: { days: 1095, least: 730 },
  /** After it was put into the outbox. */
  emails: { days: 365, least: 30 },
  /** After it was resolved; longer than the e-mails that some are about. An open one does not end. */
  items: { days: 730, least: 400 },
  /** After it was assigned, dismissed or found to be spam. An open one does not end. */
  triage: { days: 365, least: 30 },
  /** After the message came in: it keeps the message from being stored twice. */
  inboundMessages: { days: 400, least: 60 },
  /** After somebody wrote there, or it was last looked at. */
  otaConversations: { days: 400, least: 60 },
  /** After the sender was marked. */
  spamSenders: { days: 730, least: 30 },
  /** After it was sent, cancelled or found not to be sent; one that waits does not end. */
  scheduledSends: { days: 30, least: 2 },
  /** After the guest wrote. */
  ledger: { days: 1095, least: 30 },
  /** After the departure. */
  reservations: { days: 3650, least: 365 },
  /** After the departure, or after they last wrote by chatapp. */
  guests: { days: 1095, least: 730 },
  /** After it was written. */
  invoices: { days: 3650, least: 3650 },
  /** After it was cancelled; one that charges does not end. */
  subscriptions: { days: 3650, least: 3650 },
  /** After it was completed or rejected; a pending one does not end. */
  connectionRequests: { days: 730, least: 90 },
  /** After it was made, with its rows. */
  connectionBatches: { days: 90, least: 30 },
  batchRows: { days: 90, least: 30 },
  /** After it ended and nothing of it was left to compensate. */
  connectionAttempts: { days: 730, least: 90 },
  /** Of a channel: after it was disconnected. */
  history: { days: 1095, least: 90 },
  /** After the mapping was finalised. */
  mappingExamples: { days: 1825, least: 30 },
  /** After they were written; a thread with its last one. */
  messages: { least: 30 },
} as const satisfies Record<string, Kept>

export type Retained = keyof typeof kept
export type Retention = Readonly<Partial<Record<Retained, number>>>

/** Nothing, or what only an earlier version stored: an upgrade does not stop at it. */
const meaningless = /^(consents=.*)?$/

const isRetained = (name: string): name is Retained => Object.hasOwn(kept, name)

/** Parses `auditLog=1095, messages=730`, days by collection; the others keep their default. Throws for invalid text. */
export function parseRetention(text: string): Retention {
  const usual = Object.fromEntries(
    Object.entries(kept).flatMap(([name, one]) => ('days' in one ? [[name, one.days]] : [])),
  )
  const given = text
    .split(',')
    .map(part => part.trim())
    .filter(part => !meaningless.test(part))
    .map(daysOf)
  return { ...usual, ...Object.fromEntries(given) }
}

function daysOf(part: string): [Retained, number] {
  const [, name = '', days] = /^(\w+)=(\d{1,5})$/.exec(part) ?? []
  if (!isRetained(name)) throw new Error(`RETENTION_DAYS: "${part}" is not of the form auditLog=1095`)
  const { least } = kept[name]
  if (Number(days) >= least) return [name, Number(days)]
  throw new Error(`RETENTION_DAYS: ${name} must be kept for ${least} days at least`)
}

/** The field by whose TTL policy a document is deleted; none where it is kept until told otherwise. */
export function endAfter(retention: Retention, name: Retained, from: Date): { expireAt?: Date } {
  const days = retention[name]
  return days === undefined ? {} : { expireAt: new Date(from.getTime() + days * 86_400_000) }
}

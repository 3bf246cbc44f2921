import type { CommitExtras } from '../commit-extras.ts'
import type { Commit } from '../durable/change.ts'
import type { Claim } from '../durable/lease.ts'
import type { Revision, Versioned } from '../ports.ts'

export const emailTemplates = ['ota-listing-live', 'support-message', 'guide-step'] as const
export type EmailTemplate = (typeof emailTemplates)[number]

/** What the mailer needs to send one e-mail. */
export interface OutgoingEmail {
  emailId: string
  template: EmailTemplate
  to: string
  /** Values of the template's variables. */
  data: Record<string, string>
}

/** An e-mail for the outbox. */
export interface NewEmail extends OutgoingEmail {
  /** What it is about, by field; copied to items about the e-mail. */
  about: Record<string, string>
}

declare module '../commit-extras.ts' {
  interface CommitExtras {
    /** Put into the outbox, due at that time. */
    emails?: { entries: readonly NewEmail[]; at: Date }
  }
}

/** Sends an e-mail. There are no idempotency keys: what is repeated after `unknown` may come twice. Throws ProviderError. */
export interface Mailer {
  send(email: OutgoingEmail): Promise<void>
}

export const emailStatuses = [
  ...(['pending', 'sending', 'sent', 'failed', 'unknown'] as const),
  // Reported by the mailer later.
  ...(['delivered', 'bounced', 'dropped', 'spam-reported'] as const),
] as const
export type EmailStatus = (typeof emailStatuses)[number]

/** The mailer's reports on an accepted e-mail, by how much they say. */
export const reportedFates = [
  'accepted',
  'deferred',
  'delivered',
  'bounced',
  'dropped',
  'spam-reported',
] as const
export type ReportedFate = (typeof reportedFates)[number]

/** The mailer's suppression lists. */
export const suppressionLists = ['bounces', 'spam-reports', 'unsubscribes', 'invalid-addresses'] as const
export type SuppressionList = (typeof suppressionLists)[number]

export interface Report {
  fate: ReportedFate
  at: Date
  /** In the mailer's words. */
  reason?: string | undefined
  /** The list on which the address is, if that is why it was dropped. */
  suppression?: SuppressionList | undefined
}

export interface EmailReport extends Report {
  emailId: string
  /** The recipient, where the mailer names one. */
  to?: string
}

/** The change by a report: forward only, so nothing is due any more. */
export interface ReportChange {
  status: EmailStatus
  report: Report
}

/** A document of the outbox, `emails/{emailId}`. */
export interface OutboxEmail extends NewEmail {
  status: EmailStatus
  attempts: number
  /** When it was first tried. */
  triedSince?: Date | undefined
  /** How many tries had an unknown outcome. */
  lostAnswers?: number | undefined
  /** When it is due. Absent once it has ended. */
  dueAt?: Date | undefined
  /** The last claim and its end. */
  claimId?: string | undefined
  leaseUntil?: Date | undefined
  /** The most telling report of the mailer. */
  report?: Report | undefined
}

/** The claim to send an e-mail, with the number of tries. */
export interface EmailClaim extends Claim {
  attempts: number
  triedSince: Date
}

/** One that is pending, or whose outcome is unknown, is sent again when it is due. */
export interface Outcome extends Pick<OutboxEmail, 'status' | 'dueAt' | 'lostAnswers'> {
  at: Date
}

export interface Outbox {
  read(emailId: string): Promise<Versioned<OutboxEmail> | undefined>
  claim(emailId: string, revision: Revision, claim: EmailClaim): Promise<Commit<Revision>>
  record(
    emailId: string,
    revision: Revision,
    outcome: Outcome,
    extras: Pick<CommitExtras, 'items'>,
  ): Promise<Commit<Revision>>
  /** Stores the mailer's report. Nothing is due any more. */
  report(
    emailId: string,
    revision: Revision,
    change: ReportChange,
    extras: Pick<CommitExtras, 'items'>,
  ): Promise<Commit<Revision>>
}

import type { Company } from '../company.ts'
import type { Commit } from '../durable/change.ts'
import type { Claim } from '../durable/lease.ts'
import type { Revision, Versioned } from '../ports.ts'
import type { Report, ReportChange } from './report-email.ts'

export const emailTemplates = ['ota-listing-live', 'support-message'] as const
export type EmailTemplate = (typeof emailTemplates)[number]

/** What the mailer needs to send one e-mail. */
export interface OutgoingEmail {
  emailId: string
  template: EmailTemplate
  to: string
  /** Values of the template's variables. */
  data: Record<string, string>
}

/** One that is put into the outbox. */
export interface NewEmail extends OutgoingEmail {
  /** What it is about, by field: an item about the e-mail names the same. */
  about: Record<string, string>
}

/** Sends an e-mail. The mailer knows no idempotency key: `unknown` is not to be repeated. Throws ProviderError. */
export interface Mailer {
  send(email: OutgoingEmail): Promise<void>
}

export const emailStatuses = [
  ...(['pending', 'sending', 'sent', 'failed', 'unknown'] as const),
  // What the mailer tells later.
  ...(['delivered', 'bounced', 'dropped', 'spam-reported'] as const),
] as const
export type EmailStatus = (typeof emailStatuses)[number]

/** A document of the outbox, `emails/{emailId}`. */
export interface OutboxEmail extends NewEmail {
  status: EmailStatus
  attempts: number
  /** When it was tried first. */
  triedSince?: Date | undefined
  /** When somebody has to look at it. Absent when it has ended. */
  dueAt?: Date | undefined
  /** The last claim: whose it is, and until when. */
  claimId?: string | undefined
  leaseUntil?: Date | undefined
  /** The weightiest thing that the mailer told of it. */
  report?: Report | undefined
}

/** The right to send an e-mail, with the tries that there are by then. */
export interface EmailClaim extends Claim {
  attempts: number
  triedSince: Date
}

export interface Outcome {
  status: EmailStatus
  /** When a pending one is tried next. */
  dueAt?: Date | undefined
  at: Date
}

export interface Outbox {
  read(emailId: string): Promise<Versioned<OutboxEmail> | undefined>
  claim(emailId: string, revision: Revision, claim: EmailClaim): Promise<Commit<Revision>>
  record(
    emailId: string,
    revision: Revision,
    outcome: Outcome,
    company: Pick<Company, 'items'>,
  ): Promise<Commit<Revision>>
  /** What the mailer told. Nothing is due any more. */
  report(
    emailId: string,
    revision: Revision,
    change: ReportChange,
    company: Pick<Company, 'items'>,
  ): Promise<Commit<Revision>>
}

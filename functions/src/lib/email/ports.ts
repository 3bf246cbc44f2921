import type { Revision, Versioned } from '../ports.ts'

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

/** Sends an e-mail. The mailer knows no idempotency key: `unknown` is not to be repeated. Throws ProviderError. */
export interface Mailer {
  send(email: OutgoingEmail): Promise<void>
}

export type EmailStatus = 'pending' | 'sending' | 'sent' | 'failed' | 'unknown'

/** A document of the outbox, `emails/{emailId}`. */
export interface OutboxEmail extends OutgoingEmail {
  status: EmailStatus
  attempts: number
  /** The last claim: whose it is, and until when. */
  claimId?: string | undefined
  leaseUntil?: Date | undefined
}

export interface Outcome {
  status: EmailStatus
  /** For a person who has to look at it. */
  item?: { kind: string; detail: string }
  at: Date
}

export interface Outbox {
  load(emailId: string): Promise<Versioned<OutboxEmail> | undefined>
  /** Undefined when the document has changed since. */
  claim(
    emailId: string,
    revision: Revision,
    claim: { claimId: string; attempts: number; leaseUntil: Date },
  ): Promise<Revision | undefined>
  /** False when the document has changed since, or the answer was lost: read back before deciding. */
  record(emailId: string, revision: Revision, outcome: Outcome): Promise<boolean>
  /** Ids of e-mails that are pending or sending, as many as one run of a sweep takes. */
  unfinished(): Promise<string[]>
}

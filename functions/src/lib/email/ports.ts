import type { NewItem } from '../items/item.ts'
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

/** One that is put into the outbox. */
export interface NewEmail extends OutgoingEmail {
  /** What it is about, by field: an item about the e-mail names the same. */
  about: Record<string, string>
}

/** Sends an e-mail. The mailer knows no idempotency key: `unknown` is not to be repeated. Throws ProviderError. */
export interface Mailer {
  send(email: OutgoingEmail): Promise<void>
}

export type EmailStatus = 'pending' | 'sending' | 'sent' | 'failed' | 'unknown'

/** A document of the outbox, `emails/{emailId}`. */
export interface OutboxEmail extends NewEmail {
  status: EmailStatus
  attempts: number
  /** When it was tried first. */
  triedSince?: Date | undefined
  /** Not to be tried before this. */
  notBefore?: Date | undefined
  /** The last claim: whose it is, and until when. */
  claimId?: string | undefined
  leaseUntil?: Date | undefined
}

export interface Outcome {
  status: EmailStatus
  /** For a person who has to look at it. */
  item?: Pick<NewItem, 'kind' | 'detail' | 'nextAction'>
  about: NewEmail['about']
  /** When a pending one is tried next. */
  notBefore?: Date
  at: Date
}

export interface Outbox {
  load(emailId: string): Promise<Versioned<OutboxEmail> | undefined>
  /** Undefined when the document has changed since. */
  claim(
    emailId: string,
    revision: Revision,
    claim: { claimId: string; attempts: number; triedSince: Date; leaseUntil: Date },
  ): Promise<Revision | undefined>
  /** False when the document has changed since, or the answer was lost: read back before deciding. */
  record(emailId: string, revision: Revision, outcome: Outcome): Promise<boolean>
  /** Ids of e-mails that are due, and of those whose sender has died; as many as one run of a sweep takes. */
  unfinished(now: Date): Promise<string[]>
}

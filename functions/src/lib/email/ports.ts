export const emailTemplates = ['ota-listing-live'] as const
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

import type { EmailTemplate, Mailer, OutgoingEmail } from '../../lib/email/ports.ts'
import { ProviderError } from '../../lib/errors.ts'
import { sendgridCall, sendgridService } from './service.ts'

export interface SendgridMailerConfig {
  /** `https://api.sendgrid.com`, or a stand-in for it. */
  url: string
  apiKey: string
  /** `a@b.example`, or `Name <a@b.example>`. */
  sender: string
  /** The id of each template at SendGrid. */
  templates: Record<EmailTemplate, string>
  timeoutMs: number
}

/** Sends e-mails through SendGrid. It knows no idempotency key: `unknown` is not to be repeated. */
export function sendgridMailer({ url, apiKey, sender, templates, timeoutMs }: SendgridMailerConfig): Mailer {
  const service = sendgridService(url, apiKey, timeoutMs)
  const mailOf = ({ emailId, template, to, data }: OutgoingEmail) => ({
    from: sender,
    templateId: templates[template],
    personalizations: [{ to: { email: to }, dynamicTemplateData: data, customArgs: { emailId } }],
  })
  return {
    async send(email) {
      await service.send(mailOf(email)).catch((error: unknown) => {
        // The SDK itself refuses before it sends.
        throw error instanceof ProviderError
          ? error
          : new ProviderError(sendgridCall.provider, 'permanent', 'the e-mail could not be assembled')
      })
    },
  }
}

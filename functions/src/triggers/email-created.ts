import type { Services } from '../lib/services.ts'

/** Step 6 of specification A1: the e-mails of the outbox. */
export async function onEmailCreated(services: Services, emailId: string): Promise<void> {
  const { sendEmail } = await import('../lib/email/send-email.ts')
  await sendEmail(await services.sendEmail(), emailId)
}

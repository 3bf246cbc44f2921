import { bestEffort } from '../lib/best-effort.ts'
import type { Services } from '../lib/services.ts'

/** Finishes sends that a trigger could not. One that fails does not stop the others. */
export async function sweepDeliveries(services: Services): Promise<void> {
  const { deliverMessage } = await import('../lib/chat/deliver-message.ts')
  const deps = await services.deliverMessage()
  for (const { threadId, messageId, delivery } of await deps.deliveries.unfinished()) {
    await bestEffort(services.log, 'sweep of a delivery', () =>
      deliverMessage(deps, { threadId, messageId }, delivery),
    )
  }
}

/** Finishes forwards to the guest platform that a trigger could not. */
export async function sweepForwardings(services: Services): Promise<void> {
  const { forwardMessage } = await import('../lib/chat/forward-message.ts')
  const forwarding = await services.forwardMessage()
  for (const message of await forwarding.forwardings.unfinished()) {
    await bestEffort(services.log, 'sweep of a forwarding', () => forwardMessage(forwarding, message))
  }
}

/** Finishes the e-mails of the outbox that are still open. */
export async function sweepEmails(services: Services): Promise<void> {
  const { sendEmail } = await import('../lib/email/send-email.ts')
  const deps = await services.sendEmail()
  for (const emailId of await deps.outbox.unfinished()) {
    await bestEffort(services.log, 'sweep of an e-mail', () => sendEmail(deps, emailId))
  }
}

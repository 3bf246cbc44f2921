import { bestEffort } from '../lib/best-effort.ts'
import type { Services } from '../lib/services.ts'

/** Finishes sends that a trigger could not. One that fails does not stop the others. */
export async function sweepDeliveries(services: Services): Promise<void> {
  const { deliverMessage } = await import('../lib/chat/deliver-message.ts')
  const deps = await services.deliverMessage()
  for (const ref of await deps.deliveries.unfinished()) {
    await bestEffort(services.log, 'sweep of a delivery', () => deliverMessage(deps, ref))
  }
}

/** Finishes forwards to the guest platform that a trigger could not. */
export async function sweepForwardings(services: Services): Promise<void> {
  const { forwardMessage } = await import('../lib/chat/forward-message.ts')
  const deps = await services.forwardMessage()
  for (const ref of await deps.forwardings.unfinished()) {
    await bestEffort(services.log, 'sweep of a forwarding', () => forwardMessage(deps, ref))
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

import type { WebhookName } from '../../lib/health/subjects.ts'
import { routesOf } from '../route.ts'

/** The channel manager sends a whole booking along; what is refused for its size it does not send again. */
const bookingBytes = 1_048_576
/** The mailer tells of many e-mails at once, in up to 768 KiB. */
const eventsBytes = 1_048_576

export const webhookRoutes = routesOf({
  'POST /webhooks/twilio/status': ['webhook', () => import('./twilio-status.ts')],
  'POST /webhooks/twilio/inbound': ['webhook', () => import('./twilio-inbound.ts')],
  'POST /webhooks/channel-manager': ['webhook', () => import('./channel-manager.ts'), bookingBytes],
  'POST /webhooks/billing': ['webhook', () => import('./billing.ts')],
  'POST /webhooks/sendgrid': ['webhook', () => import('./sendgrid.ts'), eventsBytes],
})

/** What a call to each tells us of: a sign of life of its webhook. */
export const toldBy: Readonly<Record<string, WebhookName>> = {
  '/webhooks/twilio/inbound': 'inbound-messages',
  '/webhooks/twilio/status': 'message-status',
  '/webhooks/channel-manager': 'bookings',
  '/webhooks/billing': 'invoices',
  '/webhooks/sendgrid': 'email-events',
}

import { routesOf } from '../route.ts'

/** The channel manager sends a whole booking along; what is refused for its size it does not send again. */
const bookingBytes = 1_048_576

export const webhookRoutes = routesOf({
  'POST /webhooks/twilio/status': ['webhook', () => import('./twilio-status.ts')],
  'POST /webhooks/twilio/inbound': ['webhook', () => import('./twilio-inbound.ts')],
  'POST /webhooks/channel-manager': ['webhook', () => import('./channel-manager.ts'), bookingBytes],
  'POST /webhooks/billing': ['webhook', () => import('./billing.ts')],
})

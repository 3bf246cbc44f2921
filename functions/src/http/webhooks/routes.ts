import type { Route } from '../route.ts'
import { billingRoute } from './billing.ts'
import { channelManagerRoute } from './channel-manager.ts'
import { sendgridRoute } from './sendgrid.ts'
import { twilioInboundRoute } from './twilio-inbound.ts'
import { twilioStatusRoute } from './twilio-status.ts'

export const webhookRoutes: readonly Route[] = [
  twilioStatusRoute,
  twilioInboundRoute,
  channelManagerRoute,
  billingRoute,
  sendgridRoute,
]

/** Shared by all stand-ins: accepted credentials, and the project's origin. */

import type { Adapter } from '../channel-manager/adapters.ts'

export interface SandboxCredentials {
  readonly channelManagerApiKey: string
  readonly channelManagerWebhookSecret: string
  readonly billingWebhookSecret: string
  readonly twilioAccountSid: string
  readonly twilioAuthToken: string
  readonly chatappSender: string
  readonly smsSender: string
  readonly sendgridApiKey: string
  /** SendGrid's pair of keys for signing events: SPKI and PKCS 8, in base64. */
  readonly sendgridWebhookPublicKey: string
  readonly sendgridWebhookPrivateKey: string
  readonly algoliaAppId: string
  readonly algoliaApiKey: string
  readonly algoliaSearchKey: string
  readonly guestPlatformApiKey: string
}

/** The local credentials. They are no secrets, since they open nothing but the sandbox. */
export const sandboxCredentials: SandboxCredentials = {
  channelManagerApiKey: 'sandbox-channel-manager-key',
  channelManagerWebhookSecret: 'sandbox-channel-manager-webhook-secret',
  billingWebhookSecret: 'sandbox-billing-webhook-secret',
  twilioAccountSid: 'AC00000000000000000000000000005a4d',
  twilioAuthToken: 'sandbox-twilio-auth-token',
  chatappSender: 'whatsapp:+15005550006',
  smsSender: '+15005550006',
  sendgridApiKey: 'SG.sandbox-sendgrid-key',
  sendgridWebhookPublicKey:
    'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEt5r5hizvvrpkgQLhX0geJ4Fu7mJOEewAfsI4LFvs95J/qQlweXJ+hqQJft4gftR6U6y4+gxRb7dbhPXyWqevTw==',
  sendgridWebhookPrivateKey:
    'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgoj7QbDygfA5ckWiYJ59dumkgHcp0gI24d17MtyG1zj2hRANCAAS3mvmGLO++umSBAuFfSB4ngW7uYk4R7AB+wjgsW+z3kn+pCXB5cn6GpAl+3iB+1HpTrLj6DFFvt1uE9fJap69P',
  algoliaAppId: 'SANDBOXAPP',
  algoliaApiKey: 'sandbox-algolia-admin-key',
  algoliaSearchKey: 'sandbox-algolia-search-key',
  guestPlatformApiKey: 'sandbox-guest-platform-key',
}

export interface SandboxContext {
  readonly credentials: SandboxCredentials
  /** OTAs in addition to the sandbox's own. */
  readonly adapters: readonly Adapter[]
  publicUrl: string | undefined
}

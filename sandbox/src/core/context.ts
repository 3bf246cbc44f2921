/** What the stand-ins share: whom they let in, and where the project lives. */

export interface SandboxCredentials {
  readonly channelManagerApiKey: string
  readonly channelManagerWebhookSecret: string
  readonly billingWebhookSecret: string
  readonly twilioAccountSid: string
  readonly twilioAuthToken: string
  readonly chatappSender: string
  readonly smsSender: string
  readonly sendgridApiKey: string
  readonly algoliaAppId: string
  readonly algoliaApiKey: string
  readonly algoliaSearchKey: string
  readonly guestPlatformApiKey: string
}

/** The local set. None of it is a secret: it opens nothing but the sandbox. */
export const sandboxCredentials: SandboxCredentials = {
  channelManagerApiKey: 'sandbox-channel-manager-key',
  channelManagerWebhookSecret: 'sandbox-channel-manager-webhook-secret',
  billingWebhookSecret: 'sandbox-billing-webhook-secret',
  twilioAccountSid: 'AC00000000000000000000000000005a4d',
  twilioAuthToken: 'sandbox-twilio-auth-token',
  chatappSender: 'whatsapp:+15005550006',
  smsSender: '+15005550006',
  sendgridApiKey: 'SG.sandbox-sendgrid-key',
  algoliaAppId: 'SANDBOXAPP',
  algoliaApiKey: 'sandbox-algolia-admin-key',
  algoliaSearchKey: 'sandbox-algolia-search-key',
  guestPlatformApiKey: 'sandbox-guest-platform-key',
}

export interface SandboxContext {
  readonly credentials: SandboxCredentials
  publicUrl: string | undefined
  latencyMs: number
}

import type { Settings } from './config.ts'
import type { Proofs } from './lib/context.ts'
import type { Clock, Log } from './lib/ports.ts'
import type { UserStatuses } from './lib/roles/user-status.ts'

interface Ground {
  clock: Clock
  log: Log
  settings: Settings
  userStatuses: Pick<UserStatuses, 'has' | 'write'>
}

/** What builds the proof of each kind of caller, when the first one calls. */
export const proofBuilders = ({
  clock,
  log,
  settings,
  userStatuses,
}: Ground): { [Name in keyof Proofs]: () => Promise<Proofs[Name]> } => ({
  signIn: async () => {
    const { firebaseAuthenticate } = await import('./adapters/firebase-auth/authenticate.ts')
    return { prove: firebaseAuthenticate({ clock, log }, userStatuses) }
  },
  cursors: async () => (await import('./adapters/seal.ts')).sealedBy(settings.cursorSecret()),
  fileLinks: async () => {
    // Where there is no address to give, that shows before anything is claimed.
    if (!URL.canParse(settings.publicUrl())) throw new Error('PUBLIC_URL is no address')
    return (await import('./adapters/seal.ts')).sealedByAny(settings.fileLinkKeys())
  },
  messagingWebhook: async () =>
    (await import('./adapters/twilio/webhook.ts')).twilioWebhook(settings.twilioAuthTokens()),
  channelManagerWebhook: async () => {
    const { isWebhookSecret } = await import('./adapters/channel-manager/webhook-secret.ts')
    const secrets = settings.channelManagerWebhookSecrets()
    return { isSecret: async given => secrets.some(secret => isWebhookSecret(secret, given)) }
  },
  billingWebhook: async () => {
    const { isSignedBy } = await import('./adapters/billing/signature.ts')
    const secrets = settings.billingWebhookSecrets()
    return { isSigned: async (given, body) => secrets.some(secret => isSignedBy(secret, clock, given, body)) }
  },
  mailerWebhook: async () => {
    const [{ isEventSignature }, { meaningOf }] = await Promise.all([
      import('./adapters/sendgrid/event-signature.ts'),
      import('./adapters/sendgrid/events.ts'),
    ])
    const keys = settings.mailerWebhookKeys()
    return {
      isSigned: async call => isEventSignature(keys, clock, call),
      meaningOf: async (...event) => meaningOf(...event),
    }
  },
})

import type { Actor } from './actor.ts'
import type { AuditLog } from './audit.ts'
import type { Billing } from './billing/billing.ts'
import type { JoinPolicy } from './chat/access.ts'
import type { ChannelName } from './chat/channel-names.ts'
import type { AllowedCountries } from './chat/channels/channel.ts'
import type { SendWaits } from './chat/delivery/outbound.ts'
import type { Carrier, Messenger, SendReport } from './chat/delivery/provider.ts'
import type { Spending } from './chat/delivery/spend-counts.ts'
import type { SpendCaps } from './chat/delivery/spending.ts'
import type { AssignBy } from './chat/desk/team.ts'
import type { Teams } from './chat/desk/teams.ts'
import type { Files } from './chat/files/model.ts'
import type { InboundLog } from './chat/inbound/inbound-log.ts'
import type { MediaSource } from './chat/media-source.ts'
import type { MessagesApplication, OtaFiles, OtaInbox } from './chat/ota/ports.ts'
import type { GuestPlatform } from './chat/ports.ts'
import type { ChatLimits } from './chat/posting/post-input.ts'
import type { PostTally } from './chat/posting/post-tally.ts'
import type { PresencePace } from './chat/presence/presence-pace.ts'
import type { SearchIndex, SearchKeys } from './chat/search/thread-record.ts'
import type { ChannelManager } from './connection/channel-manager.ts'
import type { Patience } from './connection/patience.ts'
import type { ChannelEvents, Webhooks } from './connection/watch/ports.ts'
import type { CircuitBreaker } from './due/circuit-breaker.ts'
import type { LaneVendor } from './due/lane-state.ts'
import type { Lane } from './due/lanes.ts'
import type { KeyedMutex } from './durable/keyed-mutex.ts'
import type { EmailReport, Mailer } from './email/outbox.ts'
import type { Seal, System } from './ports.ts'
import type { BookingFeed, OpenThread } from './reservations/ports.ts'
import type { UserRecords } from './roles/user-status.ts'
import type { Store } from './store.ts'
import type { WebhookItems } from './webhooks/webhooks.ts'

export interface Ports extends VendorPorts {
  store: Store
}
export type PortName = keyof Ports

export interface VendorPorts {
  userRecords: UserRecords
  files: Files
  media: MediaSource
  inboundLog: InboundLog
  messenger: Messenger
  guestPlatform: GuestPlatform
  mailer: Mailer
  index: SearchIndex
  searchKeys: SearchKeys
  channelManager: ChannelManager
  webhooks: Webhooks
  events: ChannelEvents
  feed: BookingFeed
  otaInbox: OtaInbox
  otaMessenger: Messenger & OtaFiles
  otaMedia: MediaSource
  messagesApplication: MessagesApplication
}

export interface Proofs {
  /** Throws `unauthenticated`, or `forbidden` without rights. */
  signIn: { prove(idToken: string): Promise<Actor> }
  cursors: Seal
  fileLinks: Seal
  messagingWebhook: {
    isValidSignature(signature: string, url: string, params: Record<string, unknown>): Promise<boolean>
    addressIn(written: string): Promise<{ channel: ChannelName; address: string }>
    reportOf(
      status: string,
      errorCode: string | undefined,
    ): Promise<Pick<SendReport, 'status' | 'refusal'> | undefined>
  }
  channelManagerWebhook: { isSecret(given: string): Promise<boolean> }
  billingWebhook: { isSigned(signature: string, body: Buffer | undefined): Promise<boolean> }
  mailerWebhook: {
    isSigned(call: { signature: string; timestamp: string; body: Buffer | undefined }): Promise<boolean>
    meaningOf(
      event: string,
      reason: string | undefined,
    ): Promise<Pick<EmailReport, 'fate' | 'suppression'> | undefined>
  }
}

/** Each value is parsed late, so that a wrong one fails only its use. */
export interface Rules {
  publicUrl(): string
  maxRequestBytes(): number
  allowedOrigins(): readonly string[]
  requestsPerSecond(): number
  /** Our proxies' entries at the end of `X-Forwarded-For`, at least one. */
  trustedHops(): number
  chatLimits(): ChatLimits
  /** Per method; staff and services have no limit. */
  userRequestsPerMinute(): number
  userRefusalsPerMinute(): number
  joinPolicy(): JoinPolicy
  spendCaps(): SpendCaps
  allowedCountries(): AllowedCountries
  /** The first key hashes new addresses. */
  optOutKeys(): readonly string[]
  /** Hashes a guest's number into their id. */
  guestKey(): string
  /** Beside the vendor's. */
  optOutWords(): readonly string[]
  answerWithinMinutes(): number
  assignBy(): AssignBy
  /** Milliseconds. */
  sendWaits(): SendWaits
  emailWaitMs(): number
  emailResendMs(): number
  forwardingWaitMs(): number
  watchRoundMs(): number
  acceptanceWait(): Patience
  sendsSupportEmails(): boolean
  landlordUrl(): string
}

export interface Context extends System, Ports, Proofs {
  rules: Rules
  carriers: Readonly<Record<ChannelName, Carrier>>
  vendorOf(lane: Lane): LaneVendor
  billing: Billing
  breaker: CircuitBreaker
  atOnce(lane: Lane): number
  webhookItems: WebhookItems
  openThread: OpenThread
  postTurns: Pick<KeyedMutex, 'run'>
  auditLog: AuditLog
  spending: Pick<Spending, keyof Spending>
  teams: Pick<Teams, keyof Teams>
  ownerTurns: Pick<KeyedMutex, 'run'>
  postTally: PostTally
  markTally: PostTally
  presencePace: PresencePace
  requestTally: PostTally
  refusalTally: PostTally
}

export type Needs<Name extends keyof Context = never> = System & Pick<Context, Name>

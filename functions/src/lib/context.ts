import type { Actor } from './actor.ts'
import type { AuditLog } from './audit.ts'
import type { MediaSource } from './chat/attachments/media-source.ts'
import type { CannedReplies } from './chat/canned/canned.ts'
import type { Carrier } from './chat/channels/carrier.ts'
import type { AllowedCountries } from './chat/channels/channel.ts'
import type { ChannelName } from './chat/channels/names.ts'
import type { SendWaits } from './chat/delivery/outbound.ts'
import type { Messenger, SendReport } from './chat/delivery/provider.ts'
import type { SpendCaps, Spending } from './chat/delivery/spending.ts'
import type { Colleagues } from './chat/desk/colleague.ts'
import type { Desk, SavedViews } from './chat/desk/ports.ts'
import type { AssignBy, Teams } from './chat/desk/team.ts'
import type { FileRecords, Files } from './chat/files/ports.ts'
import type { Guests } from './chat/guest.ts'
import type { InboundLog } from './chat/inbound/inbound-log.ts'
import type { Inbound } from './chat/inbound/inbound-port.ts'
import type { MessagesApplication, OtaFiles, OtaInbox } from './chat/ota/ports.ts'
import type { OtaConversations } from './chat/ota/stored-conversation.ts'
import type { GuestPlatform, Messages, Threads } from './chat/ports.ts'
import type { ChatLimits } from './chat/posting/post-input.ts'
import type { JoinPolicy } from './chat/posting/post-policy.ts'
import type { PostTally } from './chat/posting/post-tally.ts'
import type { Presences } from './chat/presence/ports.ts'
import type { PresencePace } from './chat/presence/presence-pace.ts'
import type { ScheduledSends } from './chat/scheduled/scheduled.ts'
import type { SearchIndex, SearchKeys, ThreadIndex } from './chat/search/thread-record.ts'
import type { ConnectionBatches } from './connection/batches/ports.ts'
import type { ChannelManager } from './connection/channel-manager.ts'
import type { Channels } from './connection/channels/ports.ts'
import type { Billing, Connections } from './connection/ports.ts'
import type { Patience } from './connection/requests/waiting.ts'
import type { ChannelEvents, Webhooks } from './connection/watch/ports.ts'
import type { CircuitBreaker } from './due/circuit-breaker.ts'
import type { DueWork } from './due/due.ts'
import type { LaneStates } from './due/lane-state.ts'
import type { Lane } from './due/lanes.ts'
import type { KeyedMutex } from './durable/keyed-mutex.ts'
import type { EmailReport, Mailer, Outbox } from './email/ports.ts'
import type { Items } from './items/item.ts'
import type { Landlords } from './landlord/ports.ts'
import type { Portfolio } from './portfolio/ports.ts'
import type { System } from './ports.ts'
import type { BookingFeed, Reservations } from './reservations/ports.ts'
import type { UserRecords, UserStatuses } from './roles/user-status.ts'
import type { Checkpoints } from './rounds/checkpoints.ts'
import type { Seal } from './seal.ts'
import type { WebhookItems } from './webhooks/webhooks.ts'

/** What verbs reach outside by. Each port has one adapter, which is loaded at the first call of the port. */
export interface Ports extends VendorPorts {
  auditLog: AuditLog
  guests: Guests
  otaConversations: OtaConversations
  inbound: Inbound
  threads: Threads
  messages: Messages
  due: DueWork
  desk: Desk
  savedViews: SavedViews
  cannedReplies: CannedReplies
  scheduledSends: ScheduledSends
  connectionBatches: ConnectionBatches
  fileRecords: FileRecords
  /** The system's own state: how far rounds have come, closed lanes, and the day's paid sends. */
  operations: Checkpoints & LaneStates & Spending & Teams
  /** Who is of our staff, who of them is away, and who has a thread open. */
  userStatuses: UserStatuses & Colleagues & Presences
  items: Items
  outbox: Outbox
  billing: Billing
  reservations: Reservations
  connections: Connections
  channels: Channels
  portfolio: Portfolio
  landlords: Landlords
}
export type PortName = keyof Ports

/** Those that are not in Firestore. */
export interface VendorPorts {
  userRecords: UserRecords
  files: Files
  media: MediaSource
  inboundLog: InboundLog
  messenger: Messenger
  guestPlatform: GuestPlatform
  mailer: Mailer
  index: ThreadIndex
  searchIndex: SearchIndex
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

/** How callers prove who they are, and what is to be understood by what they say. */
export interface Proofs {
  /** Throws `unauthenticated`, or `forbidden` for users who may do nothing here. */
  signIn: { prove(idToken: string): Promise<Actor> }
  /** A page's cursor is known as ours. */
  cursors: Seal
  /** So is a vendor's address of a file. */
  fileLinks: Seal
  messagingWebhook: {
    isValidSignature(signature: string, url: string, params: Record<string, unknown>): Promise<boolean>
    /** The channel of an address that a call names, and the address as we write it. */
    addressIn(written: string): Promise<{ channel: ChannelName; address: string }>
    /** What a status says in our words; undefined when it says nothing new. */
    reportOf(
      status: string,
      errorCode: string | undefined,
    ): Promise<Pick<SendReport, 'status' | 'refusal'> | undefined>
  }
  channelManagerWebhook: { isSecret(given: string): Promise<boolean> }
  billingWebhook: { isSigned(signature: string, body: Buffer | undefined): Promise<boolean> }
  mailerWebhook: {
    isSigned(call: { signature: string; timestamp: string; body: Buffer | undefined }): Promise<boolean>
    /** What an event says in our words; undefined for one of no concern. */
    meaningOf(
      event: string,
      reason: string | undefined,
    ): Promise<Pick<EmailReport, 'fate' | 'suppression'> | undefined>
  }
}

/** What operations have set. Read when it is asked for, so that nothing else fails by a value that is wrong. */
export interface Rules {
  /** Origin that callers of webhooks see. */
  publicUrl(): string
  /** Bytes that a request's body may have. */
  maxRequestBytes(): number
  /** Words at the end of `X-Forwarded-For` that proxies of ours have written, at least one. */
  trustedHops(): number
  chatLimits(): ChatLimits
  /** Requests of one method by a user who is neither staff nor a service. */
  userRequestsPerMinute(): number
  userRefusalsPerMinute(): number
  joinPolicy(): JoinPolicy
  /** Paid sends a day, and the countries that they may go to. */
  spendCaps(): SpendCaps
  allowedCountries(): AllowedCountries
  /** By which guests opt out, beside the vendor's words. */
  optOutWords(): readonly string[]
  /** How long a guest may wait for an answer of the default queue. */
  answerWithinMinutes(): number
  assignBy(): AssignBy
  /** How long what cannot be sent, e-mailed or forwarded is tried. Milliseconds. */
  sendWaits(): SendWaits
  emailWaitMs(): number
  emailResendMs(): number
  forwardingWaitMs(): number
  /** How long a round of the watch of channels takes. Milliseconds. */
  watchRoundMs(): number
  /** How a request waits for an OTA's acceptance. */
  acceptanceWait(): Patience
  /** Whether landlords get e-mails about support messages that they have not read. */
  sendsSupportEmails(): boolean
  /** For `landlordLink`. */
  landlordUrl(): string
}

/** Everything that verbs work with, one a process. */
export interface Context extends System, Ports, Proofs {
  rules: Rules
  /** Who carries each channel. */
  carriers: Readonly<Record<ChannelName, Carrier>>
  breaker: Pick<CircuitBreaker, keyof CircuitBreaker>
  /** Pieces of due work in a lane, or of a round, that are under way at once. */
  atOnce(lane: Lane): number
  webhookItems: WebhookItems
  /** Posts of this process to one thread wait for each other. */
  postTurns: Pick<KeyedMutex, 'run'>
  /** Threads of one team are given away one after the other. */
  ownerTurns: Pick<KeyedMutex, 'run'>
  /** Posts, and marks, that this process has counted. */
  postTally: PostTally
  markTally: PostTally
  /** When what people say of themselves is written. */
  presencePace: PresencePace
  /** Requests, and posts that were refused. */
  requestTally: PostTally
  refusalTally: PostTally
}

/** What a verb needs of the context, by name; clock, ids and log are always there. */
export type Needs<Name extends keyof Context = never> = System & Pick<Context, Name>

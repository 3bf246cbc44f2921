import type { Actor } from './actor.ts'
import type { Confirmations } from './billing/confirm-invoice.ts'
import type { OpenAttachmentDeps } from './chat/attachments/open-attachment.ts'
import type { ReportStatusDeps } from './chat/delivery/check-sent.ts'
import type { DeliverMessageDeps } from './chat/delivery/deliver-message.ts'
import type { SendReport } from './chat/delivery/provider.ts'
import type { RetryMessageDeps } from './chat/delivery/retry-message.ts'
import type { ForwardMessageDeps } from './chat/forwarding/forward-message.ts'
import type { AssignTriageDeps } from './chat/inbound/assign-triage.ts'
import type { Inbound } from './chat/inbound/inbound-port.ts'
import type { MarkSpamDeps } from './chat/inbound/mark-spam.ts'
import type { ReceiveMessageDeps } from './chat/inbound/receive-message.ts'
import type { ReceiveMissedDeps } from './chat/inbound/receive-missed.ts'
import type { CreateMessageDeps } from './chat/posting/create-message.ts'
import type { PostBody } from './chat/posting/post-input.ts'
import type { ChangeThreadDeps } from './chat/reading/change-thread.ts'
import type { ReadMessagesDeps } from './chat/reading/read-messages.ts'
import type { ReadThreadDeps } from './chat/reading/read-thread.ts'
import type { CompareSearchDeps } from './chat/search/compare-search.ts'
import type { SearchKeyDeps } from './chat/search/search-key.ts'
import type { SyncThreadDeps } from './chat/search/sync-thread.ts'
import type { NotifyLandlordsDeps } from './chat/support/notify-landlords.ts'
import type { SendTemplateDeps } from './chat/templates/send-template.ts'
import type { ChannelWorkDeps } from './connection/channels/disconnect-channel.ts'
import type { ListChannelsDeps } from './connection/channels/list-channels.ts'
import type { ConnectPropertyDeps } from './connection/connect-property.ts'
import type { RequestsDeps } from './connection/requests/list-requests.ts'
import type { WatchChannelsDeps } from './connection/watch/watch-channels.ts'
import type { LaneGate } from './due/lane-gate.ts'
import type { LaneLimits } from './due/lanes.ts'
import type { WorkLaneDeps } from './due/work-lane.ts'
import type { EmailReport, ReportEmailsDeps } from './email/report-email.ts'
import type { SendEmailDeps } from './email/send-email.ts'
import type { Beats } from './health/beats.ts'
import type { ReportHealthDeps } from './health/report-health.ts'
import type { ItemsDeps } from './items/change-item.ts'
import type { Clock, Log } from './ports.ts'
import type { LoadReservationsDeps } from './reservations/load-reservations.ts'
import type { PullMissedDeps } from './reservations/pull-missed.ts'
import type { PullDeps } from './reservations/run-pull.ts'
import type { KeepStandingsDeps } from './roles/keep-standings.ts'

/** Proves an ID token. Throws `unauthenticated`, or `forbidden` for users who may do nothing here. */
export type Authenticate = (idToken: string) => Promise<Actor>

/** What is needed to understand a call of the messaging provider. */
export interface MessagingWebhook {
  /** Origin that callers of webhooks see. */
  publicUrl: string
  isValidSignature(signature: string, url: string, params: Record<string, unknown>): boolean
  /** What a status says in our words; undefined when it says nothing new. */
  reportOf(status: string, errorCode: string | undefined): Pick<SendReport, 'status' | 'refusal'> | undefined
}

/** What is needed to understand a call of the mailer. */
export interface MailerWebhook {
  isSigned(call: { signature: string; timestamp: string; body: Buffer | undefined }): boolean
  /** What an event says in our words; undefined for one of no concern. */
  meaningOf(event: string, reason: string | undefined): Pick<EmailReport, 'fate' | 'suppression'> | undefined
}

/** Everything the doors hand to the verbs, built when it is first asked for. */
export interface Services {
  clock: Clock
  log: Log
  gate: LaneGate
  beats: Beats
  /** Bytes that a request's body may have. */
  maxRequestBytes(): number
  /** Words at the end of `X-Forwarded-For` that proxies of ours have written, at least one. */
  trustedHops(): number
  authenticate(): Promise<Authenticate>
  keepStandings(): Promise<KeepStandingsDeps>
  createMessage(): Promise<CreateMessageDeps & { body: PostBody }>
  sendTemplate(): Promise<SendTemplateDeps>
  readThread(): Promise<ReadThreadDeps>
  readMessages(): Promise<ReadMessagesDeps>
  changeThread(): Promise<ChangeThreadDeps>
  deliverMessage(): Promise<DeliverMessageDeps>
  retryMessage(): Promise<RetryMessageDeps>
  reportStatus(): Promise<ReportStatusDeps>
  forwardMessage(): Promise<ForwardMessageDeps>
  syncThread(): Promise<SyncThreadDeps>
  compareSearch(): Promise<CompareSearchDeps>
  searchKey(): Promise<SearchKeyDeps>
  receiveMessage(): Promise<ReceiveMessageDeps>
  receiveMissed(): Promise<ReceiveMissedDeps>
  listTriage(): Promise<{ inbound: Pick<Inbound, 'page'> }>
  assignTriage(): Promise<AssignTriageDeps>
  sortTriage(): Promise<MarkSpamDeps>
  openAttachment(): Promise<OpenAttachmentDeps>
  messagingWebhook(): Promise<MessagingWebhook>
  connectProperty(): Promise<ConnectPropertyDeps>
  pullBookings(): Promise<PullDeps>
  pullMissedBookings(): Promise<PullMissedDeps>
  loadReservations(): Promise<LoadReservationsDeps>
  channelManagerWebhook(): Promise<{ isSecret(given: string): boolean }>
  confirmInvoice(): Promise<{ billing: Confirmations }>
  billingWebhook(): Promise<{ isSigned(signature: string, body: Buffer | undefined): boolean }>
  mailerWebhook(): Promise<MailerWebhook>
  reportEmails(): Promise<ReportEmailsDeps>
  watchChannels(): Promise<WatchChannelsDeps>
  propertyRequests(): Promise<RequestsDeps>
  items(): Promise<ItemsDeps>
  listChannels(): Promise<ListChannelsDeps>
  channels(): Promise<ChannelWorkDeps>
  reportHealth(): Promise<ReportHealthDeps>
  workDue(): Promise<
    WorkLaneDeps & { gate: Pick<LaneGate, 'passage' | 'opensAt' | 'isPaused'>; limits: LaneLimits }
  >
  notifyLandlords(): Promise<NotifyLandlordsDeps>
  sendEmail(): Promise<SendEmailDeps>
}

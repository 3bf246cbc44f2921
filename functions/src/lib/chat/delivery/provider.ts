import type { NewItem } from '../../items/item.ts'
import type { Versioned } from '../../ports.ts'
import type { ChannelName } from '../channel-names.ts'
import type { MediaSource } from '../media-source.ts'
import type { Delivery, StoredMessage } from '../message.ts'
import type { MessageRef } from '../ports.ts'
import type { MessageInThread } from '../stored-messages.ts'
import type { Thread } from '../thread.ts'
import { type Refusal, refusal } from './refusal.ts'
import type { Spend } from './spending.ts'

export interface SendReport {
  providerMessageId: string
  status: ProviderStatus
  refusal?: Refusal | undefined
}

export type ProviderStatus = 'sent' | 'delivered' | 'read' | 'failed'

/** A null `externalMessageId` removes the id. */
export interface DeliveryChange {
  delivery: Delivery
  externalMessageId?: string | null
  spend?: Spend
  items?: readonly NewItem[]
}

/** A failure comes too late for an arrived message; nothing follows a failure. */
const rank: Readonly<Record<Delivery['status'], number>> = {
  pending: 0,
  sending: 0,
  unknown: 0,
  sent: 1,
  failed: 2,
  delivered: 3,
  read: 4,
}

/**
 * Reports come in any order, repeatedly, late or about an abandoned send; a status only moves forward. `claimId`
 * names the report's send.
 */
export function afterReport(
  { delivery, externalMessageId }: Pick<StoredMessage, 'delivery' | 'externalMessageId'>,
  report: SendReport,
  claimId: string | undefined,
): DeliveryChange | undefined {
  if (!delivery || delivery.replacedIds?.includes(report.providerMessageId)) return undefined
  if (externalMessageId === report.providerMessageId) {
    const isForward = rank[report.status] > rank[delivery.status] && delivery.status !== 'failed'
    return isForward ? { delivery: reported(delivery, report) } : undefined
  }
  const isOfThisClaim = claimId !== undefined && claimId === delivery.claimId
  if (externalMessageId !== undefined || !mayAdopt(delivery, report, isOfThisClaim)) return undefined
  return { delivery: reported(delivery, report), externalMessageId: report.providerMessageId }
}

/** A successful earlier send makes another one needless, unless that is under way. */
const mayAdopt = (delivery: Delivery, { status }: SendReport, isOfThisClaim: boolean): boolean =>
  isOfThisClaim || (status !== 'failed' && delivery.status !== 'sending')

const reported = (delivery: Delivery, { status, refusal: providerRefusal = {} }: SendReport): Delivery => ({
  ...withoutClaim(delivery),
  status,
  ...(status === 'failed' && { failure: refusal(providerRefusal) }),
})

/** `claimId` stays, so that late reports match. */
export const withoutClaim = ({
  leaseUntil: _lease,
  dueAt: _due,
  callEnded: _ended,
  answers: _answers,
  failure: _failure,
  ...rest
}: Delivery): Delivery => rest

export interface DeliveryContext extends MessageInThread {
  message: Versioned<StoredMessage>
  thread: Versioned<Thread>
}

/** Variables are keyed by their place in the template. */
export type OutgoingContent =
  | { file: { name: string; type: string; bytes: Uint8Array } }
  | { text: string; mediaUrls?: readonly string[] | undefined }
  | { template: { name: string; variables: Record<string, string> } }

export interface OutgoingMessage {
  channel: ChannelName
  to: string
  content: OutgoingContent
  /** The provider's reports repeat these ids. */
  send: MessageRef & { claimId: string }
}

export interface ListedMessage extends SendReport {
  body: string
  createdAt: Date
}

/** Throws ProviderError, or SendRefusedError for a lasting refusal. */
export interface Messenger {
  send(message: OutgoingMessage): Promise<{ providerMessageId: string }>
  /** Newest first. */
  sentTo(channel: ChannelName, to: string, since: Date): Promise<ListedMessage[]>
  statusOf(providerMessageId: string): Promise<SendReport>
}

export interface Carrier {
  messenger: Messenger
  media: MediaSource
  isCarriers(url: string): boolean
}

import type { NewItem } from '../../items/item.ts'
import type { Versioned } from '../../ports.ts'
import type { ChannelName } from '../channels/names.ts'
import type { Delivery, StoredMessage } from '../message.ts'
import type { MessageInThread, MessageRef } from '../ports.ts'
import type { Thread } from '../thread.ts'
import { type Refusal, refusal } from './refusal.ts'
import type { Spend } from './spending.ts'

/** What the provider says of one send of a message. */
export interface SendReport {
  providerMessageId: string
  status: ProviderStatus
  /** Why it failed. */
  refusal?: Refusal | undefined
}

/** The stages of a send that make a difference to us, of all those the provider knows. */
export type ProviderStatus = 'sent' | 'delivered' | 'read' | 'failed'

/** The new state of a delivery, and the provider's id that comes or (null) goes with it. */
export interface DeliveryChange {
  delivery: Delivery
  externalMessageId?: string | null
  /** What it changes on the counters of paid sends, and what people are told of that. */
  spend?: Spend
  items?: readonly NewItem[]
}

/** A failure comes too late for what has arrived; nothing comes after a failure. */
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
 * What a report changes, or undefined when it says nothing new. Reports come in any order, repeatedly, late, or about
 * a send that was given up; a status only moves forward. `claimId` names the send that the report is about.
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

/** An earlier send that did go through makes a further one needless, unless that is under way right now. */
const mayAdopt = (delivery: Delivery, { status }: SendReport, isOfThisClaim: boolean): boolean =>
  isOfThisClaim || (status !== 'failed' && delivery.status !== 'sending')

const reported = (delivery: Delivery, { status, refusal: told = {} }: SendReport): Delivery => ({
  ...withoutClaim(delivery),
  status,
  ...(status === 'failed' && { failure: refusal(told) }),
})

/** The delivery without the claim's fields. Keeps `claimId`, so late reports are recognised. */
export const withoutClaim = ({
  leaseUntil: _lease,
  dueAt: _due,
  callEnded: _ended,
  answers: _answers,
  failure: _failure,
  ...rest
}: Delivery): Delivery => rest

/** A message that is to be sent and its thread, as they stand now. */
export interface DeliveryContext extends MessageInThread {
  message: Versioned<StoredMessage>
  thread: Versioned<Thread>
}

/** What is sent: the text itself, a file alone, or an approved template and its variables by their place. */
export type OutgoingContent =
  | { file: { name: string; type: string; bytes: Uint8Array } }
  | { text: string; mediaUrls?: readonly string[] | undefined }
  | { template: { name: string; variables: Record<string, string> } }

export interface OutgoingMessage {
  channel: ChannelName
  /** As the channel writes addresses. */
  to: string
  content: OutgoingContent
  /** Which send it is: what the provider tells of it names these again. */
  send: MessageRef & { claimId: string }
}

/** A send as the provider's list shows it. */
export interface ListedMessage extends SendReport {
  body: string
  createdAt: Date
}

/** The provider of chatapp and SMS. Throws ProviderError; SendRefusedError for what it would refuse again. */
export interface Messenger {
  send(message: OutgoingMessage): Promise<{ providerMessageId: string }>
  /** Everything sent to that address since then, newest first. */
  sentTo(channel: ChannelName, to: string, since: Date): Promise<ListedMessage[]>
  statusOf(providerMessageId: string): Promise<SendReport>
}

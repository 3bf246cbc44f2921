import type { Commit } from '../../durable/change.ts'
import type { OutboundChannel } from '../delivery/outbound.ts'
import type { DueGuestChange } from './guest-change.ts'
import type { ReceivedMessage } from './receive-message.ts'
import type { TriageEntry, TriageReason } from './triage.ts'

/** A message that waits in triage, and why. */
export interface KeptMessage extends ReceivedMessage {
  reason: TriageReason
  receivedAt: Date
}

/** Which of the provider's messages came in: `inboundMessages` for those that are stored, `triage` for those that wait. */
export interface Inbound {
  /** Those of the provider ids that are neither stored nor kept. */
  missing(providerMessageIds: readonly string[]): Promise<Set<string>>
  /** Keeps a message in triage, with what it changes on guests. Unresolved when its provider id is on record already. */
  keep(message: KeptMessage, guests: readonly DueGuestChange[]): Promise<Commit<unknown>>
  /** Open entries, oldest first; undefined when the cursor is none of ours. */
  page(cursor: string | undefined): Promise<TriagePage | undefined>
  entry(entryId: string): Promise<TriageEntry | undefined>
  /** The open entries of one sender, oldest first. */
  openOf(sender: { channel: OutboundChannel; from: string }): Promise<TriageEntry[]>
}

/** Which addresses are the provider's own: nothing else is kept as an attachment. */
export interface MediaAddresses {
  isProviders(url: string): boolean
}

export interface TriagePage {
  entries: TriageEntry[]
  nextCursor: string | null
}

/** An inbound message as the provider's list shows it. */
export interface ListedInbound extends Omit<ReceivedMessage, 'attachments'> {
  receivedAt: Date
  attachmentCount: number
}

/** The provider's own list of what came in. Throws ProviderError. */
export interface InboundLog {
  /** To any of our numbers, in no particular order. */
  receivedSince(since: Date): Promise<ListedInbound[]>
  attachmentsOf(providerMessageId: string): Promise<{ url: string; type: string | undefined }[]>
}

import type { OutboundChannel } from '../delivery/outbound.ts'
import type { Thread } from '../thread.ts'
import type { FoundGuest, GuestChange } from './guest-change.ts'
import type { ReceivedMessage } from './receive-message.ts'
import type { TriageEntry, TriageReason } from './triage.ts'

export interface GuestThread {
  threadId: string
  /** Days, and `cancelled` if it was. */
  reservation: { arrival: string; departure: string; status?: string | undefined }
}

export interface InboundStore {
  /** Guests who have one of these as their number, were given it by staff, or turned out to have it. One round trip. */
  guestsByAddress(addresses: readonly string[]): Promise<FoundGuest[]>
  /**
   * Threads of a guest's reservations, those of the nearest stay among them. Two round trips, one without any
   * reservation, more only where many stays have no thread.
   */
  threadsOfGuest(guestId: string, now: Date): Promise<GuestThread[]>
  /** Keeps an inbound message that has no home, unless its provider id is stored or kept already. */
  keepForTriage(
    message: ReceivedMessage,
    kept: { reason: TriageReason; receivedAt: Date; guests: readonly GuestChange[] },
  ): Promise<void>
  /** Tells people of a message that could be kept nowhere; told once. */
  openItem(item: InboundItem): Promise<void>
  /** Those of the provider ids that are neither stored nor kept. */
  missing(providerMessageIds: readonly string[]): Promise<Set<string>>
  /** Until when the provider's list has been read; undefined before the first time. */
  checkpoint(): Promise<Date | undefined>
  setCheckpoint(readUntil: Date): Promise<void>
}

/** Something for a person to look at, `items/{kind}_{providerMessageId}`. */
export interface InboundItem {
  kind: 'inbound-not-stored'
  detail: string
  nextAction: string
  providerMessageId: string
  channel: OutboundChannel
  receivedAt: Date
  createdAt: Date
}

/** Which addresses are the provider's own: nothing else is kept as an attachment. */
export interface MediaAddresses {
  isProviders(url: string): boolean
}

export interface TriagePage {
  entries: TriageEntry[]
  nextCursor: string | null
}

export interface TriageStore {
  /** Open entries, oldest first; undefined when the cursor is none of ours. */
  page(cursor: string | undefined): Promise<TriagePage | undefined>
  /** One round trip. */
  load(
    entryId: string,
    threadId: string,
  ): Promise<{ entry: TriageEntry | undefined; thread: Thread | undefined }>
  /** The open entries of one sender, oldest first. */
  openOf(sender: { channel: OutboundChannel; from: string }): Promise<TriageEntry[]>
  /** The guest of a thread's reservation, else the one whose messages go to the thread. */
  guestOf(threadId: string, reservationId: string | undefined): Promise<FoundGuest | undefined>
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

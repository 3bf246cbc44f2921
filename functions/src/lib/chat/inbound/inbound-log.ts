import type { ChannelName } from '../channels/names.ts'
import type { ReceivedMessage } from './received-message.ts'

/** An inbound message as the provider's list shows it. */
export interface ListedInbound extends Omit<ReceivedMessage, 'attachments'> {
  receivedAt: Date
  attachmentCount: number
}

/** One that the list shows so that it cannot be read. */
export interface UnreadableInbound extends Pick<ListedInbound, 'providerMessageId' | 'channel'> {
  receivedAt?: Date | undefined
  /** The fields that are not as they should be. */
  odd: string[]
}

export type ListedEntry = ListedInbound | UnreadableInbound

export const isReadable = (entry: ListedEntry): entry is ListedInbound => !('odd' in entry)

/** What came to us by one channel on the day (UTC) of that time. */
export interface InboundList {
  channel: ChannelName
  day: Date
}

export interface InboundPage {
  /** Newest first, without what went out. */
  entries: ListedEntry[]
  /** The provider's ids of everything on the page, in its order. */
  ids: string[]
  /** Where the next page is, the one before it in time; absent after the last. */
  next?: string | undefined
}

/** The provider's own list of what came in. It knows days only, newest first. Every call throws ProviderError. */
export interface InboundLog {
  /** Those by which we receive. */
  channels(): Promise<readonly ChannelName[]>
  /**
   * The first page of a list, or the one at that address. An address that is not known any more is a permanent failure.
   */
  page(list: InboundList, address?: string): Promise<InboundPage>
  /** Undefined for one that the provider no longer has. */
  one(providerMessageId: string): Promise<ListedEntry | undefined>
  attachmentsOf(providerMessageId: string): Promise<{ url: string; type: string | undefined }[]>
}

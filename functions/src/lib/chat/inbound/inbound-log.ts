import type { ChannelName } from '../channel-names.ts'
import type { ReceivedMessage } from './received-message.ts'

export interface ListedInbound extends Omit<ReceivedMessage, 'attachments'> {
  receivedAt: Date
  attachmentCount: number
}

export interface UnreadableInbound extends Pick<ListedInbound, 'providerMessageId' | 'channel'> {
  receivedAt?: Date | undefined
  odd: string[]
}

export type ListedEntry = ListedInbound | UnreadableInbound

export const isReadable = (entry: ListedEntry): entry is ListedInbound => !('odd' in entry)

/** `day`: UTC. */
export interface InboundList {
  channel: ChannelName
  day: Date
}

export interface InboundPage {
  /** Newest first, without outbound messages. */
  entries: ListedEntry[]
  /** All ids, in the page's order. */
  ids: string[]
  /** The address of the next, older page; absent after the last. */
  next?: string | undefined
}

/** The list knows whole days only, newest first. Every call throws ProviderError. */
export interface InboundLog {
  channels(): Promise<readonly ChannelName[]>
  /** An expired address is a permanent failure. */
  page(list: InboundList, address?: string): Promise<InboundPage>
  one(providerMessageId: string): Promise<ListedEntry | undefined>
  attachmentsOf(providerMessageId: string): Promise<{ url: string; type: string | undefined }[]>
}

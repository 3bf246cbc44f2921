import type { ItemWrite, WatchedItem } from '../channels/channel-items.ts'
import type { PropertyChannel } from '../channels/property-channel.ts'

export interface SyncEvent {
  id: string
  at: Date
  /** The channel manager's word. */
  result: string
}

/** The API is undocumented: an unreadable answer counts as absent. Throws ProviderError. */
export interface ChannelEvents {
  newestSync(channelManagerChannelId: string): Promise<SyncEvent | undefined>
  wordsOf(eventId: string): Promise<string | undefined>
}

/** To our address. */
interface Registered {
  /** For the whole account, active, with our secret. */
  complete: string[]
  /** Others for the whole account, e.g. with an old secret. */
  incomplete: string[]
  /** For one property: their events do not reach the account's. */
  ofProperties: string[]
}

/** Throws ProviderError. */
export interface Webhooks {
  registered(): Promise<Registered>
  /** False if gone. */
  isComplete(webhookId: string): Promise<boolean>
  register(): Promise<void>
  /** Idempotent. */
  remove(webhookId: string): Promise<void>
}

export interface StoredState {
  channel: PropertyChannel | undefined
  items: readonly WatchedItem[]
}

export interface StoredChange {
  channel: Partial<Pick<PropertyChannel, 'verdict' | 'offer' | 'seen' | 'notSelling' | 'warned'>>
  isLookedAt?: boolean
  items: readonly ItemWrite[]
}

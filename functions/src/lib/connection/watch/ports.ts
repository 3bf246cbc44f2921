import type { PropertyChannel } from '../channels/property-channel.ts'
import type { ItemWrite, WatchedItem } from './items.ts'

/** A sync with the OTA, from the channel manager's events. */
export interface SyncEvent {
  id: string
  at: Date
  /** The channel manager's word for how it ended. */
  result: string
}

/** The OTA's responses. The API is undocumented: anything unreadable counts as absent. Throws ProviderError. */
export interface ChannelEvents {
  newestSync(channelManagerChannelId: string): Promise<SyncEvent | undefined>
  /** The OTA's own words about an event. */
  wordsOf(eventId: string): Promise<string | undefined>
}

/** The ids of the webhooks that call our address. */
interface Registered {
  /** For the whole account, active, with our secret. */
  complete: string[]
  /** The others for the whole account, such as those with an old secret. */
  incomplete: string[]
  /** For one property: an event that they take does not reach that of the account. */
  ofProperties: string[]
}

/** Our webhook for all properties at the channel manager. Throws ProviderError. */
export interface Webhooks {
  registered(): Promise<Registered>
  /** Of one; false if it is gone. */
  isComplete(webhookId: string): Promise<boolean>
  register(): Promise<void>
  /** Idempotent. */
  remove(webhookId: string): Promise<void>
}

/** The stored channel and its items. */
export interface StoredState {
  channel: PropertyChannel | undefined
  items: readonly WatchedItem[]
}

export interface StoredChange {
  /** New values of fields of the property channel. */
  channel: Partial<Pick<PropertyChannel, 'verdict' | 'offer' | 'seen' | 'notSelling' | 'warned'>>
  /** Whether the reason to look at it has been dealt with. */
  isLookedAt?: boolean
  items: readonly ItemWrite[]
}

import type { PropertyChannel } from '../channels/property-channel.ts'
import type { ItemWrite, WatchedItem } from './items.ts'

/** A sync with the OTA, as the channel manager tells of it. */
export interface SyncEvent {
  id: string
  at: Date
  /** The channel manager's word for how it ended. */
  result: string
}

/** What the OTA said. Undocumented at the channel manager: what cannot be read counts as not said. Throws ProviderError. */
export interface ChannelEvents {
  newestSync(channelManagerChannelId: string): Promise<SyncEvent | undefined>
  /** The OTA's own words about an event. */
  wordsOf(eventId: string): Promise<string | undefined>
}

/** What calls our address for a property. */
export interface Registered {
  /** Ids of what is switched on, for all that we want to hear of, and known to us. */
  complete: string[]
  /** Ids of what else calls it: with a secret of yesterday, say. */
  others: string[]
}

/** Our webhook at the channel manager. Throws ProviderError. */
export interface Webhooks {
  registered(channelManagerPropertyId: string): Promise<Registered>
  register(channelManagerPropertyId: string): Promise<void>
  /** One that is gone is fine. */
  remove(webhookId: string): Promise<void>
}

/** What is stored of a channel and its items. */
export interface StoredState {
  channel: PropertyChannel | undefined
  items: readonly WatchedItem[]
}

export interface StoredChange {
  /** New values of fields of the property channel. */
  channel: Partial<Pick<PropertyChannel, 'verdict' | 'offer'>>
  items: readonly ItemWrite[]
}

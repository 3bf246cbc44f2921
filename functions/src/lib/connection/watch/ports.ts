import type { RatePlan } from '../model.ts'
import type { ItemWrite, WatchedItem } from './items.ts'
import type { WatchedChannel } from './watched-channel.ts'

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

export interface ListedChannel {
  channelId: string
  /** Undefined for a document that is not as a property channel should be. */
  channel: WatchedChannel | undefined
}

/** What is stored of a channel and its items. */
export interface StoredState {
  channel: WatchedChannel | undefined
  items: readonly WatchedItem[]
}

export interface StoredChange {
  /** New values of fields of the property channel. */
  channel: Partial<Pick<WatchedChannel, 'verdict' | 'offer'>>
  items: readonly ItemWrite[]
}

export interface WatchStore {
  channel(channelId: string): Promise<WatchedChannel | undefined>
  /** The property's id at the channel manager, and what its rooms are sold as. */
  property(propertyId: string): Promise<{ channelManagerId: string | undefined; ratePlans: RatePlan[] }>
  /** The next channels in an endless round over all. The round goes on before they are looked at, so that none keeps it up. */
  nextPage(limit: number): Promise<{ channels: ListedChannel[]; isLast: boolean }>
  /** Decides from what is stored and writes that, in one commit; decides again when it has changed meanwhile. */
  change(channelId: string, decide: (state: StoredState) => StoredChange): Promise<void>
}

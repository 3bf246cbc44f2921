import type { AuditEntry } from '../../audit.ts'
import type { NewItem } from '../../items/item.ts'
import type { Revision, Versioned } from '../../ports.ts'
import type { RatePlan, Room } from '../model.ts'
import type { OtaName } from '../otas.ts'
import type { ReviewedChannel } from './reviewed-channel.ts'

export interface ChannelRef {
  propertyId: string
  channelId: string
}

/** A channel with all that reviewing and disconnecting it need. */
export interface ChannelContext {
  propertyName: string
  channelManagerPropertyId: string | undefined
  /** Without those that are not as they should be. */
  rooms: Room[]
  ratePlans: RatePlan[]
  /** Undefined when there is none of that id, or it is another property's. */
  channel: Versioned<ReviewedChannel> | undefined
  /** The newest attempt to connect the property to the same OTA. */
  attempt: { status: string; leaseUntil: Date } | undefined
}

export interface ChannelChange {
  set?: Partial<
    Pick<
      ReviewedChannel,
      | 'status'
      | 'mapping'
      | 'version'
      | 'mappingStatus'
      | 'offer'
      | 'currency'
      | 'pricingType'
      | 'pendingMapping'
      | 'review'
      | 'disconnect'
      | 'leaseUntil'
    >
  >
  clear?: ('pendingMapping' | 'leaseUntil' | 'disconnect')[]
  audit?: AuditEntry | undefined
}

export interface Disconnected {
  channelId: string
  channel: ReviewedChannel
  revision: Revision
  at: Date
}

export interface ListedChannel {
  channelId: string
  channel: ReviewedChannel
  isSubscribed: boolean
}

export interface ChannelStore {
  /** Undefined when there is no such property. */
  list(propertyId: string): Promise<{ propertyName: string; channels: ListedChannel[] } | undefined>
  load(ref: ChannelRef): Promise<ChannelContext | undefined>
  channel(channelId: string): Promise<Versioned<ReviewedChannel> | undefined>
  /** False when the channel has changed since, or only reading back tells. */
  change(channelId: string, revision: Revision, change: ChannelChange): Promise<boolean>
  /**
   * Everything that a disconnected channel leaves, in one commit: its end, a copy in its history, its subscription
   * cancelled, its items closed, the audit entry. False as above.
   */
  disconnect(disconnected: Disconnected): Promise<boolean>
  isSubscribed(target: { propertyId: string; ota: OtaName }): Promise<boolean>
  /** Channels with something under way that nobody is at. */
  unfinished(now: Date): Promise<string[]>
  /** Opens an item unless it is open. */
  openItem(item: NewItem): Promise<void>
  /** Writes an entry that stands alone, unless there is one with its id. */
  note(audit: AuditEntry): Promise<void>
}

import type { CommitExtras } from '../../commit-extras.ts'
import type { Commit } from '../../durable/change.ts'
import type { Revision, Versioned } from '../../ports.ts'
import type { BookingChannel } from '../../reservations/ports.ts'
import type { RatePlan, Room } from '../model.ts'
import type { OtaName } from '../otas.ts'
import type { PropertyChannel, WarningKind } from './property-channel.ts'

/** The channels of a property, and one that the channel manager names, of whichever property. */
export interface OfProperty {
  propertyId?: string | undefined
  channelManagerChannelId?: string | undefined
}

export interface ChannelRef {
  propertyId: string
  channelId: string
}

/** Everything needed to review or disconnect a channel. */
export interface ChannelContext {
  propertyName: string
  channelManagerPropertyId: string | undefined
  /** Only the valid ones. */
  rooms: Room[]
  ratePlans: RatePlan[]
  /** Undefined if there is none with that id, or it is another property's. */
  channel: Versioned<PropertyChannel> | undefined
  /** The newest attempt to connect the property to the same OTA. */
  attempt: { status: string; leaseUntil: Date } | undefined
}

export interface ChannelChange {
  set?: Partial<
    Pick<
      PropertyChannel,
      | 'status'
      | 'mapping'
      | 'version'
      | 'mappingStatus'
      | 'offer'
      | 'verdict'
      | 'currency'
      | 'pricingType'
      | 'pendingMapping'
      | 'review'
      | 'disconnect'
      | 'leaseUntil'
      | 'lookAt'
      | 'seen'
      | 'notSelling'
      | 'warned'
    >
  >
  clear?: ('pendingMapping' | 'leaseUntil' | 'disconnect' | 'lookAt')[]
}

/** The end of a connection: its id in the history, who ended it, and when. */
interface ChannelEnd {
  id: string
  by: string
  at: Date
}

export interface Disconnected {
  channelId: string
  channel: PropertyChannel
  revision: Revision
  end: ChannelEnd
}

export interface ListedChannel {
  channelId: string
  channel: PropertyChannel
  isSubscribed: boolean
}

interface ListedChannels {
  propertyName: string
  channels: ListedChannel[]
}

/** A stored channel; `channel` is undefined if the document is invalid. */
export interface StoredChannel {
  channelId: string
  /** As bookings and messages need it, of any OTA. */
  booking?: BookingChannel | undefined
  channel: PropertyChannel | undefined
}

/** `propertyChannels`. */
export interface Channels {
  /** Undefined if missing or invalid. */
  read(channelId: string): Promise<Versioned<PropertyChannel> | undefined>
  /** Undefined when there is no such property. */
  list(propertyId: string): Promise<ListedChannels | undefined>
  load(ref: ChannelRef): Promise<ChannelContext | undefined>
  change(
    channelId: string,
    revision: Revision,
    change: ChannelChange,
    extras?: CommitExtras,
  ): Promise<Commit<Revision>>
  /** Ends the connection, keeps a copy in its history and cancels its subscription. */
  disconnect(disconnected: Disconnected, extras: CommitExtras): Promise<Commit<Revision>>
  isSubscribed(target: { propertyId: string; ota: OtaName }): Promise<boolean>
  count(): Promise<number>
  /** Gives a reason to look at the active channels of a property, or at one of them. */
  lookSoon(of: OfProperty | { channelId: string }, at: Date): Promise<void>
  /** Gives a reason now, and keeps that the channel manager warned of the property's channels, or of the one that it named. */
  warn(of: OfProperty, kind: WarningKind, at: Date): Promise<void>
  /** Ordered by id, from the start or after one. */
  pageAfter(channelId: string | undefined, limit: number): Promise<StoredChannel[]>
}

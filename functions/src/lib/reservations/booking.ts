/** What a booking revision says of its booking. */
export type BookingStatus = 'new' | 'modified' | 'cancelled'

/** One room of a booking, as the channel manager tells it. */
export interface BookedRoom {
  /** Days, `YYYY-MM-DD`. */
  arrival: string
  departure: string
  /** The channel manager's ids of our room type and rate plan; null where the OTA's are not mapped. */
  roomTypeId: string | null
  ratePlanId: string | null
  /** Minor units of the booking's currency; null when it is not told. */
  amount: number | null
}

/** One state of a booking, out of the channel manager's booking feed. */
export interface BookingRevision {
  id: string
  /** The same for every revision of a booking. */
  bookingId: string
  status: BookingStatus
  /** The OTA's number of the reservation, by which people find it. */
  code: string | null
  /** As the channel manager names the OTA. */
  ota: string | null
  channelManagerChannelId: string | null
  /** At least one, unless the booking is cancelled. */
  rooms: BookedRoom[]
  guest: {
    name: string | null
    /** E.164; null unless it certainly is a number. */
    phone: string | null
    email: string | null
  }
  currency: string | null
  /** Null when it is not told. */
  insertedAt: Date | null
}

/** An entry of the feed, understood or not. */
export interface FeedEntry {
  id: string
  /** Null when it is not told. */
  channelManagerPropertyId: string | null
  revision: BookingRevision | undefined
  /** The fields that keep it from being understood; never their values. */
  defects: string[]
}

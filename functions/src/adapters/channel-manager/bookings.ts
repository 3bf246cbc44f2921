import * as z from 'zod'
import type { BookingFeed, BookingQuery } from '../../lib/reservations/ports.ts'
import { bookingRow, feedRow } from './booking-replies.ts'
import { type ChannelManagerConfig, channelManagerClient, command } from './client.ts'
import { everyPage } from './pages.ts'

/** A load waits for the OTA. */
const patience = 2

/** The reply is undocumented. */
const anything = z.union([z.null(), z.looseObject({})])

/** Every call is repeatable. */
export function bookingFeed(config: ChannelManagerConfig): BookingFeed {
  const client = channelManagerClient(config)
  const patient = channelManagerClient({ ...config, timeoutMs: config.timeoutMs * patience })
  return {
    loadFutureReservations(channelId) {
      const path = ['channels', channelId, 'execute', 'load_future_reservations']
      return command(patient, 'POST', path, { effect: 'read', reply: anything })
    },
    revisions(propertyId) {
      const query = propertyId === undefined ? {} : { 'filter[property_id]': propertyId }
      const list = { path: ['booking_revisions', 'feed'], query, row: feedRow }
      return everyPage(client, list, true)
    },
    bookings: query => everyPage(client, { path: ['bookings'], query: filtersOf(query), row: bookingRow }),
    acknowledge(revisionId) {
      const path = ['booking_revisions', revisionId, 'ack']
      return command(client, 'POST', path, { effect: 'read', mayBeAbsent: true })
    },
  }
}

const filtersOf = (query: BookingQuery): Record<string, string> => ({
  ...(query.channelManagerPropertyId && { 'filter[property_id]': query.channelManagerPropertyId }),
  ...(query.insertedFrom && { 'filter[inserted_at][gte]': withoutZone(query.insertedFrom) }),
  ...(query.insertedUntil && { 'filter[inserted_at][lte]': withoutZone(query.insertedUntil) }),
  ...(query.departingFrom && { 'filter[departure_date][gte]': query.departingFrom }),
})

const withoutZone = (time: Date): string => time.toISOString().slice(0, -1)

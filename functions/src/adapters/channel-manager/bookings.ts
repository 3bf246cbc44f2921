import * as z from 'zod'
import type { BookingFeed, BookingQuery } from '../../lib/reservations/ports.ts'
import { bookingPage, feedPage } from './booking-replies.ts'
import { type ChannelManagerConfig, channelManagerClient, command, everyPage } from './client.ts'

/** Loading waits for the OTA, so its time-out is this many times longer. */
const patience = 2

/** The reply to a load is undocumented and unused: the bookings arrive through the feed. */
const anything = z.union([z.null(), z.looseObject({})])

/** The channel manager's bookings over HTTP. Every call is repeatable, so a lost answer is retryable. */
export function bookingFeed(config: ChannelManagerConfig): BookingFeed {
  const client = channelManagerClient(config)
  const patient = channelManagerClient({ ...config, timeoutMs: config.timeoutMs * patience })
  return {
    loadFutureReservations(channelId) {
      const path = ['channels', channelId, 'execute', 'load_future_reservations']
      return command(patient, 'POST', path, { effect: 'read', reply: anything })
    },
    revisions: propertyId =>
      everyPage(client, {
        path: ['booking_revisions', 'feed'],
        query: propertyId === undefined ? {} : { 'filter[property_id]': propertyId },
        reply: feedPage,
        // The rest follows once these are acknowledged.
        isPartFine: true,
      }),
    bookings: query => everyPage(client, { path: ['bookings'], query: filtersOf(query), reply: bookingPage }),
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

/** UTC; a zone is not read. */
const withoutZone = (time: Date): string => time.toISOString().slice(0, -1)

import * as z from 'zod'
import type { BookingFeed } from '../../lib/reservations/ports.ts'
import { feedPage } from './booking-replies.ts'
import { ifAbsent } from './channel-manager.ts'
import { type ChannelManagerConfig, channelManagerClient, everyPage } from './client.ts'
import { acknowledgement } from './replies.ts'

/** Loading asks the OTA while we wait, so it gets that many times as long as other calls. */
const patience = 2

/** What a load answers is not documented, and nothing in it is needed: the bookings come by the feed. */
const anything = z.union([z.null(), z.looseObject({})])

/** The channel manager's bookings over HTTP. All of it may be repeated, so a lost answer counts as not processed. */
export function bookingFeed(config: ChannelManagerConfig): BookingFeed {
  const client = channelManagerClient(config)
  const patient = channelManagerClient({ ...config, timeoutMs: config.timeoutMs * patience })
  return {
    async loadFutureReservations(channelId) {
      await patient({
        method: 'POST',
        path: ['channels', channelId, 'execute', 'load_future_reservations'],
        effect: 'read',
        reply: anything,
      })
    },
    revisions: propertyId =>
      everyPage(client, {
        path: ['booking_revisions', 'feed'],
        query: propertyId === undefined ? {} : { 'filter[property_id]': propertyId },
        reply: feedPage,
        // What is beyond comes when these are acknowledged.
        isPartFine: true,
      }),
    async acknowledge(revisionId) {
      await client<unknown>({
        method: 'POST',
        path: ['booking_revisions', revisionId, 'ack'],
        effect: 'read',
        reply: acknowledgement,
        onRefusal: ifAbsent,
      })
    },
  }
}

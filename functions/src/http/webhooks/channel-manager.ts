import * as z from 'zod'
import { hearConversation } from '../../lib/chat/ota/hear-conversation.ts'
import type { WarningKind } from '../../lib/connection/channels/property-channel.ts'
import { type LookReason, lookSoon } from '../../lib/connection/watch/look-at-channel.ts'
import { noteRemoval } from '../../lib/connection/watch/note-removal.ts'
import { DomainError } from '../../lib/errors.ts'
import { documentId } from '../../lib/identifiers.ts'
import { noteBookingAlarm } from '../../lib/reservations/booking-alarm.ts'
import type { BookingAlarm } from '../../lib/reservations/booking-items.ts'
import { receiveBookings } from '../../lib/reservations/receive-bookings.ts'
import { done, route } from '../route.ts'

const named = documentId.nullish().catch(null)
/** An id that cannot be stored waits for a person. */
const conversation = z.string().nullish().catch(null)

/** Ids only: nothing proves the rest, and calls come in any order. */
const notice = z.looseObject({
  /** Absent in a test call. */
  event: z.string().max(256).optional().catch(undefined),
  property_id: named,
  payload: z
    .looseObject({
      message_thread_id: conversation,
      booking_id: named,
      booking_revision_id: named,
      channel_id: named,
    })
    .nullish()
    .catch(null),
})

const isOfConversation = (event: string): boolean =>
  event === 'message' || event === 'message_thread_booking_assigned'

const isBooking = (event: string): boolean => event.startsWith('booking') || event === 'non_acked_booking'

/** The feed may lack these. */
const alarms: Readonly<Record<string, BookingAlarm>> = {
  booking_unmapped_room: 'unmapped',
  booking_unmapped_rate: 'unmapped',
  non_acked_booking: 'notAcknowledged',
}

/** The list of syncs may lack these. */
const warnings: Readonly<Record<string, WarningKind>> = {
  sync_warning: 'ota-sync-warned',
  rate_error: 'ota-rate-refused',
}

const saidIn = (event: string, { payload }: z.infer<typeof notice>): LookReason => ({
  channelManagerChannelId: payload?.channel_id ?? undefined,
  warning: Object.hasOwn(warnings, event) ? warnings[event] : undefined,
})

const isOfChannel = (event: string): boolean =>
  /^(sync_|rate_error$|booking_unmapped_|(activate|deactivate|disconnect|updated|new)_channel$|disconnect_listing$|(channel|property)_removal)/.test(
    event,
  )

const nameOf = (event: string): string => (/^[a-z_]{1,50}$/.test(event) ? event : event ? 'odd' : 'none')

export const channelManagerRoute = route({
  method: 'POST',
  path: '/webhooks/channel-manager',
  access: 'webhook',
  id: 'channelManagerWebhook',
  summary: 'Something happened at the channel manager',
  description:
    'Bookings of the property are pulled, an alarm about one that does not come opens an item, and its channels are looked at within a minute or two where the event is about them; a warning about a sync or a price is kept until a later sync succeeds. A conversation in which somebody wrote is read. Nothing else of what the call says is. Other events, unknown ones too, and test calls without one, are counted in the log.',
  who: 'The channel manager, by the secret that was registered',
  body: notice,
  example: { event: 'booking_new', property_id: '9e4b7a52-0000-4000-8000-000000000001' },
  answers: done('It is noted.'),
  proof: async ({ channelManagerWebhook }, request) => {
    if (!(await channelManagerWebhook.isSecret(request.get('x-webhook-secret') ?? '')))
      throw new DomainError('forbidden', 'The secret is not the one that was registered.')
  },
  async handle({ context, body: said }) {
    const { event = '', property_id: propertyId, payload } = said
    const conversationId = payload?.message_thread_id
    if (propertyId && isOfChannel(event)) await lookSoon(context, propertyId, saidIn(event, said))
    if (propertyId && event === 'property_removal_warning') await noteRemoval(context, propertyId)
    if (propertyId && isBooking(event)) {
      await receiveBookings(context, propertyId)
      await context.webhookItems.arrived('bookings')
      const alarm = Object.hasOwn(alarms, event) ? alarms[event] : undefined
      const { booking_id: bookingId, booking_revision_id: revisionId } = payload ?? {}
      if (alarm && bookingId && revisionId)
        await noteBookingAlarm(context, alarm, {
          channelManagerPropertyId: propertyId,
          bookingId,
          revisionId,
        })
    } else if (isOfConversation(event)) {
      // The sweep finds a conversation without an id.
      if (propertyId && conversationId)
        await hearConversation(context, { conversationId, channelManagerPropertyId: propertyId })
      await context.webhookItems.arrived('ota-messages')
    } else if (!isOfChannel(event))
      context.log.info('an event of the channel manager is of no use', { event: nameOf(event) })
  },
})

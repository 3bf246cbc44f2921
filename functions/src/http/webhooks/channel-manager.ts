import * as z from 'zod'
import { hearConversation } from '../../lib/chat/ota/hear-conversation.ts'
import type { WarningKind } from '../../lib/connection/channels/property-channel.ts'
import { lookSoon, type Said } from '../../lib/connection/watch/look-at-channel.ts'
import { noteRemoval } from '../../lib/connection/watch/note-removal.ts'
import { DomainError } from '../../lib/errors.ts'
import { documentId } from '../../lib/identifiers.ts'
import { noteBookingAlarm } from '../../lib/reservations/booking-alarm.ts'
import type { BookingAlarm } from '../../lib/reservations/booking-items.ts'
import { receiveBookings } from '../../lib/reservations/receive-bookings.ts'
import { done } from '../docs.ts'
import { parse } from '../handler.ts'
import { route } from '../route.ts'

const named = documentId.nullish().catch(null)
/** A conversation whose id cannot be stored is left to a person. */
const conversation = z.string().nullish().catch(null)

/** Of `payload` only which conversation, booking or channel it is about: nothing proves the rest, and calls come in any order. */
const notice = z.looseObject({
  /** Absent in a test call. */
  event: z.string().max(256).optional().catch(undefined),
  property_id: named,
  payload: z
    .looseObject({
      ...{
        message_thread_id: conversation,
        booking_id: named,
        booking_revision_id: named,
        channel_id: named,
      },
    })
    .nullish()
    .catch(null),
})

/** Somebody wrote at an OTA, or what they wrote belongs to a booking from now on. */
const isOfConversation = (event: string): boolean =>
  event === 'message' || event === 'message_thread_booking_assigned'

/** Every word for a booking that was made, changed, cancelled, or waits to be fetched. */
const isBooking = (event: string): boolean => event.startsWith('booking') || event === 'non_acked_booking'

/** Something is wrong with a booking, which the feed may not tell. */
const alarms: Readonly<Record<string, BookingAlarm>> = {
  booking_unmapped_room: 'unmapped',
  booking_unmapped_rate: 'unmapped',
  non_acked_booking: 'notAcknowledged',
}

/** What a sync left behind that the list of syncs may not show. */
const warnings: Readonly<Record<string, WarningKind>> = {
  sync_warning: 'ota-sync-warned',
  rate_error: 'ota-rate-refused',
}

const saidIn = (event: string, { payload }: z.infer<typeof notice>): Said => ({
  channelManagerChannelId: payload?.channel_id ?? undefined,
  warning: Object.hasOwn(warnings, event) ? warnings[event] : undefined,
})

/** Words that say something of a channel's state, or of its mapping. */
const isOfChannel = (event: string): boolean =>
  /^(sync_|rate_error$|booking_unmapped_|(activate|deactivate|disconnect|updated|new)_channel$|disconnect_listing$|(channel|property)_removal)/.test(
    event,
  )

/** For the count of them in the log. */
const nameOf = (event: string): string => (/^[a-z_]{1,50}$/.test(event) ? event : event ? 'odd' : 'none')

/** The channel manager sends a whole booking along; what is refused for its size it does not send again. */
const maxBytes = 1_048_576

export const channelManagerRoute = route({
  method: 'POST',
  path: '/webhooks/channel-manager',
  access: 'webhook',
  maxBytes,
  async answer({ context, request }) {
    const { channelManagerWebhook } = context
    if (!(await channelManagerWebhook.isSecret(request.get('x-webhook-secret') ?? '')))
      throw new DomainError('forbidden', 'The secret is not the one that was registered.')
    const said = parse(notice, request.body ?? {})
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
      // What names no conversation is found by the sweep.
      if (propertyId && conversationId)
        await hearConversation(context, { conversationId, channelManagerPropertyId: propertyId })
      await context.webhookItems.arrived('ota-messages')
    } else if (!isOfChannel(event))
      context.log.info('an event of the channel manager is of no use', { event: nameOf(event) })
  },
  docs: () => ({
    id: 'channelManagerWebhook',
    summary: 'Something happened at the channel manager',
    description:
      'Bookings of the property are pulled, an alarm about one that does not come opens an item, and its channels are looked at within a minute or two where the event is about them; a warning about a sync or a price is kept until a later sync succeeds. A conversation in which somebody wrote is read. Nothing else of what the call says is. Other events, unknown ones too, and test calls without one, are counted in the log.',
    who: 'The channel manager, by the secret that was registered',
    body: {
      schema: notice,
      example: { event: 'booking_new', property_id: '9e4b7a52-0000-4000-8000-000000000001' },
    },
    answers: done('It is noted.'),
  }),
})

import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { MessageStore } from '../channel-manager/messages/model.ts'
import type { SandboxContext } from '../core/context.ts'
import { json, type Reply } from '../core/vendor.ts'
import { addMessage, messageInput, threadFor } from './message-control.ts'
import { parseControl } from './parse-control.ts'
import { tell, telling } from './tell-project.ts'

const inquiryInput = z.object({
  propertyId: z.string().min(1),
  threadId: z.string().min(1).optional(),
  guestName: z.string().default('Robin Sample'),
  status: z.string().default('pending'),
  /** Laid over what the OTA says of the stay. */
  bookingDetails: z.record(z.string(), z.unknown()).default({}),
  ...telling,
})

const dayMs = 24 * 3_600_000
const dayIn = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)

/** Somebody asks at Airbnb, who has not booked. */
export async function inquire(context: SandboxContext, store: MessageStore, body: unknown): Promise<Reply> {
  const { propertyId, threadId, guestName, status, bookingDetails, ...how } = parseControl(inquiryInput, body)
  const details = {
    ...{ checkin_date: dayIn(30), checkout_date: dayIn(33), nights: 3, currency: 'EUR' },
    ...{ expected_payout_amount_accurate: '300.00', guest_name: guestName },
    ...{ listing_id: '1054821234567890123', listing_name: 'A listing', property_id: propertyId },
    ...{ number_of_adults: 2, number_of_children: 0, number_of_infants: 0, number_of_pets: 0 },
    ...{
      number_of_guests: 2,
      room_type_id: null,
      non_response_at: store.stamp(new Date(Date.now() + dayMs)),
    },
    ...bookingDetails,
  }
  const meta = { status, live_feed_event_id: randomUUID(), booking_details: details }
  const input = messageInput.parse({
    ...{ propertyId, threadId, meta, title: guestName },
    ...{ provider: 'AirBNB', sender: 'system', message: 'inquiry' },
  })
  const thread = threadFor(store, input)
  const message = addMessage(store, thread, input)
  const payload = { ...meta, message_thread_id: thread.id }
  const webhooks = await tell(context, store, { event: 'inquiry', propertyId, payload }, how)
  return json(201, { threadId: thread.id, messageId: message.id, webhooks })
}

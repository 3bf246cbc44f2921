import * as z from 'zod'
import { leadGuest, storedStay } from '../chat/guest.ts'
import { textOrNull } from '../shapes.ts'

const party = z.object({ adults: z.number(), children: z.number(), infants: z.number() })
export type Party = z.infer<typeof party>

/**
 * A stored reservation, `reservations/{id}`. Those stored by others may have only guest, property and dates. Invalid
 * fields count as absent, so that one odd document blocks no booking.
 */
export const storedReservation = storedStay.extend({
  status: z.enum(['confirmed', 'cancelled']).catch('confirmed').default('confirmed'),
  ota: textOrNull,
  /** The OTA's number of the reservation. */
  code: textOrNull,
  /** The same without the channel manager's prefix. */
  otaBookingNumber: textOrNull,
  leadGuest,
  /** Companies have stored how many people come. */
  party: z.union([z.number().int().positive(), party]).nullable().catch(null).default(null),
  notes: textOrNull,
  arrivalTime: textOrNull,
  /** Whose the stay was until the booking named a number of another guest. */
  formerGuestId: textOrNull,
  /** The channel manager's id of the booking; null for a reservation that did not come from there. */
  bookingId: textOrNull,
  /** Of ours. */
  channelId: textOrNull,
  roomId: textOrNull,
  ratePlanId: textOrNull,
  /** The booking is of a rate that is not mapped, or whose rate plan is none of ours. */
  isRateUnknown: z.boolean().catch(false).default(false),
  /** Minor units of `currency`. */
  amount: z.number().int().nullable().catch(null).default(null),
  currency: textOrNull,
  /** The booking revision it was last written by. */
  revision: z
    .object({ id: z.string(), at: z.date().nullable(), status: z.enum(['new', 'modified', 'cancelled']) })
    .nullable()
    .catch(null)
    .default(null),
  /** Processed booking revisions, newest last. */
  revisions: z.array(z.string()).catch([]).default([]),
  /** Overlapping reservations, as of the last check. */
  overlaps: z.array(z.string()).catch([]).default([]),
})
export type Reservation = z.infer<typeof storedReservation>

export interface Stay {
  id: string
  value: Reservation
}

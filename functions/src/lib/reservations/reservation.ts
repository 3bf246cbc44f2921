import * as z from 'zod'
import { storedStay } from '../chat/guest.ts'

const text = z.string().nullable().catch(null).default(null)

/**
 * A stored reservation, `reservations/{id}`. Those that others store may have guest, property and days alone; what is
 * not as it should be counts as absent, so that one odd document keeps no booking back.
 */
export const storedReservation = storedStay.extend({
  status: z.enum(['confirmed', 'cancelled']).catch('confirmed').default('confirmed'),
  ota: text,
  /** The OTA's number of the reservation. */
  code: text,
  /** The channel manager's id of the booking; null for a reservation that did not come from there. */
  bookingId: text,
  /** Of ours. */
  channelId: text,
  roomId: text,
  ratePlanId: text,
  /** Minor units of `currency`. */
  amount: z.number().int().nullable().catch(null).default(null),
  currency: text,
  /** The booking revision it was last written by. */
  revision: z
    .object({ id: z.string(), at: z.date().nullable(), status: z.enum(['new', 'modified', 'cancelled']) })
    .nullable()
    .catch(null)
    .default(null),
  /** Booking revisions that have been dealt with, the newest last. */
  revisions: z.array(z.string()).catch([]).default([]),
  /** Reservations that its stay lies over, when it was last looked at. */
  overlaps: z.array(z.string()).catch([]).default([]),
})
export type Reservation = z.infer<typeof storedReservation>

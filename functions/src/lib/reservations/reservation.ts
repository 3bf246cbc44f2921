import * as z from 'zod'
import { leadGuest, storedStay } from '../guest.ts'
import { isDocumentId } from '../identifiers.ts'
import { textOrNull } from '../shapes.ts'
import { collection, type Store } from '../store.ts'

const party = z.object({ adults: z.number(), children: z.number(), infants: z.number() })
export type Party = z.infer<typeof party>

/**
 * Other systems store only guest, property and dates. An invalid field counts as absent, so that it blocks no booking.
 */
export const storedReservation = storedStay.extend({
  status: z.enum(['confirmed', 'cancelled']).catch('confirmed').default('confirmed'),
  ota: textOrNull,
  /** The OTA's number. */
  code: textOrNull,
  /** Without the channel manager's prefix. */
  otaBookingNumber: textOrNull,
  leadGuest,
  /** Companies store a number. */
  party: z.union([z.number().int().positive(), party]).nullable().catch(null).default(null),
  notes: textOrNull,
  arrivalTime: textOrNull,
  /** From before the booking named another guest's number. */
  formerGuestId: textOrNull,
  /** The channel manager's. */
  bookingId: textOrNull,
  /** Ours. */
  channelId: textOrNull,
  roomId: textOrNull,
  ratePlanId: textOrNull,
  /** An unmapped rate, or another's rate plan. */
  isRateUnknown: z.boolean().catch(false).default(false),
  /** Minor units. */
  amount: z.number().int().nullable().catch(null).default(null),
  currency: textOrNull,
  revision: z
    .object({ id: z.string(), at: z.date().nullable(), status: z.enum(['new', 'modified', 'cancelled']) })
    .nullable()
    .catch(null)
    .default(null),
  /** Newest last. */
  revisions: z.array(z.string()).catch([]).default([]),
  overlaps: z.array(z.string()).catch([]).default([]),
})
export type Reservation = z.infer<typeof storedReservation>

export const reservations = collection('reservations/{id}', storedReservation).sound

export async function isStored(
  store: Store,
  { bookingId, revisionId }: { bookingId: string; revisionId: string },
): Promise<boolean> {
  const first = `${bookingId}_1`
  const reservation = isDocumentId(first) ? await store.read(reservations.at(first)) : undefined
  return reservation?.value.revisions.includes(revisionId) === true
}

export interface Stay {
  id: string
  value: Reservation
}

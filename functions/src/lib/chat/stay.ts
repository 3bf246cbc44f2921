import * as z from 'zod'
import type { Guest } from './guest.ts'

const text = z.string().nullable().catch(null).default(null)

/**
 * A stored reservation, `reservations/{id}`, as far as messages need it; bookings keep more there. A field of another
 * shape counts as absent.
 */
export const storedStay = z.looseObject({
  guestId: text,
  propertyId: text,
  /** Days, `YYYY-MM-DD`. */
  arrival: text,
  departure: text,
  status: text,
})
type StoredStay = z.infer<typeof storedStay>

/** A reservation whose days are known. */
export interface DatedStay extends Partial<Pick<StoredStay, 'status'>> {
  arrival: string
  departure: string
}

export const isDated = (stay: StoredStay): stay is StoredStay & DatedStay =>
  stay.arrival !== null && stay.departure !== null

/** The stay a thread is about. Fields that are not known are absent. */
export interface Stay {
  guest?: Guest | undefined
  /** Days, `YYYY-MM-DD`. */
  arrival?: string | undefined
  departure?: string | undefined
  propertyName?: string | undefined
}

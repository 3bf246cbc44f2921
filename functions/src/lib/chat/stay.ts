import * as z from 'zod'
import type { Guest } from './guest.ts'

const text = z.string().optional().catch(undefined)

/** A stored reservation, as far as messages need it. A field of another shape counts as absent. */
export const storedReservation = z.looseObject({
  guestId: text,
  propertyId: text,
  /** Days, `YYYY-MM-DD`. */
  arrival: text,
  departure: text,
  status: text,
})
type StoredReservation = z.infer<typeof storedReservation>

/** A reservation whose days are known. */
export type DatedStay = Pick<StoredReservation, 'status'> & { arrival: string; departure: string }

export const isDated = (stay: StoredReservation): stay is StoredReservation & DatedStay =>
  stay.arrival !== undefined && stay.departure !== undefined

/** The stay a thread is about. Fields that are not known are absent. */
export interface Stay {
  guest?: Guest | undefined
  /** Days, `YYYY-MM-DD`. */
  arrival?: string | undefined
  departure?: string | undefined
  propertyName?: string | undefined
}

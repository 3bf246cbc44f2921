/** Differences from OTA to OTA. Another one needs a row here, named in `store.ts`. */
export interface Adapter {
  readonly code: string
  readonly title: string
  /** The beginning of its bookings' ids. */
  readonly prefix: string
  /** The form of its rates' ids; the other form is refused. */
  readonly rateIds: 'integer' | 'text'
}

export const bookingCom: Adapter = {
  code: 'BookingCom',
  title: 'Booking.com',
  prefix: 'BDC',
  rateIds: 'integer',
}

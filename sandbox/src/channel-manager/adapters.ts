/** Differences from OTA to OTA. Another one needs a row here, named in `store.ts`. */
export interface Adapter {
  readonly code: string
  readonly title: string
  /** Of the bookings' ids. */
  readonly prefix: string
  /** The form of its ids of rates; the other one is refused. */
  readonly rateIds: 'integer' | 'text'
}

export const bookingCom: Adapter = {
  code: 'BookingCom',
  title: 'Booking.com',
  prefix: 'BDC',
  rateIds: 'integer',
}

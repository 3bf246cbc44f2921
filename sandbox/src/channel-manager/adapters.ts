/** What differs from OTA to OTA. A row of its own is all that another one needs. */
export interface Adapter {
  readonly code: string
  readonly title: string
  /** Of the bookings' ids. */
  readonly prefix: string
  /** What its ids of rates are; the other form is refused. */
  readonly rateIds: 'integer' | 'text'
}

export const bookingCom: Adapter = {
  code: 'BookingCom',
  title: 'Booking.com',
  prefix: 'BDC',
  rateIds: 'integer',
}

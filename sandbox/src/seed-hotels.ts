import { bookingCom } from './channel-manager/adapters.ts'
import type { Behaviour, Hotel, HotelRate, HotelReservation, HotelRoom } from './channel-manager/model.ts'

const dayMs = 86_400_000

/** Reservations must lie ahead on whatever day the sandbox runs. */
const dayFromNow = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)

const rate = (
  id: number,
  title: string,
  maxPersons: number | null,
  more: Partial<HotelRate> = {},
): HotelRate => ({
  id,
  title,
  maxPersons,
  occupancies: [],
  readonly: false,
  parentRateId: null,
  ...more,
})

const room = (
  id: number,
  title: string,
  rates: readonly HotelRate[],
  maxChildren: number | null = 0,
): HotelRoom => ({
  id,
  title,
  maxChildren,
  rates,
})

const guests = [
  { name: 'Amelia', surname: 'Hartley', mail: 'amelia.hartley@guest.example', phone: '+447700900118' },
  { name: 'Jonas', surname: 'Lindqvist', mail: 'jonas.lindqvist@guest.example', phone: '+46701740605' },
  { name: 'Chiara', surname: 'Moretti', mail: 'chiara.moretti@guest.example', phone: '+393331234567' },
] as const

interface Stay {
  readonly code: string
  readonly room: readonly [roomId: number, rateId: number]
  readonly from: number
  readonly nights: number
  readonly amount: string
}

function reservation(stay: Stay, index: number, currency: string): HotelReservation {
  const [roomId, rateId] = stay.room
  return {
    code: stay.code,
    roomId,
    rateId,
    arrival: dayFromNow(stay.from),
    departure: dayFromNow(stay.from + stay.nights),
    guest: guests[index % guests.length] ?? guests[0],
    amount: stay.amount,
    currency,
  }
}

const reservations = (currency: string, stays: readonly Stay[]): readonly HotelReservation[] =>
  stays.map((stay, index) => reservation(stay, index, currency))

const harbourView: Hotel = {
  hotelId: '5868189',
  adapter: bookingCom.code,
  pricingType: 'OBP',
  currency: 'GBP',
  behaviour: 'ok',
  rooms: [
    room(586818903, 'Double Room', [
      rate(16385046, 'standard rate', 2, { occupancies: [1, 2] }),
      rate(16385048, 'non-refundable rate', 2, { occupancies: [1, 2], parentRateId: 16385046 }),
    ]),
    room(586818904, 'Twin Room', [rate(16385052, 'standard rate', 2, { occupancies: [1, 2] })]),
    room(
      586818905,
      'Family Suite',
      [
        rate(16385060, 'standard rate', 4, { occupancies: [2, 3, 4] }),
        rate(16385062, 'Booking promotions', 4, { occupancies: [2, 3, 4], readonly: true }),
      ],
      2,
    ),
  ],
  reservations: reservations('GBP', [
    { code: '4101775802', room: [586818903, 16385046], from: 21, nights: 3, amount: '412.50' },
    { code: '4101775917', room: [586818905, 16385060], from: 35, nights: 7, amount: '1289.00' },
    // On the derived rate, which is never mapped: arrives with room_type_id null.
    { code: '4101776034', room: [586818903, 16385048], from: 48, nights: 2, amount: '243.10' },
  ]),
}

const casaAlameda: Hotel = {
  hotelId: '6519420',
  adapter: bookingCom.code,
  pricingType: 'Standard',
  currency: 'EUR',
  behaviour: 'ok',
  rooms: [
    room(651942001, 'Deluxe Double Room', [
      rate(21770310, 'Standard Rate', 2),
      rate(21770312, 'Weekly Rate', 2),
      rate(21770314, 'Mobile Rate', 2, { parentRateId: 21770310 }),
    ]),
    room(
      651942002,
      'Studio with Balcony',
      [rate(21770310, 'Standard Rate', 3), rate(21770318, 'Genius Rate', 3, { readonly: true })],
      null,
    ),
  ],
  reservations: reservations('EUR', [
    { code: '3877120461', room: [651942001, 21770310], from: 14, nights: 4, amount: '520.00' },
    { code: '3877120588', room: [651942002, 21770310], from: 60, nights: 5, amount: '735.40' },
  ]),
}

const plainHotel = (hotelId: string, behaviour: Behaviour, rooms: readonly HotelRoom[]): Hotel => ({
  hotelId,
  adapter: bookingCom.code,
  pricingType: 'Standard',
  currency: 'EUR',
  behaviour,
  rooms,
  reservations: [],
})

const oneRoom = (id: number, title: string): HotelRoom => room(id, title, [rate(id + 50, 'Standard Rate', 2)])

const sameTitle = plainHotel('1000005', 'ok', [
  room(100000501, 'Studio Apartment', [rate(100000551, 'Standard Rate', 2)]),
  room(100000502, 'Studio Apartment', [rate(100000552, 'Standard Rate', 4)]),
])

const onlyReadonly = plainHotel('1000006', 'ok', [
  room(100000601, 'Garden Room', [rate(100000651, 'Standard Rate', 2, { readonly: true })]),
  room(100000602, 'Loft Room', [
    rate(100000652, 'Standard Rate', 2, { readonly: true }),
    rate(100000653, 'Weekly Rate', 2, { readonly: true }),
  ]),
])

/** The OTA's hotels, one per behaviour that a connection can meet. */
export const seedHotels: readonly Hotel[] = [
  harbourView,
  casaAlameda,
  plainHotel('1000001', 'test-fails', [oneRoom(100000101, 'Cottage')]),
  plainHotel('1000002', 'agreement-pending', [oneRoom(100000201, 'Lake Room')]),
  plainHotel('1000003', 'connected-elsewhere', [oneRoom(100000301, 'Garden Apartment')]),
  plainHotel('1000004', 'ok', []),
  sameTitle,
  onlyReadonly,
  plainHotel('1000007', 'activation-refused', [oneRoom(100000701, 'Terrace Room')]),
]

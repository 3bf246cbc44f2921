import { randomUUID } from 'node:crypto'
import type { SeedBooking } from '../control/seed-input.ts'
import { keepRevision } from './revisions.ts'
import type { Store } from './store.ts'

const otas: Readonly<Record<string, readonly [name: string, prefix: string]>> = {
  BookingCom: ['Booking.com', 'BDC'],
  AirBNB: ['Airbnb', 'ABB'],
  Expedia: ['Expedia', 'EXP'],
}

/** A booking of a property without a hotel here: in the property's first room, if it has rooms. */
export function seedBooking(store: Store, booking: SeedBooking): void {
  const { id, propertyId, arrival, departure, guest, provider } = booking
  const [otaName, prefix] = otas[provider] ?? [provider, 'OTA']
  const room = store.properties.get(propertyId)?.roomTypes[0]
  const code = id.slice(0, 12)
  const revisionId = randomUUID()
  const attributes = {
    id: revisionId,
    booking_id: id,
    property_id: propertyId,
    unique_id: `${prefix}-${code}`,
    ota_reservation_code: code,
    ota_name: otaName,
    status: 'new',
    rooms: [
      {
        checkin_date: arrival,
        checkout_date: departure,
        days: {},
        room_type_id: room?.id ?? null,
        rate_plan_id: room?.ratePlans[0]?.id ?? null,
        occupancy: { adults: 2, children: 0, infants: 0 },
      },
    ],
    customer: { ...guest },
    arrival_date: arrival,
    departure_date: departure,
    amount: '0.00',
    currency: 'EUR',
    inserted_at: new Date().toISOString(),
  }
  const revision = { id: revisionId, propertyId, attributes, unmapped: false, acknowledged: false }
  keepRevision(store, revision, provider)
}

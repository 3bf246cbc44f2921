import type { OtaOffer } from '../../functions/src/lib/connection/channel-manager.ts'
import type { RatePlan, Room } from '../../functions/src/lib/connection/model.ts'

const grades = ['Standard', 'Superior', 'Deluxe', 'Premium', 'Executive', 'Signature', 'Luxury', 'Club']
const beds = ['1 King Bed', '1 Queen Bed', '2 Queen Beds', '2 Double Beds', '2 Twin Beds']
const views = ['City', 'Sea', 'Garden', 'Mountain', 'Pool']
const features = ['', 'Balcony', 'Terrace', 'Corner', 'High Floor']
const rates = ['Standard Rate', 'Non-refundable', 'Bed and Breakfast', 'Weekly Rate']
const ourRates = ['Best Available Rate', 'non refundable rate', 'With breakfast', 'weekly']

export interface Hotel {
  offer: OtaOffer
  rooms: Room[]
  ratePlans: RatePlan[]
}

/** A hotel of up to 1,000 rooms, no two alike, with four rates each; the OTA and we name them in different words. */
export function hotelOf(size: number): Hotel {
  const kinds = grades.flatMap(grade =>
    beds.flatMap(bed => views.flatMap(view => features.map(feature => ({ grade, bed, view, feature })))),
  )
  // Spread over the list, so that smaller hotels are as varied.
  const chosen = Array.from({ length: size }, (_, at) => kinds[(at * 389) % kinds.length])
  const hotel: Hotel = { offer: { pricingType: 'Standard', rooms: [] }, rooms: [], ratePlans: [] }
  chosen.forEach((kind, at) => {
    if (!kind) return
    const { grade, bed, view, feature } = kind
    const clauses = [`${grade} Room`, bed, `${view} View`, feature].filter(clause => clause !== '')
    const sold = { maxPersons: 2, occupancies: [], readonly: false, derived: false, pricing: 'Standard' }
    hotel.offer.rooms.push({
      id: at,
      title: clauses.join(', '),
      rates: rates.map((title, index) => ({ ...sold, id: at * 10 + index, title })),
    })
    const id = `room-${at}`
    hotel.rooms.push({ id, name: `${feature} ${grade} ${bed} with ${view} View`.trim(), capacity: 2 })
    ourRates.forEach((name, index) => {
      const planId = `${id}-${index}`
      hotel.ratePlans.push({ id: planId, name, roomId: id, occupancy: 2, channelManagerRatePlanId: planId })
    })
  })
  return hotel
}

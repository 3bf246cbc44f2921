/** A hotel with that many rooms of four rates each, all mapped. */
export function largeMapping(rooms: number) {
  const ids = Array.from({ length: rooms }, (_, number) => number + 1)
  const rates = [0, 1, 2, 3]
  const likeness = { score: 0.95, reasons: ['same name'], needsReview: false }
  const rateId = (room: number, rate: number) => room * 10 + rate
  const total = rooms * rates.length
  return {
    channelId: 'large_booking',
    propertyId: 'large',
    ota: 'booking',
    hotelId: '5868189',
    status: 'active',
    version: 1,
    mappingStatus: 'initial',
    mapping: {
      rooms: ids.map(id => ({ otaRoomId: id, otaRoomName: `Room ${id}`, roomId: `room-${id}`, ...likeness })),
      ratePlans: ids.flatMap(id =>
        rates.map(rate => ({
          otaRoomId: id,
          otaRateId: rateId(id, rate),
          otaRateName: `Rate ${rate}`,
          ratePlanId: rateId(id, rate) % 10 === 9 ? null : `plan-${id}-${rate}`,
          occupancy: 2,
          primary: true,
          ...likeness,
        })),
      ),
      summary: { mapped: total, total, needsReview: 0 },
    },
    offer: {
      pricingType: 'Standard',
      rooms: ids.map(id => ({
        id,
        title: `Room ${id}`,
        rates: rates.map(rate => ({
          id: rateId(id, rate),
          title: `Rate ${rate}`,
          maxPersons: 2,
          occupancies: [],
          readonly: false,
          derived: false,
          pricing: 'Standard',
        })),
      })),
    },
    offerIsCurrent: true,
    rooms: ids.map(id => ({ id: `room-${id}`, name: `Room ${id}`, capacity: 2 })),
    ratePlans: ids.flatMap(id =>
      rates.map(rate => ({
        id: `plan-${id}-${rate}`,
        name: `Rate ${rate}`,
        roomId: `room-${id}`,
        occupancy: 2,
        canBeMapped: true,
      })),
    ),
    differences: [],
    pending: null,
    review: null,
  }
}

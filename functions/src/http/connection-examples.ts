import { otaNames, otas } from '../lib/connection/otas.ts'

export const [exampleOta] = otaNames
export const { label: exampleLabel } = otas[exampleOta]

const row = { score: 0.95, reasons: ['same name but for case, accents or punctuation'], needsReview: false }
export const room = { otaRoomId: 586818903, otaRoomName: 'Double Room', roomId: 'double', ...row }
export const rate = {
  otaRoomId: 586818903,
  otaRateId: 15011,
  otaRateName: 'Standard Rate',
  ratePlanId: 'double-standard',
  occupancy: 2,
  primary: true,
  ...row,
}
export const summary = { mapped: 1, total: 1, needsReview: 0 }
export const mapping = { rooms: [room], ratePlans: [rate], summary }

export const target = { propertyId: 'harbour-view-guesthouse', hotelId: '5868189' }
export const effects = [
  `The channel of "Harbour View Guesthouse" for ${exampleLabel} property 5868189 is switched off.`,
]

export const request = {
  id: `harbour-view-guesthouse-${exampleOta}`,
  propertyId: 'harbour-view-guesthouse',
  propertyName: 'Harbour View Guesthouse',
  landlordId: 'lars',
  landlordName: 'Lars Lindqvist',
  ota: exampleOta,
  status: 'pending',
  createdAt: '2026-11-21T09:00:00.000Z',
}
export const loaded = { imported: 3, updated: 1, unmapped: 0, conflicts: [] }

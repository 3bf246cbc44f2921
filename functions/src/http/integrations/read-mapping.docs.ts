import { docsOf, ok } from '../docs.ts'
import { mapping } from './examples.ts'
import { handle, reply } from './read-mapping.ts'
import { channelPath } from './shapes.ts'

export const docs = docsOf(handle, 'readMapping', "Read a channel's mapping", {
  description: 'With what the OTA offers now; that it cannot be read is part of the answer.',
  params: channelPath,
  answers: ok('The mapping.', reply, {
    channelId: 'harbour-view-guesthouse_booking',
    propertyId: 'harbour-view-guesthouse',
    ota: 'booking',
    hotelId: '5868189',
    status: 'active',
    version: 1,
    mappingStatus: 'initial',
    mapping,
    offer: { pricingType: 'OBP', rooms: [] },
    offerIsCurrent: true,
    rooms: [{ id: 'double', name: 'Double Room', capacity: 2 }],
    ratePlans: [
      { id: 'double-standard', name: 'Standard', roomId: 'double', occupancy: 2, canBeMapped: true },
    ],
    differences: [],
    pending: null,
  }),
  codes: ['property-not-found', 'channel-not-found'],
})

import { randomUUID } from 'node:crypto'
import { bookAndWrite } from '../demo/ota-guest.ts'
import { olivia, sandbox } from '../demo/world.ts'
import type { SeedDocument } from './talk.ts'

const propertyId = 'villa-aurora'
const [channelManagerId, groupId] = [randomUUID(), randomUUID()]
const hotelId = '7310442'

/** Ours, and what the OTA calls them: similar enough to be mapped, too alike to be sure. */
const rooms = [
  { id: randomUUID(), planId: randomUUID(), title: 'Double, sea side', theirs: 'Superior Double Room' },
  { id: randomUUID(), planId: randomUUID(), title: 'Double, garden side', theirs: 'Double Room with View' },
  { id: randomUUID(), planId: randomUUID(), title: 'Family Room', theirs: 'Family Room' },
]

/** A property whose rooms are hard to tell apart. */
export const doubtfulProperty = (now: Date): SeedDocument[] => [
  [`properties/${propertyId}`, { name: 'Villa Aurora', landlordId: 'lars', channelManagerId }],
  [
    `connectionRequests/${propertyId}-booking`,
    { propertyId, ota: 'booking', status: 'pending', createdAt: now },
  ],
  ...rooms.flatMap(({ id, planId, title }): SeedDocument[] => [
    [`properties/${propertyId}/rooms/${id}`, { name: title, capacity: 2, channelManagerRoomTypeId: id }],
    [
      `properties/${propertyId}/ratePlans/${planId}`,
      { name: 'Standard Rate', roomId: id, occupancy: 2, channelManagerRatePlanId: planId },
    ],
  ]),
]

/**
 * What only happens by itself: a connection whose mapping has doubts, a guest who goes on by chatapp what began in the
 * OTA's inbox, and messages of unknown senders.
 */
export async function happen(): Promise<void> {
  await sandbox.seed({
    properties: [
      {
        ...{ id: channelManagerId, groupId, currency: 'EUR' },
        roomTypes: rooms.map(({ id, planId, title }) => ({
          ...{ id, title, capacity: 2 },
          ratePlans: [{ id: planId, title: 'Standard Rate', occupancy: 2 }],
        })),
      },
    ],
    hotels: [
      {
        ...{ hotelId, pricingType: 'Standard', currency: 'EUR', behaviour: 'ok' },
        rooms: rooms.map(({ theirs }, at) => ({
          ...{ id: 731_044_201 + at, title: theirs, maxChildren: 0 },
          rates: [
            {
              ...{ id: 26_100_310 + at, title: 'Standard Rate', maxPersons: 2 },
              ...{ occupancies: [], readonly: false, parentRateId: '' },
            },
          ],
        })),
      },
    ],
    applications: [{ propertyId: channelManagerId }],
  })
  await olivia.post('/api/integrations/booking/connect', { propertyId, hotelId })
  const writes = (from: string, body: string) => sandbox.inbound({ from, body })
  const phone = '+34612345678'
  const { threadId } = await bookAndWrite({
    ...{ hotelId, channelManagerId, roomId: 731_044_203, rateId: 26_100_312, code: '4101778201' },
    guest: { name: 'Nuria', surname: 'Campos', phone },
    message: 'Hola, llegamos con dos bicicletas. ¿Se pueden guardar en algún sitio?',
  })
  await olivia.post(`/chat/threads/${threadId}/messages`, {
    ...{ type: 'ota-message', body: '¡Hola Nuria! Sí, en el garaje hay sitio para las dos.' },
  })
  await writes(`whatsapp:${phone}`, '¡Perfecto! Le escribo ya desde mi móvil. ¿Hace falta llave?')
  await writes('whatsapp:+447700900777', 'Hi, is the house with the blue door still free in May?')
  await writes('+436601234567', 'Guten Tag, wir haben über einen Freund von Ihnen gehört.')
}

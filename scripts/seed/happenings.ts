import { bookAndWrite } from '../demo/ota-guest.ts'
import { olivia, sandbox } from '../demo/world.ts'
import villa from './villa-aurora.json' with { type: 'json' }

/**
 * Events that only calls of the vendors bring about: a connection whose mapping has doubts, a guest who goes on by
 * chatapp after the OTA's inbox, and messages of unknown senders.
 */
export async function happen(): Promise<void> {
  const { matchesHotelId: hotelId, ...property } = villa.property
  const applications = [{ propertyId: property.id }]
  await sandbox.seed({ properties: [property], hotels: [villa.hotel], applications })
  await olivia.post('/api/integrations/booking/connect', { propertyId: 'villa-aurora', hotelId })
  const writes = (from: string, body: string) => sandbox.inbound({ from, body })
  const phone = '+34612345678'
  const { threadId } = await bookAndWrite({
    hotelId,
    channelManagerId: property.id,
    roomId: 731_044_203,
    rateId: 26_100_312,
    code: '4101778201',
    guest: { name: 'Nuria', surname: 'Campos', phone },
    message: 'Hola, llegamos con dos bicicletas. ¿Se pueden guardar en algún sitio?',
  })
  await olivia.post(`/chat/threads/${threadId}/messages`, {
    type: 'ota-message',
    body: '¡Hola Nuria! Sí, en el garaje hay sitio para las dos.',
  })
  await writes(`whatsapp:${phone}`, '¡Perfecto! Le escribo ya desde mi móvil. ¿Hace falta llave?')
  await writes('whatsapp:+447700900777', 'Hi, is the house with the blue door still free in May?')
  await writes('whatsapp:+436601234567', 'Guten Tag, wir haben über einen Freund von Ihnen gehört.')
}

import type { Firestore } from 'firebase-admin/firestore'
import type { ChannelManager } from '../../src/lib/connection/channel-manager.ts'
import { mapOffer, toChannelRates } from '../../src/lib/connection/mapping/map-offer.ts'
import type { StoredProperty } from './builders.ts'
import type { Data } from './stack.ts'

/** An active channel at the channel manager, mapped as a connection maps it. */
export async function mappedChannel(
  { propertyId, hotelId, channelManagerId }: StoredProperty,
  manager: ChannelManager,
  db: Firestore,
) {
  const rows = async (name: string): Promise<Data[]> =>
    (await db.collection(`properties/${propertyId}/${name}`).get()).docs.map(row => ({
      id: row.id,
      ...row.data(),
    }))
  const [offer, rooms, ratePlans, groupId = ''] = await Promise.all([
    manager.offer('booking', hotelId),
    rows('rooms'),
    rows('ratePlans'),
    manager.groupOf(channelManagerId),
  ])
  const mapping = mapOffer(offer, rooms, ratePlans)
  const draft = {
    ota: 'booking' as const,
    hotelId,
    title: 'A channel',
    groupId,
    channelManagerPropertyId: channelManagerId,
    rates: toChannelRates(mapping, offer, ratePlans),
  }
  const { id } = await manager.createChannel(draft)
  await manager.activate(id)
  return { id, draft, mapping, offer }
}

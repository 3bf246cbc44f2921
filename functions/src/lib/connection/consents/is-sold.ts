import type { Needs } from '../../context.ts'
import type { Consent } from './consent.ts'

/** Whether every listing that is mapped is sold by the channels already. */
export async function isSold(
  { connections }: Needs<'connections'>,
  { state, ota, mappings }: Consent,
): Promise<boolean> {
  if (state !== 'active' || mappings.some(one => one.state !== 'mapped')) return false
  const channels = await Promise.all(
    [...new Set(mappings.map(one => one.propertyId))].map(
      async propertyId => (await connections.load({ propertyId, ota })).channel,
    ),
  )
  const sold = channels.flatMap(channel => (channel?.status === 'active' ? (channel.listings ?? []) : []))
  return mappings.every(({ listingId }) => sold.some(one => one.listingId === listingId))
}

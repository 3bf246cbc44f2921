import type { Needs } from '../../context.ts'
import { closeItem, openItem } from '../../items/change-item.ts'

/**
 * The channel manager is going to remove a property, which it does to those without a channel. The watch finds that of
 * channels that are switched off; this asks for properties that have none here. Call it for the event of it.
 */
export async function noteRemoval(
  deps: Needs<'channelManager' | 'connections' | 'items' | 'reservations'>,
  channelManagerPropertyId: string,
): Promise<void> {
  const { channelManager, connections, reservations, clock } = deps
  const [found, connected] = await Promise.all([
    connections.propertiesAt([channelManagerPropertyId]),
    reservations.connected([channelManagerPropertyId]),
  ])
  const property = found.get(channelManagerPropertyId)
  if (!property || connected.length > 0) return
  const { propertyId, name } = property
  const day = await channelManager.removalOf(channelManagerPropertyId)
  const id = `property-removal_${propertyId}`
  if (day === null) return closeItem(deps, id)
  await openItem(deps, {
    ...{ id, kind: 'property-removal', propertyId, createdAt: clock.now() },
    detail:
      day === undefined
        ? `${name} has been removed at the channel manager.`
        : `The channel manager is going to remove ${name}, which has no channel, with its rooms, rates and history. The day is ${day}.`,
    nextAction:
      day === undefined
        ? 'Set the property up there anew before it is connected, and take it over again.'
        : 'Connect the property before that day, or have the channel manager keep it; if neither is wanted, resolve this.',
  })
}

import type { Needs } from '../../context.ts'
import { dayOf } from '../../days.ts'
import { changeItem, closeItem } from '../../items/change-item.ts'
import type { ItemState } from '../../items/item.ts'
import { itemPage } from '../../items/list-items.ts'
import { connectedProperties } from '../channels/booking-channel.ts'
import { propertiesAt, propertyAlone } from '../properties/stored-property.ts'
import { lastDayBegan } from './last-day.ts'

type Deps = Needs<'channelManager' | 'store'>

const kind = 'property-removal'
const itemIdOf = (propertyId: string) => `${kind}_${propertyId}`

/** The channel manager removes properties without a channel; the watch covers channels that are off. */
export async function noteRemoval(deps: Deps, channelManagerPropertyId: string): Promise<void> {
  const { channelManager, store } = deps
  const [properties, connected] = await Promise.all([
    propertiesAt(store, [channelManagerPropertyId]),
    connectedProperties(store, [channelManagerPropertyId]),
  ])
  const property = properties.get(channelManagerPropertyId)
  if (!property || connected.length > 0) return
  await note(deps, property, await channelManager.removalOf(channelManagerPropertyId))
}

/** Once a round, without an event. */
export async function noteRemovals(deps: Deps): Promise<void> {
  const { channelManager, store } = deps
  const [listed, noted] = await Promise.all([channelManager.properties(), notedProperties(deps)])
  for (const [propertyId, id] of noted) if (!id) await closeItem(deps, itemIdOf(propertyId))
  const days = new Map(listed.map(({ id, removalDate }) => [id, removalDate]))
  const leaving = listed.flatMap(({ id, removalDate }) => (removalDate === null ? [] : [id]))
  const ids = [...new Set([...leaving, ...[...noted.values()].filter(id => id !== undefined)])]
  const [properties, connected] = await Promise.all([
    propertiesAt(store, ids),
    connectedProperties(store, ids),
  ])
  const selling = new Set(connected.map(({ propertyId }) => propertyId))
  for (const [id, property] of properties)
    await note(deps, property, selling.has(property.propertyId) ? null : days.get(id))
}

/** Property to its id at the channel manager. */
async function notedProperties({ store }: Deps): Promise<ReadonlyMap<string, string | undefined>> {
  const propertyIds: string[] = []
  let cursor: string | undefined
  do {
    const page = await itemPage(store, { status: 'open', kind }, cursor)
    for (const { id, propertyId } of page?.items ?? [])
      if (typeof propertyId === 'string' && id === itemIdOf(propertyId)) propertyIds.push(propertyId)
    cursor = page?.nextCursor ?? undefined
  } while (cursor !== undefined)
  const idOf = async (propertyId: string) =>
    (await propertyAlone(store, propertyId))?.channelManagerId ?? undefined
  return new Map(await Promise.all(propertyIds.map(async id => [id, await idOf(id)] as const)))
}

const noDay = 'gone'

/** `day`: from `removalOf`. The last day reopens a resolved item. */
async function note(
  deps: Deps,
  { propertyId, name }: { propertyId: string; name: string },
  day: string | null | undefined,
): Promise<void> {
  const id = itemIdOf(propertyId)
  if (day === null) return closeItem(deps, id)
  const now = deps.clock.now()
  const lastDay = day === undefined ? undefined : lastDayBegan(day, dayOf(now))
  const isTold = ({ isOpen, resolvedAt, differences }: ItemState) =>
    differences?.[0] === (day ?? noDay) &&
    (isOpen || lastDay === undefined || resolvedAt === undefined || resolvedAt >= lastDay)
  const item = {
    id,
    kind,
    propertyId,
    createdAt: now,
    differences: [day ?? noDay],
    detail:
      day === undefined
        ? `${name} has been removed at the channel manager.`
        : `The channel manager is going to remove ${name}, which has no channel, with its rooms, rates and history. The day is ${day}.`,
    nextAction:
      day === undefined
        ? 'Set the property up there anew before it is connected, and take it over again.'
        : 'Connect the property before that day, or have the channel manager keep it; if neither is wanted, resolve this: it comes again only on the last day, or with another one.',
  }
  await changeItem(deps, id, stored => {
    if (stored && isTold(stored)) return undefined
    return stored?.isOpen ? { amend: item, at: now } : { open: item }
  })
}

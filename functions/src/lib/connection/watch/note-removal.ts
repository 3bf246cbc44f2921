import type { Needs } from '../../context.ts'
import { dayOf } from '../../days.ts'
import { changeItem, closeItem } from '../../items/change-item.ts'
import type { ItemState } from '../../items/item.ts'
import { lastDayBegan } from './last-day.ts'

type Deps = Needs<'channelManager' | 'connections' | 'items' | 'reservations'>

const kind = 'property-removal'
const itemIdOf = (propertyId: string) => `${kind}_${propertyId}`

/**
 * The channel manager is going to remove a property, which it does to those without a channel. The watch finds that of
 * channels that are switched off; this asks for a property that has none here. Call it for the event of it.
 */
export async function noteRemoval(deps: Deps, channelManagerPropertyId: string): Promise<void> {
  const { channelManager, connections, reservations } = deps
  const [found, connected] = await Promise.all([
    connections.propertiesAt([channelManagerPropertyId]),
    reservations.connected([channelManagerPropertyId]),
  ])
  const property = found.get(channelManagerPropertyId)
  if (!property || connected.length > 0) return
  await note(deps, property, await channelManager.removalOf(channelManagerPropertyId))
}

/**
 * The same for every property of the account, without waiting for an event. Closes the items of those that the channel
 * manager keeps, or that have a channel by now. Call it once a round.
 */
export async function noteRemovals(deps: Deps): Promise<void> {
  const { channelManager, connections, reservations } = deps
  const [listed, noted] = await Promise.all([channelManager.properties(), notedProperties(deps)])
  for (const [propertyId, id] of noted) if (!id) await closeItem(deps, itemIdOf(propertyId))
  const days = new Map(listed.map(({ id, removalDate }) => [id, removalDate]))
  const leaving = listed.flatMap(({ id, removalDate }) => (removalDate === null ? [] : [id]))
  const ids = [...new Set([...leaving, ...[...noted.values()].filter(id => id !== undefined)])]
  const [found, connected] = await Promise.all([connections.propertiesAt(ids), reservations.connected(ids)])
  const selling = new Set(connected.map(({ propertyId }) => propertyId))
  for (const [id, property] of found)
    await note(deps, property, selling.has(property.propertyId) ? null : days.get(id))
}

/** The properties of open items, and what the channel manager calls them; undefined for those that are gone. */
async function notedProperties({
  connections,
  items,
}: Deps): Promise<ReadonlyMap<string, string | undefined>> {
  const propertyIds: string[] = []
  let cursor: string | undefined
  do {
    const page = await items.page({ status: 'open', kind }, cursor)
    for (const { id, propertyId } of page?.items ?? [])
      if (typeof propertyId === 'string' && id === itemIdOf(propertyId)) propertyIds.push(propertyId)
    cursor = page?.nextCursor ?? undefined
  } while (cursor !== undefined)
  const idOf = async (propertyId: string) =>
    (await connections.propertyAlone(propertyId))?.channelManagerId ?? undefined
  return new Map(await Promise.all(propertyIds.map(async id => [id, await idOf(id)] as const)))
}

const gone = 'gone'

/** `day`: as `removalOf` says it. What a person resolved stays so for the same day, but for the last one before it. */
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
    differences?.[0] === (day ?? gone) &&
    (isOpen || lastDay === undefined || resolvedAt === undefined || resolvedAt >= lastDay)
  const item = {
    ...{ id, kind, propertyId, createdAt: now, differences: [day ?? gone] },
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

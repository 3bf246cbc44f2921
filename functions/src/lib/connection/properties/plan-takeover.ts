import * as z from 'zod'
import type { Property, RatePlan, Room } from '../model.ts'
import type { ManagedStructure } from './managed-property.ts'

export const propertyChanges = z
  .array(
    z.object({
      what: z.enum(['property', 'room', 'rate-plan']),
      id: z.string(),
      before: z.string().nullable().meta({ description: 'In words; null for what comes.' }),
      after: z.string().nullable().meta({ description: 'In words; null for what goes.' }),
    }),
  )
  .meta({ description: 'The differences from the stored property.' })

type StructureChange = z.infer<typeof propertyChanges>[number]

type Fields<Stored> = Omit<Stored, 'id'>

interface Entries<Stored> {
  put: { id: string; fields: Partial<Fields<Stored>> }[]
  removals: string[]
}

interface OwnStructure {
  property: Property | undefined
  rooms: Room[]
  ratePlans: RatePlan[]
}

export interface Takeover {
  property: { name: string; channelManagerId: string } & Partial<
    Pick<Property, 'landlordId' | 'timeZone' | 'stateLength'>
  >
  rooms: Entries<Room>
  ratePlans: Entries<RatePlan>
  changes: StructureChange[]
}

/** Removes only entries that the channel manager had; known entries keep their ids. */
export function planTakeover(
  structure: ManagedStructure,
  landlordId: string | null,
  { property, rooms, ratePlans }: OwnStructure,
): Takeover {
  const { id: channelManagerId, title, timeZone, stateLength } = structure
  const roomOfType = new Map(rooms.map(room => [room.channelManagerRoomTypeId, room]))
  const roomIdOf = (roomTypeId: string) => roomOfType.get(roomTypeId)?.id ?? roomTypeId
  const capacityOf = new Map(structure.roomTypes.map(({ id, capacity }) => [id, capacity]))
  const nameOf = new Map(structure.roomTypes.map(room => [roomIdOf(room.id), room.title]))
  const roomEntries = compared('room', rooms, {
    managedId: room => room.channelManagerRoomTypeId,
    targets: structure.roomTypes.map(({ id, title, capacity, units }) => ({
      id: roomIdOf(id),
      name: title,
      channelManagerRoomTypeId: id,
      ...(capacity !== null && { capacity }),
      ...(units !== null && !isOneAnyway(roomOfType.get(id), units) && { units }),
    })),
    words: ({ name, capacity, units }) =>
      [name, capacity && guests(capacity), units && units > 1 && `${units} of them`]
        .filter(Boolean)
        .join(', '),
  })
  const plans = new Map(ratePlans.map(plan => [plan.channelManagerRatePlanId, plan.id]))
  const planEntries = compared('rate-plan', ratePlans, {
    managedId: plan => plan.channelManagerRatePlanId,
    targets: structure.ratePlans
      .filter(({ roomTypeId }) => capacityOf.has(roomTypeId))
      .map(({ id, title, roomTypeId, occupancy }) => ({
        id: plans.get(id) ?? id,
        name: title,
        roomId: roomIdOf(roomTypeId),
        occupancy: occupancy ?? capacityOf.get(roomTypeId) ?? 1,
        channelManagerRatePlanId: id,
      })),
    words: ({ name, roomId, occupancy }) =>
      `${name}, ${guests(occupancy)}, ${nameOf.get(roomId) ?? rooms.find(({ id }) => id === roomId)?.name ?? roomId}`,
  })
  const fields = {
    name: title,
    channelManagerId,
    ...(landlordId !== null && { landlordId }),
    ...(timeZone !== null && { timeZone }),
    ...(stateLength !== null && { stateLength }),
  }
  const isSame = property && !differs(property, fields)
  const before = property ? ofProperty(property) : null
  const changed = { what: 'property', id: channelManagerId, before, after: ofProperty(fields) } as const
  return {
    property: fields,
    rooms: roomEntries.entries,
    ratePlans: planEntries.entries,
    changes: [...(isSame ? [] : [changed]), ...roomEntries.changes, ...planEntries.changes],
  }
}

/** A missing number of units means one. */
const isOneAnyway = (room: Room | undefined, units: number): boolean =>
  room !== undefined && units === 1 && (room.units ?? 1) === 1

const ofProperty = ({ name, timeZone, stateLength }: Takeover['property'] | Property): string =>
  [name, timeZone, stateLength && `a calendar of ${stateLength} days`].filter(Boolean).join(', ')

const guests = (number: number): string => (number === 1 ? '1 guest' : `${number} guests`)

interface Comparison<Stored> {
  managedId(stored: Stored): string | null | undefined
  targets: ({ id: string } & Partial<Stored>)[]
  words(entry: Stored): string
}

function compared<Stored extends { id: string }>(
  what: 'room' | 'rate-plan',
  stored: readonly Stored[],
  { managedId, targets, words }: Comparison<Stored>,
): { entries: Entries<Stored>; changes: StructureChange[] } {
  const byId = new Map(stored.map(entry => [entry.id, entry]))
  const ids = new Set(targets.map(({ id }) => id))
  const surplus = stored.filter(entry => managedId(entry) && !ids.has(entry.id))
  const put = targets.filter(entry => {
    const before = byId.get(entry.id)
    return !before || differs(before, entry)
  })
  const wordsOf = (entry: Stored | undefined) => (entry ? words(entry) : null)
  return {
    entries: {
      put: put.map(({ id, ...fields }) => ({ id, fields: fields as Partial<Fields<Stored>> })),
      removals: surplus.map(({ id }) => id),
    },
    changes: [
      ...put.map(entry => {
        const before = byId.get(entry.id)
        return {
          what,
          id: entry.id,
          before: wordsOf(before),
          after: words({ ...before, ...entry } as Stored),
        }
      }),
      ...surplus.map(entry => ({ what, id: entry.id, before: words(entry), after: null })),
    ],
  }
}

const differs = (before: object, after: object): boolean =>
  Object.entries(after).some(([field, value]) => Reflect.get(before, field) !== value)

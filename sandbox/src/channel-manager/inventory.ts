/** Our own properties, room types and rate plans as the channel manager lists them. */

import type { Reply } from '../core/vendor.ts'
import type { ManagedProperty, RatePlan, RoomType } from './model.ts'
import { data, page, refusal } from './replies.ts'
import type { Store } from './store.ts'

const showProperty = (property: ManagedProperty) => ({
  type: 'property',
  id: property.id,
  attributes: {
    id: property.id,
    title: property.title,
    currency: property.currency,
    is_active: true,
    expected_removal_date: property.removalDate ?? null,
  },
  relationships: { groups: { data: [{ type: 'group', id: property.groupId }] } },
})

export function getProperty(store: Store, id: string): Reply {
  const property = store.properties.get(id)
  if (!property) throw refusal(404)
  return data(showProperty(property))
}

export const listProperties = (store: Store, query: URLSearchParams): Reply =>
  page([...store.properties.values()], query, showProperty)

function filtered(store: Store, query: URLSearchParams): readonly ManagedProperty[] {
  const propertyId = query.get('filter[property_id]')
  return [...store.properties.values()].filter(property => propertyId === null || property.id === propertyId)
}

export function roomTypeOptions(store: Store, query: URLSearchParams): Reply {
  const rows = filtered(store, query).flatMap(property =>
    property.roomTypes.map(room => ({
      type: 'room_type',
      id: room.id,
      attributes: {
        id: room.id,
        title: room.title,
        property_id: property.id,
        default_occupancy: room.capacity,
      },
    })),
  )
  return data(rows)
}

export function listRoomTypes(store: Store, query: URLSearchParams): Reply {
  const rooms = filtered(store, query).flatMap(property =>
    property.roomTypes.map(room => ({ ...room, propertyId: property.id })),
  )
  return page(rooms, query, ({ id, title, capacity, units = 1, propertyId }) => ({
    type: 'room_type',
    id,
    attributes: { id, title, occ_adults: capacity, default_occupancy: capacity, count_of_rooms: units },
    relationships: { property: { data: { type: 'property', id: propertyId } } },
  }))
}

const showRatePlan = (property: ManagedProperty, room: RoomType, plan: RatePlan) => ({
  type: 'rate_plan',
  id: plan.id,
  attributes: {
    id: plan.id,
    title: plan.title,
    occupancy: plan.occupancy,
    sell_mode: room.ratePlans.some(other => other !== plan && other.title === plan.title)
      ? 'per_person'
      : 'per_room',
    room_type_id: room.id,
    property_id: property.id,
    parent_rate_plan_id: null,
  },
})

/** Without multi_occupancy only the largest occupancy of each rate plan is listed. */
const isMainOption = (room: RoomType, plan: RatePlan): boolean =>
  !room.ratePlans.some(other => other.title === plan.title && other.occupancy > plan.occupancy)

export function ratePlanOptions(store: Store, query: URLSearchParams): Reply {
  const everyOption = query.get('multi_occupancy') === 'true'
  const rows = filtered(store, query).flatMap(property =>
    property.roomTypes.flatMap(room =>
      room.ratePlans
        .filter(plan => everyOption || isMainOption(room, plan))
        .map(plan => showRatePlan(property, room, plan)),
    ),
  )
  return data(rows)
}

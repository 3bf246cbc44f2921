/** Our properties' sales, day by day, as `GET /restrictions` shows them. */

import type { Reply } from '../core/vendor.ts'
import type { ManagedProperty } from './model.ts'
import { data, refusal } from './replies.ts'
import type { Store } from './store.ts'

const dayMs = 86_400_000

function daysOf(query: URLSearchParams): string[] {
  const [from = Number.NaN, to = Number.NaN] = ['gte', 'lte'].map(end =>
    Date.parse(query.get(`filter[date][${end}]`) ?? ''),
  )
  if (Number.isNaN(from) || Number.isNaN(to)) throw refusal(400)
  return Array.from({ length: Math.max(0, (to - from) / dayMs + 1) }, (_, at) =>
    new Date(from + at * dayMs).toISOString().slice(0, 10),
  )
}

/** The seeded inventory of the property's hotel; by default for sale. */
function usualOf(store: Store, { id }: ManagedProperty) {
  const channels = [...store.channels.values()].filter(({ propertyIds }) => propertyIds.includes(id))
  const [seeded = {}] = channels.flatMap(({ hotelId }) => store.hotel(hotelId)?.inventory ?? [])
  const { availability = 1, stopSell = false, rate = '100.00' } = seeded
  return { availability, stop_sell: stopSell, rate }
}

function showPlans(
  store: Store,
  property: ManagedProperty,
  days: readonly string[],
  names: readonly string[],
) {
  const usual = usualOf(store, property)
  const changes = store.inventory.filter(({ propertyId }) => propertyId === property.id)
  return property.roomTypes.flatMap(room =>
    room.ratePlans.map(plan => {
      const own = changes.filter(
        ({ roomTypeId = room.id, ratePlanId = plan.id }) => roomTypeId === room.id && ratePlanId === plan.id,
      )
      const valuesOf = (day: string): Record<string, unknown> => {
        const set = own.filter(({ from, to }) => from <= day && day <= to)
        const values = Object.assign({ ...usual }, ...set.map(({ values: changed }) => changed))
        // No availability reads as a stop-sell, whatever was sent.
        if (values.availability === 0) values.stop_sell = true
        return Object.fromEntries(names.map(name => [name, values[name] ?? null]))
      }
      return [plan.id, Object.fromEntries(days.map(day => [day, valuesOf(day)]))]
    }),
  )
}

export function listRestrictions(store: Store, query: URLSearchParams): Reply {
  const names = query.get('filter[restrictions]')?.split(',')
  const property = store.properties.get(query.get('filter[property_id]') ?? '')
  if (!names) throw refusal(400)
  if (!property) throw refusal(404)
  return data(Object.fromEntries(showPlans(store, property, daysOf(query), names)))
}

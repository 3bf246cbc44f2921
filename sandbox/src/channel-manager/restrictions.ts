/** What our properties sell, day by day, as `GET /restrictions` shows it. */

import type { Reply } from '../core/vendor.ts'
import type { InventoryChange, ManagedProperty } from './model.ts'
import { data, refusal } from './replies.ts'
import type { Store } from './store.ts'

const dayMs = 86_400_000
/** A property's usual `state_length`. */
const mostDays = 500

/** What nobody has set is for sale. */
const usual = {
  ...{ availability: 1, rate: '100.00', stop_sell: false },
  ...{ closed_to_arrival: false, closed_to_departure: false },
  ...{ min_stay_arrival: 1, min_stay_through: 1, max_stay: 0 },
}

function daysOf(query: URLSearchParams): string[] {
  const [from, to] = [query.get('filter[date][gte]'), query.get('filter[date][lte]')].map(day =>
    Date.parse(day ?? ''),
  )
  if (from === undefined || to === undefined || Number.isNaN(from) || Number.isNaN(to)) throw refusal(400)
  const count = Math.min(mostDays, (to - from) / dayMs + 1)
  return Array.from({ length: Math.max(0, count) }, (_, at) =>
    new Date(from + at * dayMs).toISOString().slice(0, 10),
  )
}

/** Whether the property itself closes a day: the first ones from a time of day on, and those far ahead. */
function closes({ settings = {} }: ManagedProperty, day: string): boolean {
  const { cut_off_time: time, cut_off_days: days = 0, max_day_advance: ahead } = settings
  const now = new Date().toISOString()
  const later = Math.round((Date.parse(day) - Date.parse(now.slice(0, 10))) / dayMs)
  const isCutOff = time && (time !== '00:00:00' || days > 0) && now.slice(11, 19) >= time
  return (isCutOff && later < Math.max(1, days)) || (ahead ? later > ahead : false)
}

/** No availability reads as a stop-sell, whatever was sent. */
function dayOf(
  property: ManagedProperty,
  changes: readonly InventoryChange[],
  day: string,
  wanted: readonly string[],
) {
  const values: Record<string, unknown> = { ...usual }
  for (const { from, to, values: changed } of changes)
    if (from <= day && day <= to) Object.assign(values, changed)
  if (closes(property, day)) values.availability = 0
  if (values.availability === 0) values.stop_sell = true
  return Object.fromEntries(wanted.map(name => [name, values[name] ?? null]))
}

function showPlans(
  store: Store,
  property: ManagedProperty,
  days: readonly string[],
  wanted: readonly string[],
) {
  const changes = store.inventory.filter(({ propertyId }) => propertyId === property.id)
  return property.roomTypes.flatMap(room =>
    room.ratePlans.map(plan => {
      const own = changes.filter(
        ({ roomTypeId = room.id, ratePlanId = plan.id }) => roomTypeId === room.id && ratePlanId === plan.id,
      )
      return [plan.id, Object.fromEntries(days.map(day => [day, dayOf(property, own, day, wanted)]))]
    }),
  )
}

export function listRestrictions(store: Store, query: URLSearchParams): Reply {
  const wanted = query.get('filter[restrictions]')?.split(',')
  const property = store.properties.get(query.get('filter[property_id]') ?? '')
  if (!wanted) throw refusal(400)
  if (!property) throw refusal(404)
  return data(Object.fromEntries(showPlans(store, property, daysOf(query), wanted)))
}

/** Questions about a hotel before there is a channel. */

import { asObject } from '../core/values.ts'
import { json, type Reply } from '../core/vendor.ts'
import type { Hotel, HotelRate, HotelRoom } from './model.ts'
import { data, invalid, refusal, wordless } from './replies.ts'
import type { Store } from './store.ts'

export function describeAdapter(store: Store, code: string | null): Reply {
  const { title } = store.adapter(code)
  return data({
    type: 'adapter',
    id: code,
    attributes: {
      code,
      title,
      actions: ['load_future_reservations'],
      channel_restrictions: { currency: 'EUR', min_price: 500 },
      // The vendor's own value, typo included: the right value comes from mapping_details.
      mapping_params: { pricing_type: { default: 'Standart' } },
    },
  })
}

/** The hotel that a settings body names; an id that is no text is refused, as the live system does. */
function hotelOf(store: Store, body: unknown): Hotel | undefined {
  const request = asObject(body)
  const { code } = store.adapter(request.channel)
  const hotelId = asObject(request.settings).hotel_id
  if (typeof hotelId !== 'string' || hotelId === '') throw invalid({ hotel_id: ['is invalid'] })
  return store.hotelAt(code, hotelId)
}

const testsWell = (hotel: Hotel | undefined): boolean =>
  hotel !== undefined && hotel.behaviour !== 'test-fails' && hotel.behaviour !== 'agreement-pending'

/** Always 200: a failure carries no reason, and a hotel connected elsewhere passes. */
export function testConnection(store: Store, body: unknown): Reply {
  const request = asObject(body)
  const { code } = store.adapter(request.channel)
  const hotelId = asObject(request.settings).hotel_id
  const hotel = typeof hotelId === 'string' ? store.hotelAt(code, hotelId) : undefined
  return data({ success: testsWell(hotel), errors: null })
}

function showRate(hotel: Hotel, room: HotelRoom, rate: HotelRate) {
  return {
    id: rate.id,
    title: rate.title,
    max_persons: rate.maxPersons,
    occupancies: hotel.pricingType === 'OBP' ? rate.occupancies : [],
    price_1: hotel.pricingType === 'OBP' ? null : false,
    pricing: hotel.pricingType,
    parent_rate_id: rate.parentRateId ?? '',
    readonly: rate.readonly,
    derived_rate_plan_ids: room.rates.filter(other => other.parentRateId === rate.id).map(other => other.id),
  }
}

export function mappingDetails(store: Store, body: unknown): Reply {
  const hotel = hotelOf(store, body)
  if (!hotel || hotel.behaviour === 'test-fails') throw wordless()
  const rooms = hotel.rooms.map(room => ({
    id: room.id,
    title: room.title,
    max_children: room.maxChildren,
    rates: room.rates.map(rate => showRate(hotel, room, rate)),
  }))
  return data({ pricing_type: hotel.pricingType, rooms })
}

const connectionTypes = ['Reservations', 'Rates and Availability', 'Content', 'Photos'] as const

export function connectionDetails(store: Store, body: unknown): Reply {
  const hotel = hotelOf(store, body)
  if (!hotel || hotel.behaviour === 'test-fails') throw refusal(400)
  const status = hotel.behaviour === 'agreement-pending' ? 'XML Pending' : 'XML Active'
  return json(200, {
    data: {
      type: 'connection_details',
      attributes: {
        currency: hotel.currency,
        connection_types: connectionTypes.map(name => ({ name, status })),
      },
    },
  })
}

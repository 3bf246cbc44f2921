import type { Channel, ChannelMapping } from './model.ts'
import type { Store } from './store.ts'

const showMapping = (mapping: ChannelMapping) => ({
  id: mapping.id,
  rate_plan_id: mapping.ratePlanId,
  settings: {
    room_type_code: mapping.roomTypeCode,
    rate_plan_code: mapping.ratePlanCode,
    occupancy: mapping.occupancy,
    pricing_type: mapping.pricingType,
    primary_occ: mapping.primary,
    readonly: mapping.readonly,
  },
})

const shownId = ({ hotelId, hotelIdIsNumber }: Channel) => (hotelIdIsNumber ? Number(hotelId) : hotelId)

/** A channel as the vendor writes it. */
export const showChannel = (store: Store, channel: Channel) => ({
  type: 'channel',
  id: channel.id,
  attributes: {
    id: channel.id,
    title: channel.title,
    channel: channel.adapter,
    currency: store.hotel(channel.hotelId)?.currency ?? 'EUR',
    is_active: channel.isActive,
    actions: ['load_future_reservations'],
    properties: channel.propertyIds,
    settings: { hotel_id: shownId(channel), machine_account: 'sandbox' },
    rate_plans: channel.mappings.map(showMapping),
    expected_removal_date: channel.removalDate,
    inserted_at: channel.insertedAt,
  },
  relationships: {
    group: { data: { type: 'group', id: channel.groupId } },
    properties: { data: channel.propertyIds.map(id => ({ type: 'property', id })) },
  },
})

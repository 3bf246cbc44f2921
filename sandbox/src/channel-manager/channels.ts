/** Create, list, read, update and delete channels. */

import { randomUUID } from 'node:crypto'
import type { Reply } from '../core/vendor.ts'
import { type ChannelCreate, parseCreate, parseUpdate, toMappings, updatedMappings } from './channel-input.ts'
import { mappingProblems } from './check-mappings.ts'
import type { Channel, ChannelMapping, Hotel, ManagedProperty } from './model.ts'
import { data, invalid, page, refusal, success } from './replies.ts'
import { showChannel } from './show-channel.ts'
import type { Store } from './store.ts'

export function findChannel(store: Store, id: string): Channel {
  const channel = store.channels.get(id)
  if (!channel) throw refusal(404)
  return channel
}

function resolveProperties(store: Store, ids: readonly string[]): readonly ManagedProperty[] {
  return ids.map(id => {
    const property = store.properties.get(id)
    if (!property) throw invalid({ properties: ['is invalid'] })
    return property
  })
}

/** A hotel connected here or at another provider is unavailable to everybody else. */
function resolveHotel(store: Store, adapter: string, hotelId: string, except?: string): Hotel {
  const hotel = store.hotelAt(adapter, hotelId)
  if (!hotel || hotel.behaviour === 'test-fails') throw invalid({ settings: ['hotel_id is invalid'] })
  if (hotel.behaviour === 'connected-elsewhere' || store.channelOfHotel(hotelId, except)) {
    throw invalid({ settings: ['channel with the same settings already exists'] })
  }
  return hotel
}

/** Some hotels take their id only as a number; a text is refused without detail. */
function requireIdForm({ createsBy }: Hotel, { settings }: ChannelCreate): void {
  const isNumber = typeof settings.hotel_id === 'number'
  if (createsBy === 'number' && !isNumber) throw refusal(500)
  if (createsBy === undefined && isNumber) throw invalid({ settings: ['hotel_id is invalid'] })
}

function requireGroup(groupId: string, properties: readonly ManagedProperty[]): void {
  if (groupId === '') throw invalid({ group_id: ["can't be blank"] })
  if (properties.some(property => property.groupId !== groupId)) throw invalid({ group_id: ['is invalid'] })
}

function requireMappings(
  store: Store,
  hotel: Hotel,
  properties: readonly ManagedProperty[],
  mappings: readonly ChannelMapping[],
): readonly ChannelMapping[] {
  const isText = store.adapter(hotel.adapter).rateIds === 'text'
  if (mappings.some(({ ratePlanCode }) => (typeof ratePlanCode === 'string') !== isText))
    throw invalid({ rate_plans: ['settings.rate_plan_code is invalid'] })
  const problems = mappingProblems(hotel, properties, mappings)
  if (problems.length > 0) throw invalid({ rate_plans: problems })
  return mappings
}

function build(input: ChannelCreate, mappings: readonly ChannelMapping[]): Channel {
  return {
    id: randomUUID(),
    adapter: input.channel,
    title: input.title,
    groupId: input.group_id,
    propertyIds: input.properties ?? [],
    hotelId: String(input.settings.hotel_id),
    hotelIdIsNumber: typeof input.settings.hotel_id === 'number',
    isActive: false,
    removalDate: null,
    mappings,
    insertedAt: new Date().toISOString(),
    loaded: new Set(),
  }
}

export function createChannel(store: Store, body: unknown): Reply {
  const input = parseCreate(body)
  if (!store.knows(input.channel)) throw invalid({ channel: ['is invalid'] })
  const properties = resolveProperties(store, input.properties ?? [])
  requireGroup(input.group_id, properties)
  const hotel = resolveHotel(store, input.channel, String(input.settings.hotel_id))
  requireIdForm(hotel, input)
  const channel = build(input, requireMappings(store, hotel, properties, toMappings(input.rate_plans ?? [])))
  store.channels.set(channel.id, channel)
  return data(showChannel(store, channel), 201)
}

export function updateChannel(store: Store, id: string, body: unknown): Reply {
  const channel = findChannel(store, id)
  const input = parseUpdate(body)
  if (input.channel !== undefined && input.channel !== channel.adapter)
    throw invalid({ channel: ["can't be changed"] })
  const propertyIds = input.properties ?? channel.propertyIds
  const hotel = resolveHotel(store, channel.adapter, input.settings?.hotel_id ?? channel.hotelId, channel.id)
  const mappings = input.rate_plans
    ? updatedMappings(channel.mappings, input.rate_plans, hotel)
    : channel.mappings
  channel.mappings = requireMappings(store, hotel, resolveProperties(store, propertyIds), mappings)
  channel.title = input.title ?? channel.title
  channel.propertyIds = propertyIds
  channel.hotelId = hotel.hotelId
  channel.hotelIdIsNumber &&= input.settings === undefined
  return data(showChannel(store, channel))
}

export function deleteChannel(store: Store, id: string): Reply {
  const channel = findChannel(store, id)
  if (channel.isActive) throw invalid({ channel: ['is active'] })
  store.channels.delete(channel.id)
  return success()
}

export const readChannel = (store: Store, id: string): Reply =>
  data(showChannel(store, findChannel(store, id)))

export function listChannels(store: Store, query: URLSearchParams): Reply {
  const propertyId = query.get('filter[property_id]')
  const channels = [...store.channels.values()].filter(
    ({ propertyIds }) => propertyId === null || propertyIds.includes(propertyId),
  )
  return page(channels, query, channel => showChannel(store, channel))
}

import * as z from 'zod'
import { isDocumentId } from '../../identifiers.ts'
import { collection, type Query, type Store, type StoredDocument } from '../../store.ts'
import { type BookingProperty, storedProperty } from '../model.ts'

/** A channel that was never connected from here sells, too. */
const storedBookingChannel = z.looseObject({
  propertyId: z.string(),
  ota: z.string(),
  channelManagerChannelId: z.string(),
  status: z.string(),
})

type BookingChannel = z.infer<typeof storedBookingChannel>

export const bookingChannels = collection('propertyChannels/{channelId}', storedBookingChannel).sound

export const allChannels: Query = bookingChannels.any.all()

export const channelsAfter = (channelId: string | undefined, limit: number): Query =>
  bookingChannels.any
    .orderBy('__name__')
    .after(channelId === undefined ? undefined : [channelId])
    .limit(limit)

/** By id, which says a property's first. */
export const activeChannels = (channelId: string | undefined, limit: number): Query<BookingChannel> =>
  bookingChannels
    .where('status', '==', 'active')
    .orderBy('__name__')
    .after(channelId === undefined ? undefined : [channelId])
    .limit(limit)

export async function firstChannels(
  store: Store,
  channels: readonly StoredDocument<BookingChannel>[],
): Promise<Set<string>> {
  const propertyIds = [...new Set(channels.map(({ value }) => value.propertyId))]
  const all = await store.find(bookingChannels.where('propertyId', 'in', propertyIds))
  const active = all.filter(({ value }) => value.status === 'active')
  const first = new Map<string, string>()
  for (const { id, value } of active) {
    const before = first.get(value.propertyId)
    if (before === undefined || id < before) first.set(value.propertyId, id)
  }
  return new Set(first.values())
}

const properties = collection('properties/{propertyId}', storedProperty.partial()).sound

export const bookingProperty = async (
  store: Store,
  propertyId: string,
): Promise<BookingProperty | undefined> => {
  const property = isDocumentId(propertyId) ? await store.read(properties.at(propertyId)) : undefined
  return property && bookingPropertiesIn(property)[0]
}

export async function connectedProperties(
  store: Store,
  channelManagerPropertyIds: readonly string[],
): Promise<BookingProperty[]> {
  const documents = await store.find(properties.where('channelManagerId', 'in', channelManagerPropertyIds))
  const own = documents.flatMap(bookingPropertiesIn)
  const ids = own.map(({ propertyId }) => propertyId)
  const channels = await store.find(bookingChannels.where('propertyId', 'in', ids))
  // A channel sells until its disconnection succeeds.
  const live = channels.filter(({ value: { status } }) => status !== 'disconnected')
  const sold = new Set(live.map(({ value }) => value.propertyId))
  return own.filter(({ propertyId }) => sold.has(propertyId))
}

const bookingPropertiesIn = ({
  id: propertyId,
  value: { channelManagerId },
}: StoredDocument<{ channelManagerId?: string | null | undefined }>): BookingProperty[] =>
  channelManagerId ? [{ propertyId, channelManagerPropertyId: channelManagerId }] : []

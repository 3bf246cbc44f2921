import * as z from 'zod'
import { activeFor } from '../../billing/ledger.ts'
import type { Needs } from '../../context.ts'
import type { StoredDocument } from '../../store.ts'
import { summarizeMapping } from '../mapping/map-offer.ts'
import { mappingSummary, properties } from '../model.ts'
import { otas } from '../otas.ts'
import { type LoadProgress, loadProgress, progressOf } from '../pulls/pull.ts'
import { readPull } from '../pulls/stored-pull.ts'
import { refusals } from '../refusals.ts'
import { haltReasons, type PropertyChannel } from './property-channel.ts'
import { propertyChannels } from './stored-channel.ts'

export const effects = z
  .array(z.string())
  .meta({ description: 'The effects of disconnecting, a sentence each.' })

const verdictShape = z.looseObject({
  result: z.string(),
  detail: z.string().optional(),
  at: z.date().optional(),
})

const channelShape = z
  .object({
    channelId: z.string(),
    ota: z.string(),
    status: z.string().meta({ description: '`active`, `disconnecting` or `disconnected`.' }),
    hotelId: z.string(),
    channelManagerChannelId: z.string(),
    mappingStatus: z.enum(['initial', 'finalized']),
    version: z.number().meta({ description: 'Of the mapping.' }),
    summary: mappingSummary,
    currency: z.string().nullable(),
    pricingType: z.string().nullable(),
    listingUrl: z.string().nullable(),
    verdict: verdictShape
      .nullable()
      .meta({ description: 'How the OTA took what it was sent; null while it has not said.' }),
    notSelling: z.enum(haltReasons).nullable().meta({
      description: 'Why it sells nothing, though it is active: at the channel manager it is off or gone.',
    }),
    createdAt: z.date().nullable(),
    disconnectedAt: z.date().optional(),
    reservations: loadProgress.nullable(),
    disconnect: z.object({ effects: effects }),
  })
  .meta({ id: 'Channel' })
type ChannelView = z.infer<typeof channelShape>

export const channelList = z
  .object({
    propertyName: z.string(),
    channels: z.array(channelShape),
  })
  .meta({ id: 'Channels' })

/** Throws `property-not-found`. */
export async function listChannels(
  { store }: Needs<'store'>,
  propertyId: string,
): Promise<z.infer<typeof channelList>> {
  const [property, channels, pull] = await Promise.all([
    store.read(properties.any.at(propertyId)),
    store.find(propertyChannels.sound.where('propertyId', '==', propertyId)),
    readPull(store, propertyId),
  ])
  if (!property) throw refusals.propertyNotFound(propertyId)
  const progress = progressOf(pull?.value)
  const propertyName =
    properties.sound.at(propertyId).parse(property.value, property.path)?.name ?? propertyId
  const views = channels.map(async channel => {
    const isSubscribed = (await store.find(activeFor(channel.value))).length > 0
    return channelView(channel, { propertyName, isSubscribed }, progress)
  })
  return { propertyName, channels: await Promise.all(views) }
}

const channelView = (
  { id: channelId, value: channel }: StoredDocument<PropertyChannel>,
  effects: { propertyName: string; isSubscribed: boolean },
  reservations: LoadProgress | null,
): ChannelView => ({
  channelId,
  ota: channel.ota,
  status: channel.status,
  hotelId: channel.hotelId,
  channelManagerChannelId: channel.channelManagerChannelId,
  mappingStatus: channel.mappingStatus,
  version: channel.version,
  summary: summarizeMapping(channel.mapping),
  currency: channel.currency ?? null,
  pricingType: channel.pricingType ?? channel.offer?.pricingType ?? null,
  listingUrl: channel.listingUrl ?? null,
  verdict: channel.verdict ?? null,
  notSelling: channel.notSelling ?? null,
  createdAt: channel.createdAt ?? null,
  disconnectedAt: channel.disconnectedAt,
  reservations,
  disconnect: { effects: disconnectEffects(channel, effects) },
})

/** One sentence each. */
export function disconnectEffects(
  { status, ota, hotelId, mapping, pendingMapping }: PropertyChannel,
  { propertyName, isSubscribed }: { propertyName: string; isSubscribed: boolean },
): string[] {
  const { label } = otas[ota]
  if (status === 'disconnected') return ['Nothing: the channel is disconnected already.']
  const rows = mapping.ratePlans.filter(({ ratePlanId }) => ratePlanId !== null).length
  return [
    `The channel of "${propertyName}" for ${label} property ${hotelId} is switched off at the channel manager.`,
    `Prices and availability at ${label} are no longer updated, and bookings made there no longer come in: close the rooms in its extranet first.`,
    `Reservations that are here stay as they are, and so does what ${label} holds.`,
    isSubscribed
      ? 'The subscription of the connection service is cancelled; connecting again needs a new payment if the terms ask for one.'
      : 'No subscription runs for this connection, so none is cancelled.',
    ...(pendingMapping ? ['The mapping that waits to be written is dropped.'] : []),
    `The connection is kept in its history, with its mapping of ${rows} ${rows === 1 ? 'line' : 'lines'}.`,
    'The channel manager removes a channel that is off after about a month. Until then connecting the same property ID takes this one up again, with a mapping made anew.',
  ]
}

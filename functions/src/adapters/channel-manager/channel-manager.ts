import {
  type Channel,
  type ChannelDraft,
  ChannelExistsError,
  type ChannelManager,
  type ChannelRate,
  type ConnectionType,
} from '../../lib/connection/channel-manager.ts'
import { pairOf } from '../../lib/connection/mapping/rate-lines.ts'
import { type OtaName, otas } from '../../lib/connection/otas.ts'
import { isRetryable, ProviderError } from '../../lib/errors.ts'
import { malformedReply } from '../provider-failure.ts'
import {
  type ChannelManagerClient,
  type ChannelManagerConfig,
  channelManagerClient,
  command,
  ifThere,
  isConflict,
  provider,
  type Refused,
} from './client.ts'
import { connectionDetails } from './connection-types.ts'
import { eachPage, everyPage } from './pages.ts'
import {
  activation,
  calendarReply,
  channelReply,
  channelRow,
  connectionTest,
  offerReply,
  propertyGroup,
  propertyRemoval,
  propertyReply,
  propertyRow,
  ratePlanOptions,
  readiness,
  restrictions,
  roomTypeOptions,
  roomTypeUnits,
} from './replies.ts'

export type { ChannelManagerConfig } from './client.ts'

/** Channex's public API v1. */
export function channelManager(config: ChannelManagerConfig): ChannelManager {
  const within = (millisecondsLeft?: () => number): ChannelManager => ({
    ...calls(channelManagerClient(config, millisecondsLeft)),
    within,
  })
  return within()
}

const calls = (client: ChannelManagerClient): Omit<ChannelManager, 'within'> => ({
  testConnection: (ota, hotelId) =>
    client({ ...hotelQuestion('test_connection', ota, hotelId), reply: connectionTest }),
  connectionTypes: (ota, hotelId) =>
    client<ConnectionType[] | undefined>({
      ...hotelQuestion('connection_details', ota, hotelId),
      reply: connectionDetails,
      onRefusal: ifUnknown,
    }),
  offer: (ota, hotelId) =>
    client({ ...hotelQuestion('mapping_details', ota, hotelId), reply: offerReply(otas[ota]) }),
  groupOf: id => ifThere(client, ['properties', id], propertyGroup),
  removalOf: id => ifThere(client, ['properties', id], propertyRemoval),
  properties: () => everyPage(client, { path: ['properties'], row: propertyRow }),
  structureOf: async id => {
    const filter = { 'filter[property_id]': id }
    const [property, roomTypes, units, ratePlans] = await Promise.all([
      ifThere(client, ['properties', id], propertyReply),
      client({ path: ['room_types', 'options'], query: filter, reply: roomTypeOptions(id) }),
      unitsOf(client, filter),
      client({
        path: ['rate_plans', 'options'],
        query: { ...filter, multi_occupancy: 'true' },
        reply: ratePlanOptions(id),
      }),
    ])
    if (!property) return undefined
    const withUnits = roomTypes.map(type => ({ ...type, units: units.get(type.id) ?? null }))
    return { ...property, roomTypes: withUnits, ratePlans }
  },
  channelsOf: id => channelsOf(client, id),
  channelsOfHotel: async (ota, hotelId) => {
    const channels = await everyPage(client, { path: ['channels'], row: channelRow })
    return channels.filter(channel => channel.ota === ota && channel.hotelId === hotelId)
  },
  channel: id => ifThere(client, ['channels', id], channelReply),
  calendar: async (id, { from, to }) =>
    client({
      path: ['restrictions'],
      query: {
        'filter[property_id]': id,
        'filter[date][gte]': from,
        'filter[date][lte]': to,
        'filter[restrictions]': restrictions.join(','),
      },
      reply: calendarReply,
    }),
  createChannel: async draft => {
    try {
      return await create(client, draft, channelBody(draft))
    } catch (error) {
      if (error instanceof ProviderError && error.status === 500) return createByNumber(client, draft, error)
      throw error
    }
  },
  writeHotelId: (id, hotelId) =>
    command(client, 'PUT', ['channels', id], {
      body: { channel: { settings: hotelSettings(hotelId) } },
      waitsForOta: true,
    }),
  replaceRates: async (id, draft, present) =>
    command(client, 'PUT', ['channels', id], {
      body: replacingBody(draft, present),
      ...waitingFor(draft.ota),
    }),
  readinessIssues: id =>
    client({ method: 'POST', path: ['channels', id, 'check_readiness'], reply: readiness }),
  activate: id =>
    command(client, 'POST', ['channels', id, 'activate'], { reply: activation(id), waitsForOta: true }),
  deactivate: id => command(client, 'POST', ['channels', id, 'deactivate'], { waitsForOta: true }),
  deleteChannel: id => command(client, 'DELETE', ['channels', id], { mayBeAbsent: true }),
})

/** Units are undocumented; null after a refusal. */
async function unitsOf(client: ChannelManagerClient, query: Record<string, string>) {
  const units = new Map<string, number | null>()
  try {
    for await (const page of eachPage(client, { path: ['room_types'], query, row: roomTypeUnits }))
      for (const type of page) units.set(type.id, type.units)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
  }
  return units
}

const waitingFor = (ota: OtaName) => ({
  waitsForOta: true,
  otaAnswersWithinMs: otas[ota].answersWithinMs,
})

const hotelQuestion = (question: string, ota: OtaName, hotelId: string) => ({
  method: 'POST' as const,
  ...waitingFor(ota),
  path: ['channels', question],
  body: { channel: otas[ota].adapterCode, settings: hotelSettings(hotelId) },
})

/** The channel manager does not know the hotel: `400 bad_request`, `422 {"errors": null}`. */
function ifUnknown({ status, errors }: Refused): { answer: undefined } | undefined {
  const isBadRequest = status === 400 && errors.code === 'bad_request'
  const isWordless = status === 422 && errors.lines.length === 0
  return isBadRequest || isWordless ? { answer: undefined } : undefined
}

async function channelsOf(client: ChannelManagerClient, propertyId: string): Promise<Channel[]> {
  const query = { 'filter[property_id]': propertyId }
  const channels = await everyPage(client, { path: ['channels'], query, row: channelRow })
  return channels.filter(channel => mayBeFor(channel, propertyId))
}

const mayBeFor = ({ propertyIds }: Channel, propertyId: string): boolean =>
  propertyIds.length === 0 || propertyIds.includes(propertyId)

async function create(client: ChannelManagerClient, draft: ChannelDraft, body: object): Promise<Channel> {
  const made = await client({
    method: 'POST',
    path: ['channels'],
    body,
    effect: 'write',
    ...waitingFor(draft.ota),
    reply: channelReply,
    onRefusal: throwIfExisting,
  })
  const isAsked = made.ota === draft.ota && made.hotelId === draft.hotelId
  if (!isAsked || !mayBeFor(made, draft.channelManagerPropertyId)) throw malformedReply(provider)
  return made
}

/**
 * For some hotels create answers 500 unless the hotel id is a number. The number gets one try, unless the first made
 * the channel.
 */
async function createByNumber(
  client: ChannelManagerClient,
  draft: ChannelDraft,
  first: ProviderError,
): Promise<Channel> {
  const channels = await channelsOf(client, draft.channelManagerPropertyId).catch(() => {
    throw first
  })
  const made = channels.find(({ ota, hotelId }) => ota === draft.ota && hotelId === draft.hotelId)
  if (made) return made
  const { channel } = channelBody(draft)
  try {
    return await create(client, draft, {
      channel: { ...channel, settings: { hotel_id: Number(draft.hotelId) } },
    })
  } catch (error) {
    if (error instanceof ChannelExistsError)
      throw new ChannelExistsError(error.message, { mayBeOurs: true, cause: error.cause })
    throw isRetryable(error) ? first : error
  }
}

function throwIfExisting({ status, errors, error }: Refused): undefined {
  if (!isConflict(errors)) return
  throw new ChannelExistsError(`a channel with these settings exists already (${status})`, { cause: error })
}

function channelBody(draft: ChannelDraft) {
  requireOnePrimary(draft.rates)
  return {
    channel: {
      channel: otas[draft.ota].adapterCode,
      group_id: draft.groupId,
      title: draft.title,
      properties: [draft.channelManagerPropertyId],
      settings: hotelSettings(draft.hotelId),
      rate_plans: draft.rates.map(ratePlan),
    },
  }
}

/** Null removes a rate plan. */
function replacingBody(draft: ChannelDraft, present: readonly ChannelRate[]) {
  const { channel } = channelBody(draft)
  const surplus = plansOf(present).difference(plansOf(draft.rates))
  const removals = [...surplus].map(rate_plan_id => ({ rate_plan_id, settings: null }))
  return { channel: { ...channel, rate_plans: [...channel.rate_plans, ...removals] } }
}

const plansOf = (rates: readonly ChannelRate[]): Set<string> =>
  new Set(rates.map(({ channelManagerRatePlanId }) => channelManagerRatePlanId))

/** Reads and activation refuse a number. */
const hotelSettings = (hotelId: string) => ({ hotel_id: hotelId })

const ratePlan = (rate: ChannelRate) => ({
  rate_plan_id: rate.channelManagerRatePlanId,
  settings: {
    room_type_code: rate.otaRoomId,
    rate_plan_code: rate.otaRateId,
    occupancy: rate.occupancy,
    pricing_type: rate.pricingType,
    primary_occ: rate.primary,
    readonly: false,
  },
})

/** The channel manager accepts a wrong number of primaries, then loses availability. */
function requireOnePrimary(rates: ChannelRate[]): void {
  const pairs = Map.groupBy(rates, pairOf)
  for (const [pair, lines] of pairs) {
    const primaries = lines.filter(line => line.primary).length
    if (primaries === 1) continue
    throw new ProviderError(
      provider,
      'permanent',
      `room and rate ${pair} need one primary line, not ${primaries}`,
    )
  }
}

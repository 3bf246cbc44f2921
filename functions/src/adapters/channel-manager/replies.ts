import * as z from 'zod'
import type {
  Calendar,
  Channel,
  ChannelRate,
  OtaOffer,
  OtaRate,
  PlanNight,
} from '../../lib/connection/channel-manager.ts'
import type { OtaId } from '../../lib/connection/ota-id.ts'
import type { Ota } from '../../lib/connection/otas/ota.ts'
import { otaNames, otas } from '../../lib/connection/otas.ts'
import { isVendorId } from '../../lib/identifiers.ts'
import { withoutEntities } from '../../lib/text.ts'
import { dataOf, linesOf } from './client.ts'

export const connectionTest = dataOf(z.object({ success: z.boolean() })).transform(({ success }) => success)

type Ids = Pick<Ota, 'rateIds'>

/** Digits alone are text where an OTA's ids are text. */
const rateId = ({ rateIds }: Ids): z.ZodType<OtaId> => (rateIds === 'text' ? textId : numberId)
const textId = z.union([z.string().min(1), z.number().int().transform(String)])
const digits = z.string().regex(/^\d{1,15}$/)
const numberId = z.union([z.number().int(), digits.transform(Number)])

const channelRate = (ids: Ids) =>
  z
    .object({
      rate_plan_id: z.string(),
      settings: z.object({
        room_type_code: z.coerce.number().int(),
        rate_plan_code: rateId(ids),
        occupancy: z.number().int(),
        pricing_type: z.string(),
        primary_occ: z.boolean(),
      }),
    })
    .transform(
      ({ rate_plan_id, settings }): ChannelRate => ({
        channelManagerRatePlanId: rate_plan_id,
        otaRoomId: settings.room_type_code,
        otaRateId: settings.rate_plan_code,
        occupancy: settings.occupancy,
        pricingType: settings.pricing_type,
        primary: settings.primary_occ,
      }),
    )

const channelRates = (lines: readonly unknown[], ids: Ids): ChannelRate[] => {
  const line = channelRate(ids)
  return lines.flatMap(one => line.safeParse(one).data ?? [])
}

const nameOf = (code: string) => otaNames.find(name => otas[name].adapterCode === code) ?? null

/** A title that is too long or malformed does not refuse the rest. */
const title = z.string().transform(text => text.slice(0, 255).toWellFormed())

export const channelRow = z
  .object({
    id: z.string().refine(isVendorId),
    attributes: z.object({
      channel: z.string().catch(''),
      is_active: z.boolean(),
      currency: z.string().max(10).nullish().catch(null),
      settings: z
        .object({ hotel_id: z.union([z.string().max(255), z.number()]).nullish() })
        .nullish()
        .catch(null),
      properties: z.array(z.string()).catch([]),
      rate_plans: z.array(z.unknown()).catch([]),
      expected_removal_date: z.string().nullish().catch(null),
    }),
  })
  .transform(({ id, attributes }): Channel => {
    const ota = nameOf(attributes.channel)
    return {
      id,
      ota,
      hotelId: attributes.settings?.hotel_id?.toString() ?? null,
      hotelIdIsNumber: typeof attributes.settings?.hotel_id === 'number',
      isActive: attributes.is_active,
      currency: attributes.currency ?? null,
      propertyIds: attributes.properties,
      rates: ota ? channelRates(attributes.rate_plans, otas[ota]) : [],
      removalDate: attributes.expected_removal_date ?? null,
    }
  })

export const channelReply = dataOf(channelRow)

export const propertyGroup = dataOf(
  z.object({
    relationships: z.object({ groups: dataOf(z.tuple([z.object({ id: z.string().min(1) })], z.unknown())) }),
  }),
).transform(({ relationships: { groups } }) => groups[0].id)

export const propertyRemoval = dataOf(
  z.object({ attributes: z.object({ expected_removal_date: z.string().nullish().catch(null) }) }),
).transform(({ attributes }) => attributes.expected_removal_date ?? null)

const count = z.number().int().positive().nullish().catch(null).default(null)

const propertyTitle = z.string().transform(withoutEntities).pipe(title)

const propertyDatum = z
  .object({
    id: z.string().min(1),
    attributes: z.object({
      title: propertyTitle,
      timezone: z.string().min(1).nullish().catch(null),
      settings: z.object({ state_length: count }).nullish().catch(null),
    }),
  })
  .transform(({ id, attributes: { title, timezone, settings } }) => ({
    id,
    title,
    timeZone: timezone ?? null,
    stateLength: settings?.state_length ?? null,
  }))

export const propertyReply = dataOf(propertyDatum)

export const propertyRow = z
  .object({
    id: z.string().refine(isVendorId),
    attributes: z
      .object({ title: propertyTitle.catch(''), expected_removal_date: z.string().nullish().catch(null) })
      .catch({ title: '', expected_removal_date: null }),
  })
  .transform(({ id, attributes: { title, expected_removal_date } }) => ({
    id,
    title,
    removalDate: expected_removal_date ?? null,
  }))

/** Rows of another property, and ids that cannot be stored, are left out. */
const optionsOf = <Options extends { id: string }>(option: z.ZodType<Options>) =>
  dataOf(z.array(z.object({ attributes: option }))).transform(rows =>
    rows.flatMap(({ attributes }) => (isVendorId(attributes.id) ? attributes : [])),
  )
const ofProperty = (id: string) => ({ id: z.string().min(1), property_id: z.literal(id).nullish() })

export const roomTypeOptions = (propertyId: string) =>
  optionsOf(
    z
      .object({ ...ofProperty(propertyId), title, default_occupancy: count })
      .transform(({ id, title, default_occupancy }) => ({ id, title, capacity: default_occupancy })),
  )

export const roomTypeUnits = z
  .object({ id: z.string(), attributes: z.object({ count_of_rooms: count }) })
  .transform(({ id, attributes }) => ({ id, units: attributes.count_of_rooms }))

export const ratePlanOptions = (propertyId: string) =>
  optionsOf(
    z
      .object({ ...ofProperty(propertyId), title, room_type_id: z.string(), occupancy: count })
      .transform(({ id, title, room_type_id, occupancy }) => ({
        id,
        title,
        roomTypeId: room_type_id,
        occupancy,
      })),
  )

const otaRate = (ids: Ids) =>
  z
    .object({
      id: rateId(ids),
      title: z.string(),
      max_persons: z.number().int().positive().nullish(),
      occupancies: z.array(z.number().int().positive()).nullish(),
      pricing: z.string().nullish(),
      parent_rate_id: z.union([z.string(), z.number()]).nullish(),
      readonly: z.boolean(),
    })
    .transform(rate => ({
      id: rate.id,
      title: rate.title,
      maxPersons: rate.max_persons ?? null,
      occupancies: rate.occupancies ?? [],
      readonly: rate.readonly,
      derived: Boolean(rate.parent_rate_id),
      pricing: rate.pricing,
    }))

export const offerReply = (ids: Ids) =>
  dataOf(
    z.object({
      pricing_type: z.enum(['Standard', 'OBP']),
      rooms: z.array(z.object({ id: z.number().int(), title: z.string(), rates: z.array(otaRate(ids)) })),
    }),
  ).transform(
    ({ pricing_type, rooms }): OtaOffer => ({
      pricingType: pricing_type,
      rooms: rooms.map(room => ({
        ...room,
        rates: room.rates.map((rate): OtaRate => ({ ...rate, pricing: rate.pricing ?? pricing_type })),
      })),
    }),
  )

const blocker = z.object({ entity: z.string(), relation: z.string(), error_code: z.string() })

function blockerText(item: unknown): string {
  const { data } = blocker.safeParse(item)
  return data
    ? `${data.entity} ${data.relation}: ${data.error_code}`
    : linesOf(item).join(', ') || 'not ready'
}

export const readiness = dataOf(z.array(z.unknown().transform(blockerText)))

/** An activation that leaves the channel inactive has failed, whatever the reply says. */
export const activation = (id: string) =>
  z.union([
    z.null(),
    z.object({
      data: z.object({ id: z.literal(id).nullish(), attributes: z.object({ is_active: z.literal(true) }) }),
    }),
    z.object({ meta: z.object({ message: z.string() }), data: z.undefined().optional() }),
  ])

export const restrictions = ['availability', 'rate', 'stop_sell'] as const

const amount = z.union([z.number(), z.string().trim().min(1).pipe(z.coerce.number())])

/** A night without a rate has no price; a night without a stop-sell is sold. */
const planNight = z
  .object({ availability: amount, rate: amount.nullish(), stop_sell: z.boolean().nullish() })
  .transform(
    ({ availability, rate = null, stop_sell }): PlanNight => ({
      availability,
      rate,
      stopSell: stop_sell === true,
    }),
  )

const planNights = z
  .record(z.string(), planNight.optional().catch(undefined))
  .catch({})
  .transform(
    nights => new Map(Object.entries(nights).flatMap(([day, night]) => (night ? [[day, night]] : []))),
  )

export const calendarReply = dataOf(z.record(z.string(), planNights)).transform(
  (plans): Calendar => new Map(Object.entries(plans)),
)

import { seedProperties } from '../src/seed.ts'
import type { TestSandbox } from './support.ts'

export interface Row {
  readonly rate_plan_id: string
  readonly settings: {
    readonly room_type_code: number
    readonly rate_plan_code: number
    readonly occupancy: number
    readonly pricing_type: string
    readonly primary_occ: boolean
    readonly readonly: boolean
  }
}

export const adapterBody = (hotelId: unknown) => ({ channel: 'BookingCom', settings: { hotel_id: hotelId } })

export function propertyFor(hotelId: string) {
  const property = seedProperties.find(one => one.matchesHotelId === hotelId)
  if (!property) throw new Error(`no seeded property for ${hotelId}`)
  return property
}

const plain = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase()

interface OtaRoom {
  readonly id: number
  readonly title: string
  readonly rates: readonly {
    readonly id: number
    readonly title: string
    readonly max_persons: number
    readonly parent_rate_id: number | string
    readonly readonly: boolean
  }[]
}

/** Rows of a mapping as a client should send them: by normalised names, without read-only and derived rates. */
export async function rowsFor(sandbox: TestSandbox, hotelId: string): Promise<Row[]> {
  const details = (await sandbox.manager('POST', '/channels/mapping_details', adapterBody(hotelId))).body.data
  const rooms: readonly OtaRoom[] = details.rooms
  return rooms.flatMap(room => {
    const type = propertyFor(hotelId).roomTypes.find(
      one => plain(one.title) === plain(room.title) && one.capacity >= (room.rates[0]?.max_persons ?? 0),
    )
    return room.rates
      .filter(rate => !rate.readonly && rate.parent_rate_id === '')
      .flatMap(rate =>
        (type?.ratePlans ?? [])
          .filter(plan => plain(plan.title) === plain(rate.title))
          .map((plan, index) => ({
            rate_plan_id: plan.id,
            settings: {
              room_type_code: room.id,
              rate_plan_code: rate.id,
              occupancy: plan.occupancy,
              pricing_type: details.pricing_type,
              primary_occ: index === 0,
              readonly: false,
            },
          })),
      )
  })
}

export const channelBody = (hotelId: string, rows: readonly unknown[], more: object = {}) => ({
  channel: {
    channel: 'BookingCom',
    group_id: propertyFor(hotelId).groupId,
    title: 'Booking.com',
    properties: [propertyFor(hotelId).id],
    settings: { hotel_id: hotelId },
    rate_plans: rows,
    is_active: true,
    ...more,
  },
})

export async function createChannel(sandbox: TestSandbox, hotelId: string) {
  const answer = await sandbox.manager(
    'POST',
    '/channels',
    channelBody(hotelId, await rowsFor(sandbox, hotelId)),
  )
  if (answer.status !== 201)
    throw new Error(`create answered ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body.data
}

import { beforeEach, describe, expect, it } from 'vitest'
import { channelBody, createChannel, propertyFor, type Row, rowsFor } from './connection.ts'
import { useSandbox } from './support.ts'

const sandbox = useSandbox()
beforeEach(async () => {
  await sandbox.control('POST', '/reset')
})

const hotelId = '5868189'
const missing = '00000000-0000-4000-8000-000000000000'

/** The right rows, with changed settings in the first row. */
async function spoiled(change: Record<string, unknown>, row: Partial<Row> = {}) {
  const [first, ...rest] = await rowsFor(sandbox, hotelId)
  return [{ ...first, ...row, settings: { ...first?.settings, ...change } }, ...rest]
}

const create = (rows: readonly unknown[], more: object = {}) =>
  sandbox.manager('POST', '/channels', channelBody(hotelId, rows, more))

describe('create refuses', () => {
  it.each<[string, Record<string, unknown>, RegExp]>([
    ['an occupancy above max_persons', { occupancy: 3 }, /above max_persons/],
    ['no occupancy', { occupancy: undefined }, /occupancy/],
    ['a room code as text', { room_type_code: '586818903' }, /room_type_code/],
    ['a rate that does not exist', { rate_plan_code: 1 }, /does not exist/],
    ['a room that does not exist', { room_type_code: 1 }, /does not exist/],
    ['another pricing type', { pricing_type: 'Standart' }, /pricing_type/],
    ['a wrong readonly', { readonly: true }, /readonly/],
    ['a pair without a primary occupancy', { primary_occ: false }, /exactly one primary_occ/],
    ['a derived rate', { rate_plan_code: 16385048 }, /derived/],
  ])('%s', async (_name, change, reason) => {
    const { status, body } = await create(await spoiled(change))
    expect(status).toBe(422)
    expect(body.errors.code).toBe('validation_error')
    expect(body.errors.details.rate_plans.join('\n')).toMatch(reason)
    expect((await sandbox.control('GET', '/state?vendor=channel-manager')).body.channels).toEqual([])
  })

  it('a read-only rate', async () => {
    const rows = await spoiled({ room_type_code: 586818905, rate_plan_code: 16385062, readonly: true })
    expect((await create(rows)).body.errors.details.rate_plans.join('\n')).toMatch(/read only/)
  })

  it('two primary occupancies in one pair', async () => {
    const rows = (await rowsFor(sandbox, hotelId)).map(row => ({
      ...row,
      settings: { ...row.settings, primary_occ: true },
    }))
    expect((await create(rows)).body.errors.details.rate_plans.join('\n')).toMatch(
      /exactly one primary_occ, has 2/,
    )
  })

  it("another property's rate plan", async () => {
    const foreign = propertyFor('6519420').roomTypes[0]?.ratePlans[0]?.id ?? ''
    expect((await create(await spoiled({}, { rate_plan_id: foreign }))).status).toBe(422)
  })

  it('a missing or a wrong group, and an unknown property', async () => {
    const rows = await rowsFor(sandbox, hotelId)
    expect((await create(rows, { group_id: undefined })).body.errors.details).toEqual({
      group_id: ["can't be blank"],
    })
    expect((await create(rows, { group_id: missing })).body.errors.details).toEqual({
      group_id: ['is invalid'],
    })
    expect((await create(rows, { properties: [missing] })).body.errors.details.properties).toEqual([
      'is invalid',
    ])
  })

  it('the hotel id as a number', async () => {
    const answer = await create(await rowsFor(sandbox, hotelId), { settings: { hotel_id: 5868189 } })
    expect(answer.status).toBe(422)
  })
})

describe('a channel', () => {
  it('is inactive whatever the request says, and shows what was sent', async () => {
    const rows = await rowsFor(sandbox, hotelId)
    const channel = await createChannel(sandbox, hotelId)
    expect(channel.attributes.is_active).toBe(false)
    const shown = channel.attributes.rate_plans.map(({ rate_plan_id, settings }: Row) => ({
      rate_plan_id,
      settings,
    }))
    expect(shown).toEqual(rows)
  })

  it('is found by its property, in pages', async () => {
    await createChannel(sandbox, hotelId)
    await createChannel(sandbox, '6519420')
    const mine = await sandbox.manager('GET', `/channels?filter[property_id]=${propertyFor(hotelId).id}`)
    expect(
      mine.body.data.map((one: { attributes: { settings: object } }) => one.attributes.settings),
    ).toEqual([{ hotel_id: hotelId, machine_account: 'sandbox' }])
    expect(mine.body.meta).toEqual({ limit: 10, page: 1, total: 1 })
    const second = await sandbox.manager('GET', '/channels?pagination[limit]=1&pagination[page]=2')
    expect(second.body.data).toHaveLength(1)
    expect(second.body.meta).toEqual({ limit: 1, page: 2, total: 2 })
    const greedy = await sandbox.manager('GET', '/channels?pagination[limit]=1000')
    expect(greedy.body.meta.limit).toBe(100)
  })

  it('has its mapping replaced as a whole', async () => {
    const channel = await createChannel(sandbox, hotelId)
    const [first] = await rowsFor(sandbox, hotelId)
    const path = `/channels/${channel.id}`
    const updated = await sandbox.manager('PUT', path, { channel: { title: 'New', rate_plans: [first] } })
    expect(updated.body.data.attributes.rate_plans).toHaveLength(1)
    const untouched = await sandbox.manager('PUT', path, { channel: { title: 'Newer' } })
    expect(untouched.body.data.attributes).toMatchObject({ title: 'Newer', rate_plans: [{}] })
    expect((await sandbox.manager('PUT', path, { channel: { channel: 'AirBNB' } })).status).toBe(422)
  })

  it('cannot be deleted while active, nor deactivated while inactive', async () => {
    const channel = await createChannel(sandbox, hotelId)
    const path = `/channels/${channel.id}`
    expect((await sandbox.manager('POST', `${path}/deactivate`)).status).toBe(422)
    await sandbox.manager('POST', `${path}/activate`)
    const refused = await sandbox.manager('DELETE', path)
    expect(refused).toMatchObject({ status: 422, body: { errors: { details: { channel: ['is active'] } } } })
    expect((await sandbox.manager('POST', `${path}/deactivate`)).status).toBe(200)
    const reply = await sandbox.manager('GET', path)
    expect(reply.body.data.attributes.rate_plans.length).toBeGreaterThan(0)
    expect((await sandbox.manager('DELETE', path)).status).toBe(200)
    expect((await sandbox.manager('GET', path)).status).toBe(404)
  })
})

describe('access', () => {
  it('answers a wrong key, an unknown path and an unknown property as the vendor does', async () => {
    const stranger = await sandbox.manager('GET', '/channels', undefined, 'wrong')
    expect(stranger).toMatchObject({ status: 401, body: { errors: { code: 'unauthorized' } } })
    expect((await sandbox.manager('GET', '/nothing')).body.errors.code).toBe('resource_not_found')
    expect((await sandbox.manager('GET', `/properties/${missing}`)).status).toBe(404)
  })

  it('shows the group of a property', async () => {
    const property = propertyFor(hotelId)
    const { body } = await sandbox.manager('GET', `/properties/${property.id}`)
    expect(body.data.relationships.groups.data[0].id).toBe(property.groupId)
    const rooms = await sandbox.manager('GET', `/room_types/options?filter[property_id]=${property.id}`)
    expect(rooms.body.data[0].attributes).toEqual({
      id: property.roomTypes[0]?.id,
      title: 'double room ',
      property_id: property.id,
      default_occupancy: 2,
    })
  })
})

import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { listManaged, previewManaged, takeOver } from '../../src/lib/connection/properties/take-over.ts'
import { landlordsNamed } from '../../src/lib/landlord/list-landlords.ts'
import { actorOf, startVerbs } from '../support/chat-deps.ts'
import { sandbox as sandboxOf } from '../support/connection-builders.ts'
import { listed, put, uniqueId } from '../support/stack.ts'
import { testContext } from '../support/test-context.ts'

const { db } = startVerbs()
const sandbox = sandboxOf()
const context = testContext({ firestore: db })

const actor = actorOf('operations')

const room = (title = 'Double Room', occupancies = [1, 2]) => ({
  id: randomUUID(),
  title,
  capacity: 2,
  ratePlans: occupancies.map(occupancy => ({ id: randomUUID(), title: 'Standard Rate', occupancy })),
})

/** A property at the channel manager, and a landlord with an account. */
async function managed(roomTypes: (ReturnType<typeof room> & { units?: number })[] = [room()]) {
  const property = {
    id: randomUUID(),
    title: `House ${uniqueId('')}`,
    groupId: randomUUID(),
    currency: 'EUR',
  }
  await sandbox.seed({ properties: [{ ...property, roomTypes }] })
  const landlordId = uniqueId('landlord')
  await put(`accounts/${landlordId}`, {
    name: `Lars ${landlordId}`,
    email: `${landlordId}@example.com`,
    connectionService: { plan: 'free', amount: 0, currency: 'EUR' },
  })
  return { property, roomTypes, landlordId, input: { channelManagerId: property.id, landlordId } }
}

const storedOf = async (propertyId: string) => {
  const property = db.doc(`properties/${propertyId}`)
  const [document, rooms, ratePlans] = await Promise.all([
    property.get(),
    property.collection('rooms').get(),
    property.collection('ratePlans').get(),
  ])
  return { property: document.data(), rooms: rooms.docs, ratePlans: ratePlans.docs }
}

const auditsOf = async (propertyId: string) => (await listed('auditLog', 'targetId', propertyId)).length

describe('a property of the channel manager', () => {
  it('is listed by title and by id, once taken over with our id', async () => {
    const { property, input } = await managed()
    const shown = { channelManagerId: property.id, title: property.title }
    for (const text of [property.title.toUpperCase(), property.id])
      expect(await listManaged(context, text)).toEqual({
        properties: [{ ...shown, propertyId: null }],
        more: false,
      })
    const { propertyId } = await takeOver(context, actor, input)
    expect((await listManaged(context, property.title)).properties).toEqual([{ ...shown, propertyId }])
    expect((await listManaged(context, 'no such title')).properties).toEqual([])
  })

  it('is previewed, and taken over once, however often and by however many at once', async () => {
    const { property, landlordId, roomTypes, input } = await managed()
    const preview = await previewManaged(context, property.id)
    expect(preview).toMatchObject({
      title: property.title,
      propertyId: null,
      landlordId: null,
      rooms: [
        {
          name: 'Double Room',
          capacity: 2,
          ratePlans: [1, 2].map(occupancy => ({ name: 'Standard Rate', occupancy })),
        },
      ],
    })
    const answers = await Promise.all([1, 2, 3].map(() => takeOver(context, actor, input)))
    const [{ propertyId } = { propertyId: '' }] = answers
    expect(new Set(answers.map(one => one.propertyId)).size).toBe(1)
    expect(answers).toContainEqual(expect.objectContaining({ isNew: true, changes: preview.changes }))
    const { property: stored, rooms, ratePlans } = await storedOf(propertyId)
    expect(stored).toMatchObject({ name: property.title, landlordId, channelManagerId: property.id })
    expect(rooms.map(one => one.data())).toEqual([
      { name: 'Double Room', capacity: 2, units: 1, channelManagerRoomTypeId: roomTypes[0]?.id },
    ])
    expect(ratePlans.map(one => one.get('occupancy')).toSorted()).toEqual([1, 2])
    expect(await auditsOf(propertyId)).toBe(1)
    expect(await takeOver(context, actor, input)).toMatchObject({ isNew: false, changes: [] })
  })

  it('keeps the ids under which it was stored by hand, and rooms that the channel manager never knew', async () => {
    const { property, landlordId, roomTypes, input } = await managed([room('Double Room', [2])])
    const [double] = roomTypes
    const propertyId = uniqueId('by-hand')
    const document = db.doc(`properties/${propertyId}`)
    await document.set({ name: 'Old name', landlordId, channelManagerId: property.id })
    await document.collection('rooms').doc('mine').set({
      name: 'double',
      capacity: 2,
      channelManagerRoomTypeId: double?.id,
    })
    await document.collection('rooms').doc('garage').set({ name: 'Garage' })
    const preview = await previewManaged(context, property.id)
    expect(preview).toMatchObject({ propertyId, landlordId })
    expect(preview.changes.map(({ what, before, after }) => [what, before, after])).toEqual([
      ['property', 'Old name', property.title],
      ['room', 'double, 2 guests', 'Double Room, 2 guests'],
      ['rate-plan', null, 'Standard Rate, 2 guests, Double Room'],
    ])
    expect(await takeOver(context, actor, input)).toMatchObject({ propertyId, isNew: false })
    const { rooms, ratePlans } = await storedOf(propertyId)
    expect(rooms.map(({ id }) => id).toSorted()).toEqual(['garage', 'mine'])
    expect(ratePlans.map(one => one.get('roomId'))).toEqual(['mine'])
  })

  it('shows the changes since, and takes them over', async () => {
    const { property, roomTypes, input } = await managed([room(), room('Suite', [2])])
    const { propertyId } = await takeOver(context, actor, input)
    const [double] = roomTypes
    const changed = { ...room('Attic', [1]), capacity: 1 }
    await sandbox.seed({
      properties: [{ ...property, roomTypes: [{ ...double, title: 'Twin', units: 3 }, changed] }],
    })
    const { changes } = await previewManaged(context, property.id)
    expect(changes.map(({ what, before, after }) => `${what}: ${before} → ${after}`)).toEqual([
      'room: Double Room, 2 guests → Twin, 2 guests, 3 of them',
      'room: null → Attic, 1 guest',
      'room: Suite, 2 guests → null',
      'rate-plan: null → Standard Rate, 1 guest, Attic',
      'rate-plan: Standard Rate, 2 guests, Suite → null',
    ])
    expect((await takeOver(context, actor, input)).changes).toEqual(changes)
    const { rooms, ratePlans } = await storedOf(propertyId)
    expect(rooms.map(one => [one.get('name'), one.get('units')]).toSorted()).toEqual([
      ['Attic', 1],
      ['Twin', 3],
    ])
    expect(ratePlans).toHaveLength(3)
    expect((await previewManaged(context, property.id)).changes).toEqual([])
  })

  it('shows a first count of one room as no change, and of two as a change', async () => {
    const { property, roomTypes, input } = await managed([room('Double Room', [2])])
    const { propertyId } = await takeOver(context, actor, input)
    const { rooms } = await storedOf(propertyId)
    await rooms[0]?.ref.set({ name: 'Double Room', capacity: 2, channelManagerRoomTypeId: roomTypes[0]?.id })
    expect((await previewManaged(context, property.id)).changes).toEqual([])
    await sandbox.seed({ properties: [{ ...property, roomTypes: [{ ...roomTypes[0], units: 2 }] }] })
    expect((await previewManaged(context, property.id)).changes).toMatchObject([
      { before: 'Double Room, 2 guests', after: 'Double Room, 2 guests, 2 of them' },
    ])
  })

  it('two rooms of one name keep their own rate plans', async () => {
    const { property } = await managed([room('Twin', [1]), room('Twin', [2])])
    const { rooms } = await previewManaged(context, property.id)
    expect(rooms.map(({ ratePlans }) => ratePlans.map(({ occupancy }) => occupancy))).toEqual([[1], [2]])
  })

  it('gets a landlord where it had none', async () => {
    const { property, landlordId, input } = await managed([])
    await put(`properties/${property.id}`, { name: property.title, channelManagerId: property.id })
    expect((await previewManaged(context, property.id)).changes).toEqual([])
    expect(await takeOver(context, actor, input)).toMatchObject({ isNew: false, landlordId })
    expect((await storedOf(property.id)).property).toMatchObject({ landlordId })
    expect((await takeOver(context, actor, input)).changes).toEqual([])
  })

  it('is refused with a reason if it or the landlord is unknown, or it has another landlord', async () => {
    const { input, landlordId } = await managed()
    const unknown = { channelManagerId: randomUUID(), landlordId }
    await expect(takeOver(context, actor, unknown)).rejects.toMatchObject({
      code: 'property-incomplete',
      detail: 'The channel manager does not know this property.',
    })
    await expect(previewManaged(context, randomUUID())).rejects.toMatchObject({ code: 'property-incomplete' })
    const nobody = { ...input, landlordId: uniqueId('nobody') }
    await expect(takeOver(context, actor, nobody)).rejects.toMatchObject({ code: 'property-incomplete' })
    await takeOver(context, actor, input)
    const { landlordId: other } = await managed()
    await expect(takeOver(context, actor, { ...input, landlordId: other })).rejects.toMatchObject({
      code: 'validation-failed',
      errors: [{ path: 'landlordId' }],
    })
  })
})

describe('an outage of the channel manager', () => {
  beforeAll(() => sandbox.clearFaults())
  it.each(['/properties/', '/room_types/options', '/rate_plans'])('at %s stores nothing', async path => {
    const { property, input } = await managed()
    await sandbox.fault({ vendor: 'channel-manager', mode: 'status', status: 503, path })
    await expect(takeOver(context, actor, input)).rejects.toMatchObject({ provider: 'channel-manager' })
    await sandbox.clearFaults()
    expect((await storedOf(property.id)).property).toBeUndefined()
  })
})

describe('the number of rooms of a type', () => {
  beforeAll(() => sandbox.clearFaults())
  const odd = { data: [{ id: 7 }, 'none'], meta: null }
  it.each([
    ['refused', { mode: 'status', status: 403 }],
    ['not there', { mode: 'status', status: 404 }],
    ['failing', { mode: 'status', status: 503 }],
    ['cut off', { mode: 'malformed' }],
    ['odd', { mode: 'status', status: 200, body: odd }],
    ['something else', { mode: 'status', status: 200, body: { data: 'none' } }],
  ] as const)('stays as stored, or unknown, where the answer is %s', async (_, fault) => {
    const [repeat, fresh] = [await managed([{ ...room(), units: 3 }]), await managed()]
    const { propertyId } = await takeOver(context, actor, repeat.input)
    await sandbox.fault({ vendor: 'channel-manager', path: '/room_types$', ...fault })
    expect((await takeOver(context, actor, repeat.input)).changes).toEqual([])
    const { propertyId: other } = await takeOver(context, actor, fresh.input)
    await sandbox.clearFaults()
    expect((await storedOf(propertyId)).rooms.map(one => one.get('units'))).toEqual([3])
    expect((await storedOf(other)).rooms.map(one => one.data())).toEqual([
      { name: 'Double Room', capacity: 2, channelManagerRoomTypeId: fresh.roomTypes[0]?.id },
    ])
  })

  it('is unknown where the answer is no count, and known of other types', async () => {
    const [one, other] = [room('Twin'), room('Attic')]
    const { input } = await managed([one, other])
    const roomTypeOf = (id: string, count_of_rooms: unknown) => ({ id, attributes: { count_of_rooms } })
    await sandbox.fault({
      vendor: 'channel-manager',
      path: '/room_types$',
      mode: 'status',
      status: 200,
      body: { data: [roomTypeOf(one.id, 'many'), roomTypeOf(other.id, 4)] },
    })
    const { propertyId } = await takeOver(context, actor, input)
    await sandbox.clearFaults()
    const { rooms } = await storedOf(propertyId)
    expect(rooms.map(stored => [stored.get('name'), stored.get('units')]).toSorted()).toEqual([
      ['Attic', 4],
      ['Twin', undefined],
    ])
  })
})

it('landlords are found by the beginning of their name', async () => {
  const { landlordId } = await managed()
  expect(await landlordsNamed(context.store, `Lars ${landlordId}`)).toEqual([
    { landlordId, name: `Lars ${landlordId}` },
  ])
})

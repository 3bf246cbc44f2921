import { randomInt, randomUUID } from 'node:crypto'
import { expect, vi } from 'vitest'
import type { Actor } from '../../src/lib/actor.ts'
import { activateConsent } from '../../src/lib/connection/consents/activate.ts'
import { askConsent } from '../../src/lib/connection/consents/ask-consent.ts'
import { chooseListings } from '../../src/lib/connection/consents/choose-listings.ts'
import { comeBack } from '../../src/lib/connection/consents/come-back.ts'
import { viewConsent } from '../../src/lib/connection/consents/view-consent.ts'
import { workOnConsent } from '../../src/lib/connection/consents/work-on-consent.ts'
import { namesById } from '../../src/lib/connection/otas/kinds.ts'
import { otaNames } from '../../src/lib/connection/otas.ts'
import type { Context } from '../../src/lib/context.ts'
import { sandbox } from './connection-builders.ts'
import { adjustableClock } from './connection-deps.ts'
import { memoryLog } from './memory-log.ts'
import { type Data, db, uniqueId } from './stack.ts'
import { builtContext } from './test-context.ts'

const ota = otaNames.find(name => !namesById().includes(name)) ?? none()

function none(): never {
  throw new Error('no OTA is connected by consent')
}

export const listingIds = () =>
  Array.from({ length: 3 }, () => `9${randomInt(10 ** 9, 10 ** 10 - 1)}99999999`)

interface Spec {
  plan?: 'free' | 'paid'
  /** How many properties. */
  properties?: number
  email?: null
  mapsAfterMs?: number
  /** At the channel manager; one of its own unless told. */
  groupId?: string
}

/** Properties of one landlord and group, with two rate plans each, a host with three listings, and who asks. */
export async function consentWorld({
  plan = 'free',
  properties: size = 2,
  email,
  mapsAfterMs = 0,
  groupId = randomUUID(),
}: Spec = {}) {
  const clock = adjustableClock()
  const lines: string[] = []
  const context: Context = await builtContext({ firestore: db(), clock, log: memoryLog(lines) })
  const asker: Actor = {
    ...{ uid: uniqueId('olivia'), role: 'operations' },
    origin: { ipAddress: '203.0.113.7', userAgent: 'test' },
  }
  const landlordId = uniqueId('landlord')
  await db()
    .doc(`accounts/${landlordId}`)
    .set({
      ...{ name: 'Lars Lindqvist', email: email === null ? null : `${landlordId}@example.com` },
      connectionService: { plan, amount: 4900, currency: 'EUR' },
    })
  const properties = await Promise.all(
    Array.from({ length: size }, (_, at) => storeProperty({ landlordId, groupId, name: `House ${at}` })),
  )
  const [listings, hostId] = [listingIds(), uniqueId('host')]
  const seedHost = (more: object = {}) =>
    sandbox().seed({
      hosts: [
        {
          id: hostId,
          mapsAfterMs,
          listings: listings.map((id, at) => ({ id, title: `Loft ${at}` })),
          ...more,
        },
      ],
    })
  await seedHost()
  const propertyIds = properties.map(one => one.propertyId)
  const ask = (using = context, ids = propertyIds) => askConsent(using, asker, { ota, propertyIds: ids })

  /** Where the host's browser is sent back to, with its token. */
  async function host(url: string, id = hostId) {
    const answer = await fetch(`${url}?host=${id}`, { redirect: 'manual' })
    const back = new URL(answer.headers.get('location') ?? 'none:')
    return {
      token: back.searchParams.get('token') ?? '',
      channelId: back.searchParams.get('channel_id') ?? undefined,
      isSuccess: back.searchParams.get('success') === 'true',
      path: back.pathname,
    }
  }

  const { consentId } = await ask()
  const stored = async (): Promise<Data> => (await db().doc(`consents/${consentId}`).get()).data()
  const back = (answer: Awaited<ReturnType<typeof host>>, using = context) =>
    comeBack(using, { consentId, ...answer })
  const view = (isFresh = false) => viewConsent(context, consentId, { isFresh })
  const each = listings.map((listingId, at) => {
    const property = properties[at % size] ?? properties[0]
    return {
      listingId,
      propertyId: property?.propertyId ?? '',
      ratePlanId: property?.planIds[Math.floor(at / size)] ?? '',
    }
  })
  const choices = each.filter(({ ratePlanId }) => ratePlanId !== '')
  const work = (using = context) => workOnConsent(using, consentId)
  const choose = (some = choices, using = context) =>
    chooseListings(using, asker, { consentId, choices: some })
  return {
    ...{ context, clock, lines, asker, ota, landlordId, groupId, properties, propertyIds, hostId, listings },
    ...{ consentId, seedHost, ask, host, back, stored, view, work, choices, choose },
    channelIdOf: (at: number) => `${propertyIds[at]}_${ota}`,
    channel: async (at: number): Promise<Data> =>
      (await db().doc(`propertyChannels/${propertyIds[at]}_${ota}`).get()).data(),
    request: async (at: number): Promise<Data> =>
      (await db().doc(`connectionRequests/${properties[at]?.requestId}`).get()).data(),
    activate: (more: object = {}, using = context) => activateConsent(using, asker, { consentId, ...more }),
    /** The vendor's channel of it. */
    there: async (): Promise<Data | undefined> => {
      const { channelManagerChannelId: id } = await stored()
      const { channels } = await sandbox().state('channel-manager')
      return channels.find((one: Data) => one.id === id)?.attributes
    },
    /** Asked, and the host has said yes. */
    async grant() {
      const { url } = await ask()
      return back(await host(url))
    },
    /** Runs of the schedule until every listing is mapped. */
    untilMapped: (using = context) =>
      vi.waitFor(
        async () => {
          await work(using)
          const { mappings } = await view()
          expect(mappings.map(({ state }) => state)).not.toContain('waiting')
        },
        { timeout: 20_000 },
      ),
  }
}
/** One whose host has said yes, and whose properties are sold. */
export async function liveConsent(spec: Spec = {}): Promise<ConsentWorld> {
  const world = await consentWorld(spec)
  await sell(world)
  return world
}

export async function sell(world: ConsentWorld): Promise<void> {
  await world.grant()
  await world.choose()
  await world.untilMapped()
  await world.activate()
}

export type ConsentWorld = Awaited<ReturnType<typeof consentWorld>>

async function storeProperty(of: { landlordId: string; groupId: string; name: string }) {
  const [propertyId, channelManagerId, roomId] = [uniqueId('property'), randomUUID(), randomUUID()]
  const planIds = [randomUUID(), randomUUID()]
  const { landlordId, name } = of
  const property = db().doc(`properties/${propertyId}`)
  await property.set({ name, landlordId, channelManagerId })
  await property
    .collection('rooms')
    .doc(roomId)
    .set({ name: 'Loft', capacity: 2, channelManagerRoomTypeId: roomId })
  for (const id of planIds)
    await property
      .collection('ratePlans')
      .doc(id)
      .set({ name: `Plan ${id}`, roomId, occupancy: 2, channelManagerRatePlanId: id })
  const ratePlans = planIds.map(id => ({ id, title: `Plan ${id}`, occupancy: 2 }))
  const roomTypes = [{ id: roomId, title: 'Loft', capacity: 2, ratePlans }]
  await sandbox().seed({
    properties: [{ id: channelManagerId, groupId: of.groupId, currency: 'EUR', roomTypes }],
  })
  const request = { propertyId, ota, status: 'pending', createdAt: new Date() }
  const { id: requestId } = await db().collection('connectionRequests').add(request)
  return { propertyId, channelManagerId, planIds, requestId }
}

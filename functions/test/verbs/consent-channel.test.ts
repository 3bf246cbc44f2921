import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { createBatch } from '../../src/lib/connection/batches/create-batch.ts'
import { disconnectChannel } from '../../src/lib/connection/channels/disconnect-channel.ts'
import { connectProperty } from '../../src/lib/connection/connect-property.ts'
import { writeMapping } from '../../src/lib/connection/review/write-mapping.ts'
import { lookAtChannel } from '../../src/lib/connection/watch/look-at-channel.ts'
import { startVerbs } from '../support/chat-deps.ts'
import { sandbox, vendor } from '../support/connection-builders.ts'
import { type ConsentWorld, liveConsent } from '../support/consents.ts'
import { dieAt, intercepted } from '../support/intercept.ts'
import { type Data, db, uniqueId } from '../support/stack.ts'

await startVerbs()
afterEach(() => sandbox().clearFaults())

const refuses = (code: string) => expect.objectContaining({ code })
const openKinds = async (channelId: string): Promise<string[]> => {
  const { docs } = await db().collection('items').where('channelId', '==', channelId).get()
  return docs.filter(one => one.get('status') === 'open').map(one => one.get('kind'))
}

describe('a channel by consent', () => {
  it('is watched by what it is: its consent and its listings', async () => {
    const world = await liveConsent()
    const [channelId = '', id] = [world.channelIdOf(0), (await world.stored()).channelManagerChannelId]
    await lookAtChannel(world.context, channelId)
    expect(await openKinds(channelId)).toEqual([])
    const look = async () => {
      await world.context.channels.lookSoon({ channelId }, world.clock.now())
      await lookAtChannel(world.context, channelId)
    }
    const [line] = (await world.there())?.rate_plans ?? []
    await vendor('DELETE', `/channels/${id}/mappings/${line.id}`)
    await look()
    expect(await openKinds(channelId)).toEqual(['channel-mapping-differs'])
    await vendor('PUT', `/channels/${id}`, { channel: { title: 'By hand' } })
    await look()
    expect((await openKinds(channelId)).toSorted()).toEqual(['channel-mapping-differs', 'consent-lost'])
    expect(await world.view(true)).toMatchObject({ listingsProblem: { code: 'ota-setup-incomplete' } })
    await world.grant()
    expect((await world.there())?.settings).toMatchObject({ token_invalid: false })
    await look()
    expect(await openKinds(channelId)).toEqual(['channel-mapping-differs'])
  })

  it('is never written to, and takes no way of an OTA by id', async () => {
    const world: ConsentWorld = await liveConsent()
    const [propertyId = '', channelId = ''] = [world.propertyIds[0], world.channelIdOf(0)]
    const { context, asker, ota } = world
    const byId = [
      () => connectProperty(context, asker, { propertyId, ota, hotelId: '1234567' }),
      () => createBatch(context, asker, { ota, pairs: [{ propertyId, hotelId: '1234567' }] }),
      () =>
        writeMapping(context, asker, {
          propertyId,
          channelId,
          version: 1,
          finalize: true,
          rooms: [],
          ratePlans: [],
        }),
    ]
    for (const one of byId) await expect(one()).rejects.toThrow(refuses('validation-failed'))
    await lookAtChannel(context, channelId)
    for (const at of [0, 1])
      await disconnectChannel(context, asker, {
        ...{ propertyId: world.propertyIds[at] ?? '', channelId: world.channelIdOf(at) },
      })
    expect(await world.there()).toBeUndefined()
    const sent = await sandbox().requests('channel-manager')
    const written = sent.filter(({ method }: Data) => method === 'PUT')
    const ids = new Set([
      (await db().doc(`propertyChannels/${channelId}`).get()).get('channelManagerChannelId'),
    ])
    expect(written.filter(({ path }) => [...ids].some(id => path.includes(id)))).toEqual([])
  })

  it('is not disconnected while its consent is being activated', async () => {
    const world = await liveConsent()
    const { mappings } = await world.stored()
    const activation = {
      ...{ id: uniqueId('activation'), actor: { uid: 'olivia', role: 'operations' } },
      ...{ at: new Date(), from: 'active', payments: [] },
    }
    const consent = db().doc(`consents/${world.consentId}`)
    await consent.update({ state: 'activating', activation })
    await expect(
      disconnectChannel(world.context, world.asker, {
        ...{ propertyId: world.propertyIds[1] ?? '', channelId: world.channelIdOf(1) },
      }),
    ).rejects.toThrow(refuses('connection-in-progress'))
    await world.work()
    expect(await world.view()).toMatchObject({ state: 'active', isSold: true })
    expect((await world.channel(0)).listings).toHaveLength(mappings.length - 1)
  })

  it('ends though a listing of another property is chosen while the last one is taken out', async () => {
    const world = await liveConsent({ properties: 2 })
    const [first = '', second = ''] = world.propertyIds
    await disconnectChannel(world.context, world.asker, {
      ...{ propertyId: first, channelId: world.channelIdOf(0) },
    })
    const { mappings } = await world.stored()
    const chosen = { ...mappings[0], propertyId: first, state: 'waiting', listingId: '77' }
    const overlapped = intercepted(
      world.context,
      'channelManager.deleteChannel',
      original =>
        async (...args) => {
          await db()
            .doc(`consents/${world.consentId}`)
            .update({ mappings: [...mappings, chosen], dueAt: new Date() })
          return original(...args)
        },
    )
    await disconnectChannel(overlapped, world.asker, {
      ...{ propertyId: second, channelId: world.channelIdOf(1) },
    })
    expect(await world.stored()).toMatchObject({ state: 'ended', mappings: [], expireAt: expect.anything() })
    expect(await world.stored()).not.toHaveProperty('dueAt')
  })

  it('keeps a listing of another property that this one had named in vain', async () => {
    const world = await liveConsent()
    const { mappings } = await world.stored()
    const propertyId = world.propertyIds[1] ?? ''
    const failed = { ...mappings[0], propertyId, channelManagerRatePlanId: randomUUID(), state: 'failed' }
    await db()
      .doc(`consents/${world.consentId}`)
      .update({ mappings: [...mappings, failed] })
    await disconnectChannel(world.context, world.asker, { propertyId, channelId: world.channelIdOf(1) })
    expect((await world.there())?.rate_plans).toHaveLength(2)
  })

  it.each([
    ['after it was taken', 0],
    ['after it has failed', 11 * 60_000],
  ])('takes out a listing that the channel manager maps late, %s', async (_, later) => {
    const world = await liveConsent()
    const { context, asker, consentId, clock } = world
    const consent = db().doc(`consents/${consentId}`)
    const ref = { propertyId: world.propertyIds[0] ?? '', channelId: world.channelIdOf(0) }
    const { mappings } = await world.stored()
    const isLate = ({ listingId }: Data) => listingId === mappings[0].listingId
    const sent = mappings.map((one: Data) =>
      isLate(one) ? { ...one, state: 'waiting', sentAt: clock.now() } : one,
    )
    await consent.update({ mappings: sent })
    await db().doc(`propertyChannels/${ref.channelId}`).update({ listings: [] })
    const hiding = intercepted(context, 'channelManager.channel', original => async (...args) => {
      const channel = (await original(...args)) as Data
      if (!channel?.host) return channel
      return {
        ...channel,
        host: { ...channel.host, listings: channel.host.listings.filter((one: Data) => !isLate(one)) },
      }
    })
    clock.advance(later)
    if (later > 0) await world.work(hiding)
    else await expect(disconnectChannel(hiding, asker, ref)).rejects.toThrow()
    expect((await world.stored()).mappings.filter(isLate)).toMatchObject([
      { state: later > 0 ? 'failed' : 'waiting' },
    ])
    clock.advance(2 * 60_000)
    await disconnectChannel(context, asker, ref)
    expect(await world.channel(0)).toMatchObject({ status: 'disconnected' })
    expect((await world.there())?.rate_plans).toHaveLength(1)
    expect((await world.stored()).mappings.map(({ propertyId }: Data) => propertyId)).toEqual([
      world.propertyIds[1],
    ])
  })

  it('waits for ten minutes for listings that the channel manager took, or may have taken', async () => {
    const world = await liveConsent()
    const ref = { propertyId: world.propertyIds[0] ?? '', channelId: world.channelIdOf(0) }
    const { mappings } = await world.stored()
    const { sentAt: _, triedAt: __, ...sold } = mappings[0]
    const never = { ...sold, listingId: '77', channelManagerRatePlanId: randomUUID(), state: 'waiting' }
    await db()
      .doc(`consents/${world.consentId}`)
      .update({
        mappings: [
          ...[...mappings, { ...never, sentAt: world.clock.now() }, { ...never, listingId: '78' }],
          { ...never, listingId: '79', triedAt: world.clock.now() },
        ],
      })
    await expect(disconnectChannel(world.context, world.asker, ref)).rejects.toThrow()
    expect(await world.channel(0)).toMatchObject({ status: 'disconnecting' })
    const waiting = (await world.stored()).mappings.filter(({ state }: Data) => state === 'waiting')
    expect(waiting.map(({ listingId }: Data) => listingId)).toEqual(['77', '79'])
    world.clock.advance(11 * 60_000)
    await disconnectChannel(world.context, world.asker, ref)
    expect(await world.channel(0)).toMatchObject({ status: 'disconnected' })
  })

  it.each([
    'channelManager.unmapListing',
    'channelManager.deactivate',
    'channelManager.deleteChannel',
    'consents.put',
  ] as const)('is taken away though a process dies after %s', async effect => {
    const world = await liveConsent({ properties: 1 })
    const ref = { propertyId: world.propertyIds[0] ?? '', channelId: world.channelIdOf(0) }
    await dieAt(world.context, { effect }, dying => disconnectChannel(dying, world.asker, ref))
    world.clock.advance(2 * 60_000)
    await disconnectChannel(world.context, world.asker, ref)
    expect(await world.channel(0)).toMatchObject({ status: 'disconnected' })
    expect(await world.view()).toMatchObject({ state: 'ended' })
    expect(await world.there()).toBeUndefined()
  })
})

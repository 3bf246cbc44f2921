import { afterEach, describe, expect, it } from 'vitest'
import { disconnectChannel } from '../../src/lib/connection/channels/disconnect-channel.ts'
import { startVerbs } from '../support/chat-deps.ts'
import { sandbox } from '../support/connection-builders.ts'
import { type ConsentWorld, consentWorld } from '../support/consents.ts'
import { type Data, db } from '../support/stack.ts'

await startVerbs()
afterEach(() => sandbox().clearFaults())

const auditsOf = async ({ propertyIds, consentId }: ConsentWorld): Promise<Data[]> => {
  const { docs } = await db()
    .collection('auditLog')
    .where('targetId', 'in', [...propertyIds, consentId])
    .get()
  return docs.map(one => one.data())
}
const disconnect = (world: ConsentWorld, at: number) =>
  disconnectChannel(world.context, world.asker, {
    ...{ propertyId: world.propertyIds[at] ?? '', channelId: world.channelIdOf(at) },
  })

describe('connecting by consent', () => {
  it('goes from a link to properties that are live, and back', async () => {
    const world = await consentWorld()
    const asked = await world.ask()
    expect(asked).toEqual({
      ...{ status: 'consent', consentId: world.consentId, url: expect.any(String) },
      expiresAt: expect.any(Date),
    })
    expect(await world.view()).toMatchObject({ state: 'asked', listings: null, askedBy: world.asker.uid })
    const answer = await world.host(asked.url)
    expect(answer.path).toBe(`/api/consents/${world.consentId}/return`)
    expect(await world.back(answer)).toBeUndefined()
    const granted = await world.view()
    expect(granted).toMatchObject({ state: 'granted', expiresAt: null, reason: null, listingsProblem: null })
    expect(granted.listings?.map(({ listingId }) => listingId)).toEqual(world.listings)
    expect(granted.ratePlans).toHaveLength(4)
    await world.choose()
    await world.untilMapped()
    expect((await world.view()).mappings.map(({ state }) => state)).toEqual(['mapped', 'mapped', 'mapped'])
    expect(await world.view()).toMatchObject({ isSold: false })
    await world.activate()
    expect(await world.view()).toMatchObject({ state: 'active', reason: null, isSold: true })
    expect(await world.there()).toMatchObject({ is_active: true, settings: { token_invalid: false } })
    const { channelManagerChannelId } = await world.stored()
    for (const at of [0, 1]) {
      expect(await world.channel(at)).toMatchObject({
        ...{ status: 'active', ota: world.ota, channelManagerChannelId, consentId: world.consentId },
      })
      expect(await world.request(at)).toMatchObject({ status: 'completed' })
    }
    expect((await world.channel(0)).listings).toHaveLength(2)
    const { docs: emails } = await db()
      .collection('emails')
      .where('to', '==', `${world.landlordId}@example.com`)
      .get()
    expect(emails.map(one => one.get('data'))).toMatchObject([{ propertyName: 'House 0, House 1' }])
    const actions = (await auditsOf(world)).map(({ action, outcome }) => `${action} ${outcome}`)
    expect(actions.toSorted()).toEqual([
      ...['consent.ask success', 'consent.ask success', 'consent.map success'],
      ...['property.connect success', 'property.connect success'],
      ...['property.load-reservations success', 'property.load-reservations success'],
    ])
    expect(await world.stored()).not.toHaveProperty('dueAt')

    const closures = [{ roomId: 'loft', from: '2030-01-01', to: '2030-01-31', by: 'olivia', at: new Date() }]
    await db()
      .doc(`propertyChannels/${world.channelIdOf(0)}`)
      .update({ closures })
    await disconnect(world, 0)
    expect(await world.channel(0)).toMatchObject({ status: 'disconnected' })
    expect(await world.there()).toMatchObject({ is_active: true, rate_plans: [expect.any(Object)] })
    await disconnect(world, 1)
    expect(await world.view()).toMatchObject({ state: 'ended', mappings: [] })
    expect(await world.there()).toBeUndefined()

    await world.grant()
    await world.choose()
    await world.untilMapped()
    await world.activate()
    expect(await world.view()).toMatchObject({ state: 'active', isSold: true })
    expect(await world.channel(0)).toMatchObject({
      ...{ status: 'active', closures: [{ roomId: 'loft', to: '2030-01-31' }] },
    })
    expect(await world.channel(0)).not.toHaveProperty('disconnectedAt')
  })
})

import { afterEach, describe, expect, it } from 'vitest'
import { startVerbs } from '../support/chat-deps.ts'
import { sandbox, vendor } from '../support/connection-builders.ts'
import { type ConsentWorld, consentWorld, listingIds, liveConsent } from '../support/consents.ts'
import { db, uniqueId } from '../support/stack.ts'

await startVerbs()
afterEach(() => sandbox().clearFaults())

/** Two properties of which one sells two listings, and whose channel has lost its consent. */
async function lost() {
  const world = await liveConsent()
  const { channelManagerChannelId: id } = await world.stored()
  await vendor('PUT', `/channels/${id}`, { channel: { title: 'By hand' } })
  return { world, id }
}
const first = ({ propertyIds }: ConsentWorld) => propertyIds.slice(0, 1)
const ofLandlord = async ({ landlordId }: ConsentWorld) =>
  (await db().collection('consents').where('landlordId', '==', landlordId).get()).docs

describe('renewing a lost consent', () => {
  it('for one of its properties renews that of all', async () => {
    const { world, id } = await lost()
    const { url, consentId } = await world.ask(world.context, first(world))
    expect(consentId).toBe(world.consentId)
    expect(await ofLandlord(world)).toHaveLength(1)
    await world.back(await world.host(url))
    expect(await world.view()).toMatchObject({ state: 'active', reason: null, isSold: true })
    expect(await world.stored()).toMatchObject({
      ...{ propertyIds: world.propertyIds.toSorted(), channelManagerChannelId: id },
    })
    expect((await world.there())?.settings).toMatchObject({ token_invalid: false })
    expect((await world.channel(0)).listings).toHaveLength(2)
    const audits = await db().collection('auditLog').where('targetId', '==', consentId).get()
    expect(audits.docs.filter(one => one.get('action') === 'consent.ask')).toHaveLength(3)
  })

  it('takes no other account, whatever was asked for', async () => {
    const { world, id } = await lost()
    const other = await consentWorld({ groupId: world.groupId })
    await db().doc(`consents/${world.consentId}`).delete()
    const { url, consentId } = await world.ask(world.context, first(world))
    const { token } = await world.host(url)
    const strange = await other.host((await other.ask()).url)
    await world.back({ ...strange, token })
    expect((await db().doc(`consents/${consentId}`).get()).data()).toMatchObject({
      ...{ state: 'refused', reason: { code: 'already-connected' }, channelManagerChannelId: id },
    })
  })

  it('begins anew where the channel is not there any more', async () => {
    const world = await consentWorld()
    await world.grant()
    const { channelManagerChannelId: gone } = await world.stored()
    await vendor('DELETE', `/channels/${gone}`)
    expect(await world.view(true)).toMatchObject({
      ...{ listings: null, listingsProblem: { code: 'channel-not-found' } },
    })
    await world.grant()
    const { state, channelManagerChannelId: id } = await world.stored()
    expect({ state, isNew: id !== gone }).toEqual({ state: 'granted', isNew: true })
  })
})

describe('asking again', () => {
  const refuses = (code: string) => expect.objectContaining({ code })
  const sellTo = async ({ propertyIds }: ConsentWorld, landlordId: string) => {
    for (const id of propertyIds) await db().doc(`properties/${id}`).update({ landlordId })
  }

  it('hands no channel to another landlord', async () => {
    const [world, other] = [await consentWorld(), await consentWorld()]
    await world.grant()
    await world.choose()
    await world.untilMapped()
    await sellTo(world, other.landlordId)
    await world.ask()
    expect(await world.view()).toMatchObject({ state: 'asked', mappings: [] })
    const stored = await world.stored()
    expect(stored).toMatchObject({ landlordId: other.landlordId })
    expect(stored).not.toHaveProperty('channelManagerChannelId')
  })

  it('renews no channel of another landlord', async () => {
    const [{ world, id }, other] = [await lost(), await consentWorld()]
    await sellTo(world, other.landlordId)
    await expect(world.ask()).rejects.toThrow(refuses('already-connected'))
    expect(await world.stored()).toMatchObject({
      ...{ landlordId: world.landlordId, state: 'active', channelManagerChannelId: id },
    })
  })

  it.each(['activation', 'undo'])('drops no %s whose channel is gone', async open => {
    const world = await consentWorld()
    await world.grant()
    const { channelManagerChannelId: gone } = await world.stored()
    await vendor('DELETE', `/channels/${gone}`)
    const one = {
      ...{ id: uniqueId('activation'), at: world.clock.now(), from: 'granted', payments: [] },
      actor: { uid: world.asker.uid, role: 'operations' },
    }
    await db()
      .doc(`consents/${world.consentId}`)
      .update({ [open]: one })
    await expect(world.ask()).rejects.toThrow(refuses('connection-in-progress'))
    expect(await world.stored()).toHaveProperty(open)
  })
})

it('what another consent of the channel sells of a property stays with it', async () => {
  const world = await consentWorld()
  const [propertyId = ''] = world.propertyIds
  const alone = await world.ask(world.context, [propertyId])
  await world.grant()
  await world.choose(world.choices.slice(0, 1))
  await world.untilMapped()
  await world.activate()
  const before = (await world.channel(0)).listings
  expect(before).toHaveLength(1)
  const [kept] = listingIds()
  const listing = { listingId: kept, ratePlanId: 'other', channelManagerRatePlanId: uniqueId('plan') }
  await db()
    .doc(`propertyChannels/${world.channelIdOf(0)}`)
    .update({ consentId: alone.consentId, listings: [listing] })
  await world.choose(world.choices.slice(2))
  await world.untilMapped()
  await world.activate()
  expect((await world.channel(0)).listings.map((one: { listingId: string }) => one.listingId)).toEqual([
    ...[kept, world.choices[0]?.listingId, world.choices[2]?.listingId],
  ])
})

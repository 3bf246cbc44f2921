import { afterEach, describe, expect, it } from 'vitest'
import {
  type ConnectableProperty,
  channelManagerFails,
  sandbox,
  storeProperty,
} from '../support/connection-builders.ts'
import { expectProblem, operations, traces } from '../support/connection-state.ts'
import { ask } from '../support/review.ts'
import { type Data, signIn, type User, uniqueId } from '../support/stack.ts'

afterEach(() => sandbox().clearFaults())

const pathOf = ({ propertyId }: { propertyId: string }) =>
  `/api/properties/${propertyId}/messages-application`
const read = (property: { propertyId: string }, user?: User) => ask('GET', pathOf(property), undefined, user)
const install = (property: { propertyId: string }, body: object = { installed: true }, user?: User) =>
  ask('PUT', pathOf(property), body, user)

/** How often it is installed at the channel manager. */
async function installations({ channelManagerId }: ConnectableProperty): Promise<number> {
  const { applications } = await sandbox().state('channel-manager')
  return applications.filter((one: Data) => one.propertyId === channelManagerId).length
}

const price = { price: 700, currency: 'USD' }

describe("a property's application of messages", () => {
  it('shows its price, and is installed by a press', async () => {
    const property = await storeProperty()
    expect((await read(property)).body).toEqual({ installed: false, ...price })
    expect(await installations(property)).toBe(0)
    const answer = await install(property)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toEqual({ installed: true, ...price })
    expect((await read(property)).body).toEqual({ installed: true, ...price })
    expect(await installations(property)).toBe(1)
    const { uid } = await operations()
    expect((await traces(property)).audits).toMatchObject([
      {
        ...{ action: 'messages-application.install', outcome: 'success', actorId: uid },
        ...{ targetType: 'property', targetId: property.propertyId },
        metadata: { ...price, wasInstalled: false },
      },
    ])
  })

  it('is installed once, however often that is asked for', async () => {
    const property = await storeProperty()
    const answers = await Promise.all([install(property), install(property), install(property)])
    for (const answer of answers)
      if (answer.status !== 200) expectProblem(answer, { status: 409, code: 'connection-in-progress' })
    await expect.poll(async () => (await install(property)).status).toBe(200)
    expect(await installations(property)).toBe(1)
  })

  it('is there after an answer that was lost', async () => {
    const property = await storeProperty()
    await channelManagerFails({
      ...{ method: 'POST', path: '/applications/install', mode: 'processed-then-reset', times: 1 },
    })
    expect((await install(property)).status).toBe(200)
    expect(await installations(property)).toBe(1)
  })

  it('that the channel manager refuses is told, and on record', async () => {
    const property = await storeProperty()
    await channelManagerFails({ method: 'POST', path: '/applications/install', status: 403 })
    expectProblem(await install(property), { status: 503, code: 'provider-unavailable' })
    expect((await traces(property)).audits).toContainEqual(
      expect.objectContaining({ action: 'messages-application.install', outcome: 'failure' }),
    )
    expect(await installations(property)).toBe(0)
  })

  it('needs a property that is at the channel manager', async () => {
    const nobody = { propertyId: uniqueId('property') }
    const apart = await storeProperty({ connected: false })
    for (const call of [read, install]) {
      expectProblem(await call(nobody), { status: 404, code: 'property-not-found' })
      expectProblem(await call(apart), { status: 409, code: 'channel-manager-connection-missing' })
    }
  })

  it('is shown to staff, installed by operations alone, and never taken away', async () => {
    const property = await storeProperty()
    const support = await signIn({ role: 'support' })
    expect((await read(property, support)).body).toEqual({ installed: false, ...price })
    expect((await read(property, await signIn({ role: 'landlord' }))).status).toBe(403)
    expect((await install(property, { installed: true }, support)).status).toBe(403)
    for (const body of [{}, { installed: false }, { installed: true, price: 1 }])
      expect((await install(property, body)).status).toBe(400)
    expect(await installations(property)).toBe(0)
  })
})

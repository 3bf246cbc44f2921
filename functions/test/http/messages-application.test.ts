import { afterEach, describe, expect, it } from 'vitest'
import { sandbox, storeProperty } from '../support/connection-builders.ts'

import { ask } from '../support/review.ts'
import { expectProblem, signIn, type User, uniqueId } from '../support/stack.ts'

afterEach(() => sandbox().clearFaults())

const read = ({ propertyId }: { propertyId: string }, user?: User) =>
  ask('GET', `/api/properties/${propertyId}/messages-application`, undefined, user)

const price = { price: 700, currency: 'USD' }

describe("a property's application of messages", () => {
  it('shows its price to staff, and whether it is installed at the channel manager', async () => {
    const property = await storeProperty()
    const support = await signIn({ role: 'support' })
    expect((await read(property, support)).body).toEqual({ installed: false, ...price })
    await sandbox().seed({ applications: [{ propertyId: property.channelManagerId }] })
    expect((await read(property, support)).body).toEqual({ installed: true, ...price })
  })

  it('needs a property that is at the channel manager', async () => {
    const nobody = { propertyId: uniqueId('property') }
    const apart = await storeProperty({ connected: false })
    expectProblem(await read(nobody), '404 property-not-found')
    expectProblem(await read(apart), '409 channel-manager-connection-missing')
  })
})

import { describe, expect, it } from 'vitest'
import { sandbox, seedHotel, storeProperty, storeRequest } from '../support/connection-builders.ts'
import { connect, expectCompleted, expectConnected, traces } from '../support/connection-state.ts'
import { connected, disconnect } from '../support/review.ts'
import { db, expectProblem, stored } from '../support/stack.ts'

/** Calls to the channel manager, except those that prove the first connection live meanwhile. */
async function pipelineCalls(): Promise<number> {
  const requests = await sandbox().requests('channel-manager')
  return requests.filter(({ path }) => !/^\/(webhooks|channel_events)/.test(path)).length
}

describe('a second connect after a success', () => {
  it('replays the same request without doing anything', async () => {
    const property = await storeProperty()
    const first = await connect(property)
    const calls = await pipelineCalls()
    const second = await connect(property)
    expect(second.status, second.text).toBe(200)
    expect(second.body).toEqual({ ...first.body, replayed: true })
    expect(await pipelineCalls()).toBe(calls)
    const { emails, audits } = await expectConnected(property)
    expect({ emails: emails.length, audits: audits.length }).toEqual({ emails: 1, audits: 1 })
  })

  it('completes a new pending request by the replay', async () => {
    const property = await storeProperty()
    await connect(property)
    const requestId = await storeRequest(property.propertyId)
    const answer = await connect(property)
    expect(answer.body).toMatchObject({ replayed: true })
    expect(answer.body.requestIds).toContain(requestId)
    expectCompleted(await stored(`connectionRequests/${requestId}`))
  })

  it('does not move the property to another hotel', async () => {
    const property = await storeProperty()
    await connect(property)
    const requestId = await storeRequest(property.propertyId)
    const answer = await connect({ ...property, hotelId: await seedHotel() })
    expectProblem(answer, '409 already-connected')
    expect(answer.body.detail).toContain(property.hotelId)
    const { code, detail, nextAction } = answer.body
    expect(await stored(`connectionRequests/${requestId}`)).toMatchObject({
      status: 'rejected',
      rejection: { code, detail, nextAction },
    })
    await expectConnected(property)
  })
})

it('connecting completes all pending requests and the latest rejected one, and no other', async () => {
  const property = await storeProperty({ requests: ['pending', 'pending', 'rejected', 'rejected'] })
  const [first, second, older, newest] = property.requestIds
  const { body } = await connect(property)
  expect(new Set(body.requestIds)).toEqual(new Set([first, second, newest]))
  for (const id of [first, second, newest]) expectCompleted(await stored(`connectionRequests/${id}`))
  const rejected = { status: 'rejected', rejection: { code: 'mapping-failed' } }
  expect(await stored(`connectionRequests/${older}`)).toMatchObject(rejected)
})

it('an existing channel with rates that the channel manager lost is refused for its mapping', async () => {
  const property = await connected()
  await disconnect(property)
  const plans = await db().collection(`properties/${property.propertyId}/ratePlans`).get()
  for (const { ref, id } of plans.docs) await ref.update({ channelManagerRatePlanId: `gone-${id}` })
  const answer = await connect(property)
  expectProblem(answer, '422 mapping-failed')
  expect(answer.body.retryable).toBe(false)
  expect(answer.body.nextAction).toMatch(/Compare the rooms and rates/)
})

it('of two properties that connect one hotel at once, one gets it', async () => {
  const [first, second] = [await storeProperty(), await storeProperty()]
  const answers = await Promise.all([connect(first), connect({ ...second, hotelId: first.hotelId })])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('hotel-connected-elsewhere')
  const channels = [...(await traces(first)).channels, ...(await traces(second)).channels]
  expect(channels).toHaveLength(1)
})

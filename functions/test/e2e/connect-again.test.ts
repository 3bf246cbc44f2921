import { describe, expect, it } from 'vitest'
import { sandbox, seedHotel, storeProperty, storeRequest } from '../support/connection-builders.ts'
import {
  connect,
  expectCompleted,
  expectConnected,
  expectProblem,
  mailsTo,
  stored,
  traces,
} from '../support/connection-state.ts'
import { connected, disconnect } from '../support/review.ts'
import { type Answer, db } from '../support/stack.ts'

/** Calls to the channel manager but for those by which the first connection is proven live meanwhile. */
async function pipelineCalls(): Promise<number> {
  const requests = await sandbox().requests('channel-manager')
  return requests.filter(({ path }) => !/^\/(webhooks|channel_events)/.test(path)).length
}

describe('after a success', () => {
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
    expectProblem(answer, { status: 409, code: 'already-connected' })
    expect(answer.body.detail).toContain(property.hotelId)
    const { code, detail, nextAction } = answer.body
    expect(await stored(`connectionRequests/${requestId}`)).toMatchObject({
      status: 'rejected',
      rejection: { code, detail, nextAction },
    })
    await expectConnected(property)
  })
})

describe('a channel that stands there, and rates that the channel manager does not know any more', () => {
  it('is refused for the mapping, not as if trying again would help', async () => {
    const property = await connected()
    await disconnect(property)
    const plans = await db().collection(`properties/${property.propertyId}/ratePlans`).get()
    for (const { ref, id } of plans.docs) await ref.update({ channelManagerRatePlanId: `gone-${id}` })
    const answer = await connect(property)
    expectProblem(answer, { status: 422, code: 'mapping-failed' })
    expect(answer.body.retryable).toBe(false)
    expect(answer.body.nextAction).toMatch(/Compare the rooms and rates/)
  })
})

describe('pressed several times at once', () => {
  const outcomes = (answers: Answer[]) =>
    answers.map(({ status, body }) => [status, body.code ?? body.replayed])

  it.each([2, 5])('%i times: exactly one connects', async presses => {
    const property = await storeProperty()
    const answers = await Promise.all(Array.from({ length: presses }, () => connect(property)))
    const seen = await expectConnected(property)
    const [creator, ...others] = answers.filter(({ status }) => status === 201)
    expect(others, JSON.stringify(outcomes(answers))).toEqual([])
    expect(creator?.body.channelManagerChannelId).toBe(seen.channels[0].id)
    for (const answer of answers.filter(one => one !== creator)) {
      if (answer.status === 200) {
        expect(answer.body).toMatchObject({ replayed: true, channelManagerChannelId: seen.channels[0].id })
      } else {
        expectProblem(answer, { status: 409, code: 'connection-in-progress' })
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      }
    }
    expect(seen.emails).toHaveLength(1)
    expect((await mailsTo(property.email)).length).toBeLessThanOrEqual(1)
    const creates = (await sandbox().requests('channel-manager')).filter(
      ({ method, path, body }) =>
        method === 'POST' && path === '/channels' && body.channel.settings.hotel_id === property.hotelId,
    )
    expect(creates).toHaveLength(1)
  })

  it('two properties, one hotel: one of them gets it', async () => {
    const [first, second] = [await storeProperty(), await storeProperty()]
    const answers = await Promise.all([connect(first), connect({ ...second, hotelId: first.hotelId })])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('hotel-connected-elsewhere')
    const channels = [...(await traces(first)).channels, ...(await traces(second)).channels]
    expect(channels).toHaveLength(1)
  })
})

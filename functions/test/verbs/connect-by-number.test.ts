import { afterEach, describe, expect, it } from 'vitest'
import { channelManagerFails, numberedHotel, sandbox, vendor } from '../support/connection-builders.ts'
import { connecting, pastLease } from '../support/connection-deps.ts'
import { expectNothingLeft, expectOneOfEach, traces } from '../support/connection-state.ts'
import type { Fault } from '../support/sandbox.ts'
import type { Data } from '../support/stack.ts'

afterEach(() => sandbox().clearFaults())

const hotel = numberedHotel

const create = { method: 'POST', path: '^/channels$' }
const put = { method: 'PUT', path: '^/channels/' }

/** The method of each call to channels, with the type of the hotel id in its body. */
async function callsOf(run: () => Promise<unknown>): Promise<string[]> {
  const calls = await sandbox().requestsDuring('channel-manager', run)
  return calls
    .map(({ method, path, body }) => [
      method,
      path.split(/[?/]/)[1],
      typeof body?.channel?.settings?.hotel_id,
    ])
    .filter(([, resource]) => resource === 'channels')
    .map(([method, , id]) => (id === 'undefined' ? `${method}` : `${method} ${id}`))
}

describe('a hotel whose channel can be created by number only', () => {
  it('is connected, with its id as text in the end', async () => {
    const { property, press } = await connecting({ hotel })
    const calls = await callsOf(async () => expect(await press()).toBe('completed'))
    expect(calls.filter(call => / /.test(call))).toEqual(['POST string', 'POST number', 'PUT string'])
    await expectOneOfEach(property)
  })

  it('is also connected after a death when it was created', async () => {
    const { clock, property, die, press } = await connecting({ hotel })
    await die('channelManager.createChannel')
    clock.advance(pastLease)
    expect(await press()).toBe('completed')
    await expectOneOfEach(property)
  })

  it.each<[string, Partial<Fault>[]]>([
    ['the answer of the number is lost', [{ ...create, mode: 'processed-then-reset', skip: 1, times: 1 }]],
    ['the first try made it', [{ ...create, mode: 'malformed', status: 500, processed: true, times: 1 }]],
    ['the answer to its text is lost', [{ ...put, mode: 'processed-then-reset', times: 1 }]],
    ['its text is refused', [{ ...put, status: 422, times: 1 }]],
    ['its text is held up', [{ ...put, status: 429, times: 1 }]],
  ])('is connected at the latest by the next press where %s', async (_when, faults) => {
    const { property, press } = await connecting({ hotel })
    for (const fault of faults) await channelManagerFails(fault)
    const outcome = await press()
    if (outcome !== 'completed') {
      await expectNothingLeft(property)
      expect(await press()).toBe('completed')
    }
    await expectOneOfEach(property)
  })

  it('is connected by the next press if its text could not be written nor its channel removed', async () => {
    const { property, press } = await connecting({ hotel })
    await channelManagerFails({ ...put, status: 503 })
    await channelManagerFails({ method: 'DELETE', path: '^/channels/', status: 503 })
    expect(await press()).toBe('provider-unavailable')
    const { channels, attempt } = await traces(property)
    expect(channels.map(({ settings }: Data) => typeof settings.hotel_id)).toEqual(['number'])
    expect(attempt.undo).toBe('pending')
    await sandbox().clearFaults()
    expect(await press()).toBe('completed')
    await expectOneOfEach(property)
  })

  it('is connected by a channel that somebody else made with the number', async () => {
    const { property, press } = await connecting({ hotel })
    const { properties } = await sandbox().state('channel-manager')
    const { groupId } = properties.find(({ id }: { id: string }) => id === property.channelManagerId)
    const channel = { channel: 'BookingCom', title: 'By hand', group_id: groupId }
    const settings = { hotel_id: Number(property.hotelId) }
    const made = { ...channel, properties: [property.channelManagerId], settings, rate_plans: [] }
    expect((await vendor('POST', '/channels', { channel: made })).status).toBe(201)
    expect(await press()).toBe('completed')
    await expectOneOfEach(property)
  })
})

it('any other hotel takes no further call', async () => {
  const { press } = await connecting()
  const calls = await callsOf(async () => expect(await press()).toBe('completed'))
  expect(calls.toSorted()).toEqual(['GET', 'POST', 'POST', 'POST', 'POST', 'POST string'])
})

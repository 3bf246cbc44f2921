import { describe, expect, it } from 'vitest'
import { inboundList } from '../../../../test/support/inbound-list.ts'
import { accountedFor, type Call, messagesOver, missedWorld } from '../../../../test/support/missed-world.ts'
import { ProviderError } from '../../errors.ts'
import type { InboundLog, ListedEntry } from './inbound-log.ts'
import { receiveMissed } from './receive-missed.ts'

const minute = 60_000
const midnight = new Date('2031-05-04T00:00:00Z')
const noon = new Date('2031-05-04T12:00:00Z')

/** A world around the log, on a clock that `forward` moves. */
function worldOf(log: InboundLog, readUntil: Date, before: (call: Call) => void = () => {}) {
  let now = noon.getTime()
  const clock = { now: () => new Date(now), sleep: async () => {} }
  const world = missedWorld({ clock, log, readUntil, before: async call => before(call) })
  const forward = (milliseconds: number) => {
    now += milliseconds
  }
  return { ...world, clock, forward, run: () => receiveMissed(world.deps) }
}

describe.each(['anchored', 'numbered'] as const)('pages that are %s', addressing => {
  it('lose no message behind those that arrive meanwhile', async () => {
    const entries = messagesOver(500, midnight, noon)
    let arrived = entries.length
    const world = worldOf(inboundList(entries, { pageSize: 40, addressing }), midnight, call => {
      if (call !== 'page') return
      world.forward(1000)
      const young = messagesOver(7, world.clock.now(), world.clock.now())
      for (const one of young) entries.push({ ...one, providerMessageId: `SM${arrived++}` })
    })
    await world.run()
    expect(accountedFor(world, entries.slice(0, 500))).toBe(true)
    const snapshot = entries.slice()
    world.forward(5 * minute)
    await world.run()
    expect(accountedFor(world, snapshot)).toBe(true)
  })

  it('give the messages of both channels in the order of writing', async () => {
    const channelOf = (index: number) => (index % 9 < 7 ? ('sms' as const) : ('chatapp' as const))
    const entries = messagesOver(300, midnight, noon, index => ({ channel: channelOf(index), from: 'one' }))
    const world = worldOf(inboundList(entries, { pageSize: 20, addressing }), midnight)
    await world.run()
    expect(world.messages.map(({ providerMessageId }) => providerMessageId)).toEqual(
      entries.map(({ providerMessageId }) => providerMessageId),
    )
  })
})

it('the walk loses nothing at the end of a page when the list is not quite in the order of arrival', async () => {
  const entries = messagesOver(600, midnight, noon)
  const late = new Map(
    entries.map(({ providerMessageId }, index) => [providerMessageId, ((index * 7919) % 13) * minute]),
  )
  const listedAt = ({ providerMessageId, receivedAt }: ListedEntry) =>
    Number(receivedAt) + (late.get(providerMessageId) ?? 0)
  const world = worldOf(inboundList(entries, { pageSize: 10, listedAt }), midnight)
  await world.run()
  expect(accountedFor(world, entries)).toBe(true)
})

it('the walk goes on with the next day, and reads the end of the day before again', async () => {
  const entries = messagesOver(200, new Date(midnight.getTime() - 30 * 60 * minute), noon)
  const world = worldOf(
    inboundList(entries, { pageSize: 30 }),
    new Date(midnight.getTime() - 40 * 60 * minute),
  )
  await world.run()
  expect(accountedFor(world, entries)).toBe(true)
  expect(world.readUntil()).toEqual(noon)
})

it('the walk begins a list again when the provider no longer knows its place', async () => {
  const entries = messagesOver(200, midnight, noon)
  const log = inboundList(entries, { pageSize: 50 })
  let refusals = 0
  const page: InboundLog['page'] = async (list, address) => {
    if (address === undefined || refusals === 1) return log.page(list, address)
    refusals += 1
    throw new ProviderError('twilio', 'permanent', 'no such page', { status: 400 })
  }
  const world = worldOf({ ...log, page }, midnight)
  await world.run()
  expect(refusals).toBe(1)
  expect(accountedFor(world, entries)).toBe(true)
})

import { describe, expect, it } from 'vitest'
import { readMapping } from '../../src/lib/connection/review/read-mapping.ts'
import { previewMapping } from '../../src/lib/connection/review/write-mapping.ts'
import { obpHotel, type PropertySpec } from '../support/connection-builders.ts'
import { outcomeOf } from '../support/connection-deps.ts'
import { dieAt, intercepted } from '../support/intercept.ts'
import { reviewWorld } from '../support/review-world.ts'
import { worldsOf } from '../support/world.ts'

const { sandbox, world } = await worldsOf(reviewWorld)

type Channel = Awaited<ReturnType<typeof world.connected>>

/** A connected channel, and a mapping of it with one line less. */
async function shorterMapping(spec: PropertySpec = {}) {
  const channel = await world.connected(spec)
  return { channel, input: await world.shorter(channel) }
}

/** Such a channel whose writer died right after that effect. */
async function diedWriting(effect: 'store.commit' | 'channelManager.replaceRates', spec: PropertySpec = {}) {
  const { channel, input } = await shorterMapping(spec)
  await dieAt(world.deps, { effect }, dying => world.write(input, dying))
  return { channel, input }
}

async function expectWritten(channel: Channel, lines: number, version = 2): Promise<void> {
  const stored = await channel.stored()
  expect(stored).toMatchObject({ status: 'active', version })
  expect(stored).not.toHaveProperty('pendingMapping')
  expect(stored).not.toHaveProperty('leaseUntil')
  const mapped = stored.mapping.ratePlans.filter((row: { ratePlanId: unknown }) => row.ratePlanId !== null)
  expect([mapped.length, (await world.linesOf(channel)).length]).toEqual([lines, lines])
}

async function expectDisconnected(channel: Channel): Promise<void> {
  const stored = await channel.stored()
  expect(stored.status).toBe('disconnected')
  for (const field of ['leaseUntil', 'disconnect', 'pendingMapping']) expect(stored).not.toHaveProperty(field)
  expect((await world.manager.channel(channel.channelManagerChannelId))?.isActive).toBe(false)
  expect(await world.history(channel)).toHaveLength(1)
}

describe('a process that writes a mapping dies', () => {
  it('and the next read of the mapping finishes it', async () => {
    const { channel } = await diedWriting('channelManager.replaceRates')
    const early = await readMapping(world.deps, world.refOf(channel))
    expect(early).toMatchObject({ version: 1, pending: { version: 1, by: 'olivia', finalize: false } })
    world.late()
    const view = await readMapping(world.deps, world.refOf(channel))
    expect(view).toMatchObject({
      version: 2,
      pending: null,
      review: { by: expect.any(String), at: expect.any(Date) },
    })
    await expectWritten(channel, 4)
  })

  it('and the channel manager refuses it later: it is dropped, and opens an item', async () => {
    const { channel } = await diedWriting('store.commit')
    world.late()
    await sandbox.fault({
      vendor: 'channel-manager',
      method: 'PUT',
      mode: 'status',
      status: 422,
      body: { errors: { code: 'validation_error', details: ['no longer so'] } },
    })
    await world.finish(channel)
    await expectWritten(channel, 5, 1)
    const items = await channel.items()
    expect(items['mapping-not-written']).toMatchObject({
      status: 'open',
      detail: expect.stringContaining('no longer so'),
      nextAction: expect.any(String),
    })
    expect(await world.audits(channel)).toEqual(['mapping.write failure olivia'])
  })
})

describe('a channel manager that keeps lines left out of a mapping', () => {
  const keeping = { hotel: { ...obpHotel, keepsLeftOut: true } }

  it('is told by name which lines a mapping no longer has', async () => {
    const channel = await world.connected(keeping)
    await world.write(await world.shorter(channel))
    await expectWritten(channel, 4)
  })

  it('is told them also when the work of a dead writer is finished', async () => {
    const { channel } = await diedWriting('channelManager.replaceRates', keeping)
    world.late()
    await world.finish(channel)
    await expectWritten(channel, 4)
  })

  it('makes no further call necessary', async () => {
    const channel = await world.connected()
    const input = await world.shorter(channel)
    const calls = await sandbox.requestsDuring('channel-manager', () => world.write(input))
    expect(calls.map(({ method }) => method).toSorted()).toEqual(['GET', 'GET', 'GET', 'POST', 'PUT'])
  })
})

it.each([401, 429])(
  'a mapping that the channel manager may already have is not dropped when it answers %i',
  async status => {
    const { channel } = await diedWriting('channelManager.replaceRates')
    world.late()
    await sandbox.fault({ vendor: 'channel-manager', mode: 'status', status })
    expect(await outcomeOf(world.finish(channel))).toBe('provider-unavailable')
    expect(await channel.stored()).toHaveProperty('pendingMapping')
    await sandbox.clearFaults()
    world.late()
    await world.finish(channel)
    await expectWritten(channel, 4)
  },
)

it('while a mapping is being written, the same one is told to wait, and another that it comes too late', async () => {
  const { channel, input } = await diedWriting('channelManager.replaceRates')
  expect(await outcomeOf(world.write(input))).toBe('connection-in-progress')
  expect(await outcomeOf(world.write({ ...input, finalize: !input.finalize }))).toBe('mapping-changed')
  world.late()
  await world.write(input)
  await expectWritten(channel, 4)
})

it('a preview says that the channel manager cannot be reached', async () => {
  const { input } = await shorterMapping()
  await sandbox.fault({ vendor: 'channel-manager', mode: 'status', status: 503 })
  expect(await outcomeOf(previewMapping(world.deps, input))).toBe('provider-unavailable')
})

it('a mapping whose request has no time left is not begun at the channel manager', async () => {
  const { channel, input } = await shorterMapping()
  const slow = intercepted(world.deps, 'channelManager.offer', original => async (...args) => {
    const offer = await original(...args)
    world.clock.forward(41_000)
    return offer
  })
  expect(await outcomeOf(world.write(input, slow))).toBe('provider-timeout')
  await expectWritten(channel, 5, 1)
})

describe('several at once', () => {
  it('one of five mappings is written', async () => {
    const { channel, input } = await shorterMapping()
    const inputs = [0, 1, 2, 3, 4].map(skipped => ({
      ...input,
      ratePlans: input.ratePlans.map((row, at) =>
        at === skipped && skipped > 1 ? { ...row, ratePlanId: null, primary: false } : row,
      ),
      finalize: skipped === 0,
    }))
    const outcomes = await Promise.all(inputs.map(one => outcomeOf(world.write(one))))
    expect(outcomes.filter(outcome => outcome === 'completed').length).toBeGreaterThanOrEqual(1)
    for (const outcome of outcomes)
      expect(['completed', 'mapping-changed', 'mapping-failed']).toContain(outcome)
    const { version, mapping } = await channel.stored()
    expect(version).toBe(2)
    const mapped = mapping.ratePlans.filter((row: { ratePlanId: unknown }) => row.ratePlanId !== null)
    expect(await world.linesOf(channel)).toHaveLength(mapped.length)
  })

  it('a mapping and a disconnecting: one of them is done', async () => {
    for (const first of ['write', 'disconnect'] as const) {
      const { channel, input } = await shorterMapping()
      const work = [() => world.write(input), () => world.disconnect(channel)]
      const order = first === 'write' ? work : work.toReversed()
      const outcomes = await Promise.all(order.map(run => outcomeOf(run())))
      expect(outcomes.some(outcome => outcome === 'completed')).toBe(true)
      const stored = await channel.stored()
      expect(stored).not.toHaveProperty('pendingMapping')
      if (stored.status === 'active') await expectWritten(channel, 4)
      else await expectDisconnected(channel)
    }
  })

  it('a mapping under way keeps others from disconnecting, until its lease is over', async () => {
    const { channel, input } = await diedWriting('channelManager.replaceRates')
    expect(await outcomeOf(world.disconnect(channel))).toBe('connection-in-progress')
    world.late()
    await world.disconnect(channel)
    await expectDisconnected(channel)
    expect(await outcomeOf(world.write(input))).toBe('channel-not-found')
  })
})

it('a finalised mapping is kept as an anonymous example, in the same commit', async () => {
  const { channel, input } = await shorterMapping()
  const example = async () => {
    const { review } = await channel.stored()
    return (await world.db.doc(`mappingExamples/${review.id}`).get()).data()
  }
  await world.write(input)
  expect(await example()).toBeUndefined()
  await dieAt(world.deps, { effect: 'channelManager.channel', call: 2 }, dying =>
    world.write({ ...input, version: 2, finalize: true }, dying),
  )
  world.late()
  await world.finish(channel)
  const sample = await example()
  expect(Object.keys(sample ?? {}).sort()).toEqual(['at', 'expireAt', 'rooms', 'rows'])
  expect(sample?.rooms).toContain(sample?.rows[0].chosen)
})

describe('a process held up beyond its lease', () => {
  it('writes no mapping over a newer one', async () => {
    const { channel, input } = await shorterMapping()
    const slow = intercepted(world.deps, 'channelManager.replaceRates', original => async (...args) => {
      world.late()
      await world.finish(channel)
      await world.write({ ...input, version: 2, finalize: true })
      return original(...args)
    })
    const outcome = await outcomeOf(world.write(input, slow))
    expect(['provider-timeout', 'mapping-changed']).toContain(outcome)
    expect(await channel.stored()).toMatchObject({ version: 3, mappingStatus: 'finalized' })
    expect(await world.linesOf(channel)).toHaveLength(4)
  })

  it('does not switch off a channel that has been connected again', async () => {
    const channel = await world.connected()
    const slow = intercepted(world.deps, 'channelManager.deactivate', original => async (...args) => {
      world.late()
      await world.finish(channel)
      await world.manager.activate(channel.channelManagerChannelId)
      const again = { status: 'active', attemptId: 'another', createdAt: world.clock.now() }
      await world.channelDoc(channel.channelId).update(again)
      return original(...args)
    })
    expect(await outcomeOf(world.disconnect(channel, slow))).toBe('provider-timeout')
    expect((await world.manager.channel(channel.channelManagerChannelId))?.isActive).toBe(true)
    expect(await channel.stored()).toMatchObject({ status: 'active', attemptId: 'another' })
  })
})

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readMapping } from '../../src/lib/connection/review/read-mapping.ts'
import { previewMapping } from '../../src/lib/connection/review/write-mapping.ts'
import { obpHotel } from '../support/connection-builders.ts'
import { outcomeOf } from '../support/connection-deps.ts'
import { dieAt, intercepted } from '../support/intercept.ts'
import { reviewWorld } from '../support/review-world.ts'
import { type Surroundings, startSurroundings } from '../support/world.ts'

let surroundings: Surroundings
let world: Awaited<ReturnType<typeof reviewWorld>>
beforeAll(async () => {
  surroundings = await startSurroundings()
  world = await reviewWorld(surroundings)
})
afterEach(async () => {
  surroundings.firestore.reset()
  await surroundings.sandbox.clearFaults()
})
afterAll(async () => {
  await world.stop()
  await surroundings.stop()
})

type Channel = Awaited<ReturnType<typeof world.connected>>

/** A connected channel, and a mapping of it with one line less. */
async function shorterMapping() {
  const channel = await world.connected()
  return { channel, input: await world.shorter(channel) }
}

/** The same, whose writer died after that call of an effect. */
async function diedWriting(effect: Effect, call = 1) {
  const { channel, input } = await shorterMapping()
  await dieAt(world.deps, { effect, call }, dying => world.write(input, dying))
  return { channel, input }
}

async function expectWritten(channel: Channel, lines: number, version = 2): Promise<void> {
  const stored = await world.stored(channel.channelId)
  expect(stored).toMatchObject({ status: 'active', version })
  expect(stored).not.toHaveProperty('pendingMapping')
  expect(stored).not.toHaveProperty('leaseUntil')
  const mapped = stored.mapping.ratePlans.filter((row: { ratePlanId: unknown }) => row.ratePlanId !== null)
  expect([mapped.length, (await world.linesOf(channel)).length]).toEqual([lines, lines])
}

async function expectDisconnected(channel: Channel): Promise<void> {
  const stored = await world.stored(channel.channelId)
  expect(stored.status).toBe('disconnected')
  for (const field of ['leaseUntil', 'disconnect', 'pendingMapping']) expect(stored).not.toHaveProperty(field)
  expect((await world.manager.channel(channel.channelManagerChannelId))?.isActive).toBe(false)
  expect(await world.history(channel)).toHaveLength(1)
}

const writes = [
  ['channelManager.offer', 1],
  ['channels.change', 1],
  ['channelManager.channel', 2],
  ['channelManager.replaceRates', 1],
  ['channels.change', 2],
] as const
type Effect = (typeof writes)[number][0]

describe('a process that writes a mapping dies', () => {
  it.each(writes)('after %s (%i): the sweep, or the same again, ends it', async (effect, call) => {
    const { channel, input } = await diedWriting(effect, call)
    await world.finish(channel)
    const isEnded = effect === 'channels.change' && call === 2
    const isBegun = effect !== 'channelManager.offer'
    expect((await world.stored(channel.channelId)).version).toBe(isEnded ? 2 : 1)
    // Nobody else comes in between.
    const another = { ...input, finalize: true }
    if (isBegun && !isEnded) expect(await outcomeOf(world.write(another))).toBe('mapping-changed')
    world.late()
    await Promise.all([world.finish(channel), world.finish(channel)])
    const again = await world.write(input)
    expect(again).toMatchObject({ replayed: isBegun, version: 2, difference: { removed: { length: 1 } } })
    await expectWritten(channel, 4)
    const audits = await world.audits(channel)
    expect(audits.filter(entry => entry.includes('success'))).toEqual(['mapping.write success olivia'])
  })

  it.each(writes.slice(1, 4))('after %s (%i): whoever reads it ends it', async (effect, call) => {
    const { channel } = await diedWriting(effect, call)
    const early = await readMapping(world.deps, world.refOf(channel))
    expect(early).toMatchObject({ version: 1, pending: { version: 1, by: 'olivia', finalize: false } })
    world.late()
    const view = await readMapping(world.deps, world.refOf(channel))
    expect(view).toMatchObject({
      ...{ version: 2, pending: null },
      review: { by: expect.any(String), at: expect.any(Date) },
    })
    await expectWritten(channel, 4)
  })

  it('and the channel manager refuses it afterwards: it is dropped, and becomes an item', async () => {
    const { channel } = await diedWriting('channels.change')
    world.late()
    await surroundings.sandbox.fault({
      vendor: 'channel-manager',
      method: 'PUT',
      mode: 'status',
      status: 422,
      body: { errors: { code: 'validation_error', details: ['no longer so'] } },
    })
    await world.finish(channel)
    await expectWritten(channel, 5, 1)
    const items = await world.items(channel.channelId)
    expect(items['mapping-not-written']).toMatchObject({
      status: 'open',
      detail: expect.stringContaining('no longer so'),
      nextAction: expect.any(String),
    })
    expect(await world.audits(channel)).toEqual(['mapping.write failure olivia'])
  })
})

describe('a channel manager that keeps what is merely left out', () => {
  const keeping = { hotel: { ...obpHotel, keepsLeftOut: true } }

  it('is told by name what a mapping no longer has', async () => {
    const channel = await world.connected(keeping)
    await world.write(await world.shorter(channel))
    await expectWritten(channel, 4)
  })

  it.each(writes.slice(1, 4))(
    'also by whoever ends the work of who died after %s (%i)',
    async (effect, call) => {
      const channel = await world.connected(keeping)
      const input = await world.shorter(channel)
      await dieAt(world.deps, { effect, call }, dying => world.write(input, dying))
      world.late()
      await world.finish(channel)
      await expectWritten(channel, 4)
    },
  )

  it('costs no call more', async () => {
    const channel = await world.connected()
    const input = await world.shorter(channel)
    const { sandbox } = surroundings
    const calls = await sandbox.requestsDuring('channel-manager', () => world.write(input))
    expect(calls.map(({ method }) => method).toSorted()).toEqual(['GET', 'GET', 'GET', 'POST', 'PUT'])
  })
})

describe('a mapping that may stand at the channel manager already', () => {
  it.each([401, 429])('is not dropped because that answers %i now', async status => {
    const { channel } = await diedWriting('channelManager.replaceRates')
    world.late()
    await surroundings.sandbox.fault({ vendor: 'channel-manager', mode: 'status', status })
    expect(await outcomeOf(world.finish(channel))).toBe('provider-unavailable')
    expect(await world.stored(channel.channelId)).toHaveProperty('pendingMapping')
    await surroundings.sandbox.clearFaults()
    world.late()
    await world.finish(channel)
    await expectWritten(channel, 4)
  })
})

it('the same again while it is under way is told to wait, another one that it comes too late', async () => {
  const { channel, input } = await diedWriting('channelManager.replaceRates')
  expect(await outcomeOf(world.write(input))).toBe('connection-in-progress')
  expect(await outcomeOf(world.write({ ...input, finalize: !input.finalize }))).toBe('mapping-changed')
  world.late()
  await world.write(input)
  await expectWritten(channel, 4)
})

it('a preview says that the channel manager cannot be reached', async () => {
  const { input } = await shorterMapping()
  await surroundings.sandbox.fault({ vendor: 'channel-manager', mode: 'status', status: 503 })
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

describe('an answer that is lost', () => {
  it.each([1, 2])('of commit %i: the mapping is written once', async commit => {
    const { channel, input } = await shorterMapping()
    let commits = 0
    const lossy = intercepted(world.deps, 'channels.change', original => async (...args) => {
      commits += 1
      if (commits === commit) surroundings.firestore.loseReplyOf('Commit', 14)
      return original(...args)
    })
    expect(await world.write(input, lossy)).toMatchObject({ version: 2, replayed: false })
    await expectWritten(channel, 4)
    expect(await world.audits(channel)).toEqual(['mapping.write success olivia'])
  })

  it.each(['channels.change', 'channels.disconnect'] as const)(
    'of %s: it is disconnected once',
    async effect => {
      const channel = await world.connected()
      const lossy = intercepted(world.deps, effect, original => async (...args) => {
        surroundings.firestore.loseReplyOf('Commit', 14)
        return original(...args)
      })
      await world.disconnect(channel, lossy)
      await expectDisconnected(channel)
      expect(await world.audits(channel)).toEqual(['channel.disconnect success oscar'])
    },
  )

  it('of both writes at the channel manager, which did not come through: goes on by itself', async () => {
    const { channel, input } = await shorterMapping()
    const fault = { vendor: 'channel-manager', method: 'PUT', mode: 'status', status: 502, times: 2 } as const
    await surroundings.sandbox.fault(fault)
    expect(await outcomeOf(world.write(input))).toBe('provider-unavailable')
    expect(await world.stored(channel.channelId)).toHaveProperty('pendingMapping')
    world.late()
    await world.finish(channel)
    await expectWritten(channel, 4)
  })
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
    const { version, mapping } = await world.stored(channel.channelId)
    expect(version).toBe(2)
    const mapped = mapping.ratePlans.filter((row: { ratePlanId: unknown }) => row.ratePlanId !== null)
    expect(await world.linesOf(channel)).toHaveLength(mapped.length)
  })

  it('a mapping and a disconnecting end as one of them', async () => {
    for (const first of ['write', 'disconnect'] as const) {
      const { channel, input } = await shorterMapping()
      const work = [() => world.write(input), () => world.disconnect(channel)]
      const order = first === 'write' ? work : work.toReversed()
      const outcomes = await Promise.all(order.map(run => outcomeOf(run())))
      expect(outcomes.some(outcome => outcome === 'completed')).toBe(true)
      const stored = await world.stored(channel.channelId)
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

const disconnects = [
  { effect: 'channels.change' },
  { effect: 'channelManager.channel' },
  { effect: 'channelManager.deactivate' },
  { effect: 'channels.disconnect' },
] as const

describe('a process that disconnects dies', () => {
  it.each(disconnects)('after $effect: the sweep ends it', async death => {
    const channel = await world.connected()
    await dieAt(world.deps, death, dying => world.disconnect(channel, dying))
    const isEnded = death.effect === 'channels.disconnect'
    expect(await outcomeOf(world.disconnect(channel))).toBe(isEnded ? 'completed' : 'connection-in-progress')
    world.late()
    await Promise.all([world.finish(channel), world.finish(channel)])
    await expectDisconnected(channel)
    const audits = await world.audits(channel)
    expect(audits.filter(entry => entry.includes('success'))).toEqual(['channel.disconnect success oscar'])
  })

  it.each(disconnects)('after $effect: so does pressing again', async death => {
    const channel = await world.connected()
    await dieAt(world.deps, death, dying => world.disconnect(channel, dying))
    world.late()
    await world.disconnect(channel)
    await expectDisconnected(channel)
  })
})

it('a finalised mapping is kept as an example in its own commit, and does not say whose it is', async () => {
  const { channel, input } = await shorterMapping()
  const example = async () => {
    const { review } = await world.stored(channel.channelId)
    return (await world.db.doc(`mappingExamples/${review.id}`).get()).data()
  }
  await world.write(input)
  expect(await example()).toBeUndefined()
  await dieAt(world.deps, { effect: 'channelManager.channel', call: 2 }, dying =>
    world.write({ ...input, version: 2, finalize: true }, dying),
  )
  world.late()
  await world.finish(channel)
  const kept = await example()
  expect(Object.keys(kept ?? {}).sort()).toEqual(['at', 'expireAt', 'rooms', 'rows'])
  expect(kept?.rooms).toContain(kept?.rows[0].chosen)
})

describe('whoever was held up beyond the lease', () => {
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
    expect(await world.stored(channel.channelId)).toMatchObject({ version: 3, mappingStatus: 'finalized' })
    expect(await world.linesOf(channel)).toHaveLength(4)
  })

  it('does not switch off what has been connected again', async () => {
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
    expect(await world.stored(channel.channelId)).toMatchObject({ status: 'active', attemptId: 'another' })
  })
})

describe('a store that does not work', () => {
  it('leaves everything as it was', async () => {
    const { channel, input } = await shorterMapping()
    const down = () => () => Promise.reject(Object.assign(new Error('down'), { code: 7 }))
    const broken = intercepted(world.deps, 'channels.change', down)
    expect(await outcomeOf(world.write(input, broken))).toBe('internal')
    expect(await outcomeOf(world.disconnect(channel, broken))).toBe('internal')
    await expectWritten(channel, 5, 1)
  })

  it('once the channel manager has written, the sweep stores it', async () => {
    const { channel, input } = await shorterMapping()
    const broken = intercepted(world.deps, 'channels.change', (original, call) => async (...args) => {
      if (call > 1) throw Object.assign(new Error('down'), { code: 7 })
      return original(...args)
    })
    expect(await outcomeOf(world.write(input, broken))).toBe('internal')
    world.late()
    await world.finish(channel)
    await expectWritten(channel, 4)
    expect(await world.audits(channel)).toEqual(['mapping.write success olivia'])
  })
})

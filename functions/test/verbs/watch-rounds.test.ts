import { describe, expect, it } from 'vitest'
import { lookAtChannel } from '../../src/lib/connection/watch/look-at-channel.ts'
import { watchChannels } from '../../src/lib/connection/watch/watch-channels.ts'
import { dieAt } from '../support/intercept.ts'
import { runOps } from '../support/ops.ts'
import { startWatch } from '../support/start-watch.ts'
import { later } from '../support/watch-world.ts'

const ground = await startWatch()
const { firestore, sandbox, watch, fails, copy } = ground

describe('a round', () => {
  const hour = 3_600_000
  const roundMs = 12 * hour
  const looked = async () => (await ground.world.db.doc('checkpoints/channels').get()).data()

  it('looks at an unchanged channel with one read, and counts its calls', async () => {
    const { channelId } = await ground.world.connected()
    await copy(channelId, 9)
    await watch()
    firestore.reset()
    await watch()
    expect(firestore.calls().filter(call => call === 'BatchGetDocuments').length).toBeLessThanOrEqual(4)
    expect(await looked()).toMatchObject({ count: 10, looked: 10, calls: 33 })
  })

  it('is counted in calls as the channel manager gets them, also by a run that dies', async () => {
    const { channelId, property } = await ground.world.connected()
    await copy(channelId, 40)
    await fails(property.hotelId, { insertedAt: later(1) })
    const called = async () => (await sandbox.requests('channel-manager')).length
    const before = await called()
    await watch()
    // The words of a refusal are a call of their own.
    const ofRound = (await called()) - before
    expect(ofRound).toBeGreaterThanOrEqual(4 * 41 + 1)
    expect((await looked())?.calls).toBe(ofRound)
    const { result } = await runOps(ground.world.projectId, 'due')
    expect(result.rounds).toContainEqual(
      expect.objectContaining({ round: 'channels', count: 41, looked: 41, calls: ofRound }),
    )
    const next = await called()
    await dieAt(ground.world.deps, { effect: 'operations.saveCheckpoint', call: 2 }, watchChannels)
    const ofDead = (await called()) - next
    expect(ofDead).toBeGreaterThanOrEqual(4 * 20)
    expect((await looked())?.calls).toBeGreaterThanOrEqual(4 * 20)
  })

  it('is spread over its hours, and begins no sooner than that', async () => {
    const { channelId } = await ground.world.connected()
    await copy(channelId, 11)
    const seen = async () => (await looked())?.looked
    await watch({ roundMs })
    expect(await seen()).toBe(1)
    await watch({ roundMs })
    expect(await seen()).toBe(1)
    ground.world.clock.forward(6 * hour)
    await watch({ roundMs })
    expect(await seen()).toBe(7)
    ground.world.clock.forward(6 * hour - 1000)
    await watch({ roundMs })
    expect(await seen()).toBe(12)
    const { startedAt } = (await looked()) ?? {}
    await watch({ roundMs })
    expect((await looked())?.startedAt).toEqual(startedAt)
    ground.world.clock.forward(2000)
    await watch({ roundMs })
    await watch({ roundMs })
    expect((await looked())?.startedAt).not.toEqual(startedAt)
  })

  it('of an outage leaves nothing out: what it could not look at is due', async () => {
    const { channelId } = await ground.world.connected()
    await copy(channelId, 30)
    await sandbox.fault({ vendor: 'channel-manager', mode: 'status', status: 503 })
    await watch()
    await sandbox.clearFaults()
    const { docs } = await ground.world.db.collection('propertyChannels').orderBy('lookAt').get()
    expect(docs).toHaveLength((await looked())?.looked)
    for (const { id } of docs) await lookAtChannel(ground.world.deps, id)
    await watch()
    const all = await ground.world.db.collection('propertyChannels').get()
    expect(all.docs.filter(document => document.get('verdict') === undefined)).toEqual([])
  })
})

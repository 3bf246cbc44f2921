import { describe, expect, it } from 'vitest'
import { runOps } from '../support/ops.ts'
import { startWatch } from '../support/start-watch.ts'

const { firestore, sandbox, watch, copy, world } = await startWatch()

describe('a round', () => {
  const hour = 3_600_000
  const roundMs = 12 * hour
  const called = async () => (await sandbox.requests('channel-manager')).length
  const looked = async () => (await world.db.doc('checkpoints/channels').get()).data()

  it('looks at an unchanged channel with one read, and counts its channels', async () => {
    await copy(await world.connected(), 9)
    await watch()
    firestore.reset()
    const before = await called()
    await watch()
    expect(await called()).toBe(before + 33)
    expect(firestore.calls().filter(call => call === 'BatchGetDocuments').length).toBeLessThanOrEqual(4)
    const { result } = await runOps(world.projectId, 'due')
    expect(result.rounds).toContainEqual(
      expect.objectContaining({ round: 'channels', count: 10, looked: 10 }),
    )
  })

  it('is spread over its hours, and the next begins no sooner', async () => {
    await copy(await world.connected(), 11)
    const lookCount = async () => (await looked())?.looked
    await watch({ roundMs })
    expect(await lookCount()).toBe(1)
    await watch({ roundMs })
    expect(await lookCount()).toBe(1)
    world.clock.forward(6 * hour)
    await watch({ roundMs })
    expect(await lookCount()).toBe(7)
    world.clock.forward(6 * hour - 1000)
    await watch({ roundMs })
    expect(await lookCount()).toBe(12)
    const { startedAt } = (await looked()) ?? {}
    await watch({ roundMs })
    expect((await looked())?.startedAt).toEqual(startedAt)
    world.clock.forward(2000)
    await watch({ roundMs })
    await watch({ roundMs })
    expect((await looked())?.startedAt).not.toEqual(startedAt)
  })
})

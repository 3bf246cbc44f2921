import { expect, it } from 'vitest'
import { hearConversation } from '../../src/lib/chat/ota/hear-conversation.ts'
import { readConversation } from '../../src/lib/chat/ota/read-conversation.ts'
import { ownProject } from '../support/world.ts'
import { channelManagerPropertyId, otaWorld } from './ota-world.ts'

const [minute, count] = [60_000, 10_000]

it(
  '10,000 old messages are caught up with from the oldest on, while new ones come at once',
  async () => {
    const world = await otaWorld(ownProject().db)
    const { vendor, clock, context } = world
    const longAgo = clock.now().getTime() - 40 * 24 * 60 * minute
    const old = Array.from({ length: count }, (_, at) => ({
      sender: at % 3 === 2 ? ('property' as const) : ('guest' as const),
      at: new Date(longAgo + at * minute),
    }))
    for (const { sender, at } of old) vendor.says('first', sender, 'Long ago', { at })
    vendor.onCall = () => clock.forward(1_000)
    const deps = context()
    const hear = (conversationId: string) =>
      hearConversation(deps, { conversationId, channelManagerPropertyId })
    const conversation = async () => (await world.read('otaConversations')).get('first')
    const storedOf = async (conversationId: string) =>
      (await world.everyMessage()).filter(({ metadata }) => metadata?.conversationId === conversationId)

    let runs = 0
    let newest = vendor.guestSays('first', 'Is anybody there?')
    await hear('first')
    for (; (await conversation())?.past; runs += 1) {
      const ids = new Set((await storedOf('first')).map(({ messageId }) => messageId))
      expect(ids).toContain(newest.id)
      // The stored messages are the oldest, without a gap.
      const caughtUp = vendor.of('first').filter(({ id }, at) => at < count && ids.has(id)).length
      expect(vendor.of('first').findIndex(({ id }) => !ids.has(id))).toBe(caughtUp)
      clock.forward(minute)
      newest = vendor.guestSays('first', `Still ${runs}`)
      await hear('first')
      vendor.guestSays('other', `And we? ${runs}`)
      await hear('other')
      expect(await storedOf('other')).toHaveLength(runs + 1)
      clock.forward(minute)
      await readConversation(deps, 'first')
    }
    const ids = (await storedOf('first'))
      .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
      .map(({ messageId }) => messageId)
    expect(ids).toEqual(vendor.of('first').map(({ id }) => id))
    const calls = vendor.calls.filter(method => method === 'messages').length
    process.stdout.write(`${count} old messages: ${runs} runs, ${calls} calls of the route\n`)
    // Each page holds a hundred at most.
    expect(calls).toBeLessThan((2 * count) / 100)
    // In memory half a minute, on the emulator minutes.
  },
  60 * count,
)

import { expect, it } from 'vitest'
import { memoryLog } from '../../../../test/support/memory-log.ts'
import { type VirtualClock, virtualClock } from '../../../../test/support/virtual-clock.ts'
import { Pace } from '../../due/pace.ts'
import { schedules } from '../../health/subjects.ts'
import type { Revision } from '../../ports.ts'
import { storedPropertyChannel } from '../channels/property-channel.ts'
import { type WatchChannelsDeps, watchChannels } from './watch-channels.ts'

const minute = 60_000
const start = new Date('2031-05-04T12:00:00Z')
/** What one call takes of the channel manager, and of Firestore. Milliseconds. */
const [vendorMs, storeMs] = [250, 20]

const channel = storedPropertyChannel.parse({
  ...{ propertyId: 'p', ota: 'booking', status: 'active', hotelId: 'h', channelManagerChannelId: 'c' },
  mapping: { rooms: [], ratePlans: [] },
})
const atManager = {
  id: 'c',
  ota: 'booking',
  hotelId: 'h',
  isActive: true,
  removalDate: null,
  propertyIds: [],
}

interface Lane {
  perSecond: number
  atOnce: number
}

/** So many channels that are as they should be, watched through a lane of the channel manager. */
function house(count: number, { perSecond, atOnce }: Lane, clock: VirtualClock) {
  const pace = new Pace(clock, perSecond)
  const watched = new Map<string, number>()
  const stored = async <T>(answer: T): Promise<T> => {
    await clock.sleep(storeMs)
    return answer
  }
  const called = async <T>(answer: T): Promise<T> => {
    await pace.turn()
    await clock.sleep(vendorMs)
    return answer
  }
  const listed = (number: number) => ({ channelId: `c${String(number).padStart(6, '0')}`, channel })
  let place: { after?: string; startedAt?: Date } = {}
  const deps = {
    clock,
    log: memoryLog([]),
    atOnce,
    channels: {
      pageAfter: (after: string | undefined, limit: number) => {
        const from = after === undefined ? 0 : Number(after.slice(1)) + 1
        const length = Math.min(limit, count - from)
        return stored(Array.from({ length }, (_, index) => listed(from + index)))
      },
      read: (channelId: string) => {
        watched.set(channelId, (watched.get(channelId) ?? 0) + 1)
        return stored({ value: channel, revision: '1' as Revision })
      },
    },
    items: { read: () => stored(new Map()) },
    properties: { load: () => stored({ property: { channelManagerId: 'm' }, ratePlans: [] }) },
    channelManager: { channel: () => called(atManager), offer: () => called(undefined) },
    events: { newestSync: () => called(undefined) },
    webhooks: { registered: () => called({ complete: ['w'], others: [] }) },
    checkpoints: {
      read: () => stored({ value: place, revision: '1' as Revision }),
      write: (_: object, next: object) => {
        place = next
        return stored({ result: '1' as Revision })
      },
    },
  } as unknown as WatchChannelsDeps
  return { deps, watched, isOver: () => place.after === undefined, startedAt: () => place.startedAt }
}

/** How long a round takes by the schedule. Minutes. */
async function roundOf(count: number, lane: Lane) {
  const clock = virtualClock(start)
  const { deps, watched, isOver, startedAt } = house(count, lane, clock)
  for (;;) {
    const began = clock.now().getTime()
    await clock.during(watchChannels(deps))
    if (isOver()) break
    expect(startedAt()?.getTime()).toBeLessThan(start.getTime() + minute)
    await clock.pass(Math.max(0, began + schedules.watchchannels * minute - clock.now().getTime()))
  }
  expect(watched.size).toBe(count)
  expect([...watched.values()].every(times => times === 1)).toBe(true)
  return (clock.now().getTime() - start.getTime()) / minute
}

/** The part of the lane `channel-manager` that one process has by default. */
const byDefault = { perSecond: 100, atOnce: 6 }
const tenfold = { perSecond: 1000, atOnce: 60 }

it('a round of 10,000 channels takes less than an hour, and ten times the channels the same with ten times the workers', async () => {
  const ofThousands = await roundOf(10_000, byDefault)
  expect(ofThousands).toBeLessThan(60)
  const ofMany = await roundOf(100_000, tenfold)
  expect(ofMany / ofThousands).toBeGreaterThan(0.9)
  expect(ofMany / ofThousands).toBeLessThan(1.1)
}, 300_000)

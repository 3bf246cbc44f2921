import { expect, it } from 'vitest'
import { checkpointStore } from '../../../../test/support/checkpoint-store.ts'
import { memoryLog } from '../../../../test/support/memory-log.ts'
import { type VirtualClock, virtualClock } from '../../../../test/support/virtual-clock.ts'
import { laneNames } from '../../due/lanes.ts'
import { limiters } from '../../due/limiter.ts'
import { ProviderError } from '../../errors.ts'
import { recordOf } from '../../record-of.ts'
import { schedules } from '../../schedules.ts'
import type { DocumentAt, Query, Write } from '../../store.ts'
import { storedPropertyChannel } from '../channels/property-channel.ts'
import { watchChannels } from './watch-channels.ts'

const minute = 60_000
const roundMs = 12 * 60 * minute
const start = new Date('2031-05-04T12:00:00Z')
/** Times of one call: channel manager, Firestore. Milliseconds. */
const [vendorMs, storeMs] = [250, 20]

const channel = storedPropertyChannel.parse({
  propertyId: 'p',
  ota: 'booking',
  status: 'active',
  hotelId: 'h',
  channelManagerChannelId: 'c',
  mapping: { rooms: [], ratePlans: [] },
})
const atManager = {
  id: 'c',
  ota: 'booking',
  hotelId: 'h',
  isActive: true,
  hotelIdIsNumber: false,
  removalDate: null,
  propertyIds: [],
  rates: [],
}

interface Lane {
  /** Factor on the default limits of the channel manager. */
  allowed: number
  atOnce: number
}

const limitsOf = (allowed: number) => ({
  lanes: () => recordOf(laneNames, () => ({ perSecond: 10 * allowed, atOnce: 1 })),
  text: () =>
    [
      ...[`key;q=${18_000 * allowed};w=3600`, `key;q=${216_000 * allowed};w=86400`],
      ...[`route;q=${300 * allowed};w=60`, `route;q=${3600 * allowed};w=3600`],
    ].join(),
  functionName: 'watchchannels',
})

/** `count` correct channels, watched within the share of one process. */
function house(count: number, { allowed, atOnce }: Lane, clock: VirtualClock) {
  const limiter = limiters(clock, limitsOf(allowed))('channel-manager')
  /** Calls begun, by route and hour. */
  const calls = new Map<string, number>()
  const watched = new Map<string, number>()
  const stored = async <T>(answer: T): Promise<T> => {
    await clock.sleep(storeMs)
    return answer
  }
  const called = async <T>(route: string, answer: T): Promise<T> => {
    if (!(await limiter.acquire(route)))
      throw new ProviderError('channel-manager', 'retryable', 'no turn', { isUnasked: true })
    const hour = `${route} ${Math.floor((clock.now().getTime() - start.getTime()) / (60 * minute))}`
    calls.set(hour, (calls.get(hour) ?? 0) + 1)
    await clock.sleep(vendorMs)
    return answer
  }
  const listed = (number: number) => {
    const channelId = `c${String(number).padStart(6, '0')}`
    return {
      id: channelId,
      path: `propertyChannels/${channelId}`,
      value: { ...channel, channelManagerChannelId: channelId },
    }
  }
  const rounds = checkpointStore<{ after?: string; startedAt?: Date }>({})
  const deps = {
    clock,
    log: memoryLog([]),
    atOnce,
    roundMs,
    store: {
      read: ({ path, parse }: DocumentAt) => {
        if (path === 'checkpoints/channels') return stored(rounds.read())
        const fields = path.startsWith('propertyChannels/')
          ? channel
          : { id: 'w', name: 'p', channelManagerId: 'm' }
        return stored({ path, revision: '1', value: parse(fields, path) })
      },
      count: () => stored(count),
      find: ({ isGroup, order, begin, most = 0 }: Query) => {
        if (isGroup || order.length === 0) return stored([])
        const [after] = [begin].flat()
        const from = after === undefined ? 0 : Number(String(after).slice(1)) + 1
        return stored(
          Array.from({ length: Math.min(most, count - from) }, (_, index) => listed(from + index)),
        )
      },
      commit: (writes: readonly Write[]) =>
        writes[0]?.path.startsWith('checkpoints/') ? stored(rounds.commit(writes)) : stored({ result: '1' }),
    },
    channelManager: {
      properties: () => called('GET /properties', []),
      channel: (id: string) => {
        watched.set(id, (watched.get(id) ?? 0) + 1)
        return called('GET /channels/:id', atManager)
      },
      offer: () => called('POST /channels/mapping_details', undefined),
      calendar: () => called('GET /restrictions', new Map()),
    },
    events: { newestSync: () => called('GET /channel_events', undefined) },
    webhooks: {
      isComplete: () => called('GET /webhooks/:id', true),
      registered: () => called('GET /webhooks', { complete: ['w'], incomplete: [], ofProperties: [] }),
    },
  } as unknown as Parameters<typeof watchChannels>[0]
  return {
    deps,
    watched,
    calls,
    isOver: () => rounds.all.at(-1)?.after === undefined,
    startedAt: () => rounds.all.at(-1)?.startedAt,
  }
}

/** A round by the schedule: how many hours it takes, and the most calls of one route in an hour. */
async function roundOf(count: number, lane: Lane) {
  const clock = virtualClock(start)
  const { deps, watched, calls, isOver, startedAt } = house(count, lane, clock)
  for (;;) {
    const began = clock.now().getTime()
    await clock.during(watchChannels(deps))
    if (isOver()) break
    expect(startedAt()?.getTime()).toBeLessThan(start.getTime() + minute)
    await clock.pass(Math.max(0, began + schedules.watchchannels * minute - clock.now().getTime()))
  }
  expect(watched.size).toBe(count)
  expect([...watched.values()].every(times => times === 1)).toBe(true)
  return {
    hours: (clock.now().getTime() - start.getTime()) / (60 * minute),
    mostOfARoute: Math.max(...calls.values()),
  }
}

const byDefault = { allowed: 1, atOnce: 6 }
const tenfold = { allowed: 10, atOnce: 60 }

it('a round takes its twelve hours; a route has at most 1,800 hourly calls for each 10,000 channels', async () => {
  const ofThousands = await roundOf(10_000, byDefault)
  expect(ofThousands.hours).toBeGreaterThan(11)
  expect(ofThousands.hours).toBeLessThan(12.2)
  expect(ofThousands.mostOfARoute).toBeLessThanOrEqual(1_800)
  const ofMany = await roundOf(100_000, tenfold)
  expect(ofMany.hours).toBeLessThan(12.2)
  expect(ofMany.mostOfARoute).toBeLessThanOrEqual(18_000)
}, 900_000)

import { afterEach, describe, expect, it } from 'vitest'
import { finishJob } from '../../src/lib/connection/job/finish-job.ts'
import { testProperty } from '../../src/lib/connection/test-property.ts'
import { ProviderError } from '../../src/lib/errors.ts'
import { reseedHotel, sandbox } from '../support/connection-builders.ts'
import {
  actor,
  adjustableClock,
  connectDeps,
  type Effect,
  outcomeOf,
  pastLease,
  press,
} from '../support/connection-deps.ts'
import { expectConnected, expectNothingLeft, expectOneOfEach } from '../support/connection-state.ts'
import { dieAt, intercepted } from '../support/intercept.ts'
import { stored, uniqueId } from '../support/stack.ts'
import { storeTwins, type Twins } from '../support/twins.ts'

afterEach(() => sandbox().clearFaults())

const clock = adjustableClock()
const deps = await connectDeps({ clock })

const target = ({ propertyId }: Twins) => ({ propertyId, ota: 'booking' as const })
const attemptOf = ({ propertyId }: Twins) => stored(`connectionAttempts/${propertyId}_booking`)
const channelOf = ({ propertyId }: Twins) => stored(`propertyChannels/${propertyId}_booking`)

/** A property whose rooms share a name, and a person's choice for the first. */
async function twins() {
  const property = await storeTwins()
  const [first] = property.crossed.rooms
  if (!first) throw new Error('no room')
  return { property, first }
}

/** Expects each of the OTA's rooms mapped to the room that a person chose. */
async function expectCrossed(property: Twins) {
  const { channel } = await expectConnected(property)
  const { crossed } = property
  expect(channel.mapping.rooms).toEqual(
    crossed.rooms.map(row => ({
      ...row,
      otaRoomName: 'Studio Apartment',
      score: 1,
      reasons: ['chosen by a person'],
      needsReview: false,
    })),
  )
  expect(channel.mapping.ratePlans).toHaveLength(4)
  expect(channel.mapping.ratePlans.every((row: { ratePlanId: unknown }) => row.ratePlanId !== null)).toBe(
    true,
  )
  return channel
}

async function expectRefused(property: Twins, reason: RegExp) {
  const { requests } = await expectNothingLeft(property)
  expect(requests.map(({ status, rejection }) => [status, rejection.code])).toEqual([
    ['rejected', 'mapping-failed'],
  ])
  expect(requests[0]?.rejection.detail).toMatch(reason)
}

describe('rooms that share a name', () => {
  it('are connected once as a person chose, however often asked', async () => {
    const property = await storeTwins({ plan: 'paid' })
    const paid = { paymentId: uniqueId('pay'), chosen: property.crossed }
    const ends = await Promise.all([1, 2, 3].map(() => outcomeOf(press(deps, property, paid))))
    expect(ends.filter(end => end !== 'connection-in-progress')).toContain('completed')
    expect(await outcomeOf(press(deps, property, paid))).toBe('completed')
    await expectOneOfEach(property)
    const channel = await expectCrossed(property)
    expect(channel).toMatchObject({ mappingStatus: 'initial', review: { by: actor.uid, version: 1 } })
    expect(channel.review.difference.added).toHaveLength(4)
  })

  it('need no choice for the last one once the others are chosen', async () => {
    const { property, first } = await twins()
    await press(deps, property, { chosen: { rooms: [first], ratePlans: [] } })
    const { mapping } = await channelOf(property)
    expect(mapping.rooms.map(({ roomId }: { roomId: string }) => roomId)).toEqual(
      property.crossed.rooms.map(({ roomId }) => roomId),
    )
    expect(mapping.rooms[1].reasons).not.toContain('chosen by a person')
  })

  it('take the rate plans that a person chose', async () => {
    const { property, first } = await twins()
    const { toChoose } = await testProperty(deps, actor, { ...target(property), hotelId: property.hotelId })
    const plan = toChoose?.ratePlans.find(
      ({ roomId, occupancy }) => roomId === first.roomId && occupancy === 1,
    )
    const otaRateId = property.otaRooms[0]?.rates[0]?.id
    if (!plan || otaRateId === undefined) throw new Error('nothing to choose')
    const line = { otaRoomId: first.otaRoomId, otaRateId, ratePlanId: plan.id, occupancy: 2, primary: true }
    await press(deps, property, { chosen: { rooms: [first], ratePlans: [line] } })
    const { channel } = await expectConnected(property)
    const rows = channel.mapping.ratePlans.filter(
      ({ otaRoomId }: { otaRoomId: number }) => otaRoomId === first.otaRoomId,
    )
    expect(rows).toMatchObject([{ ...line, reasons: ['chosen by a person'], needsReview: false }])
  })
})

type Wrong = (property: Twins) => Twins['crossed']
const wrong: [string, Wrong, RegExp][] = [
  [
    "a room that the OTA doesn't offer",
    ({ crossed }) => ({ ...crossed, rooms: [{ otaRoomId: 1, roomId: crossed.rooms[0]?.roomId ?? null }] }),
    /offers no room 1 here/,
  ],
  [
    'a room that is not ours',
    ({ crossed }) => ({ ...crossed, rooms: crossed.rooms.map(row => ({ ...row, roomId: 'another' })) }),
    /has no such room/,
  ],
  [
    "one of the OTA's rooms twice",
    ({ crossed, roomIds }) => ({
      ...crossed,
      rooms: roomIds.map(roomId => ({ otaRoomId: crossed.rooms[0]?.otaRoomId ?? 0, roomId })),
    }),
    /stands here twice/,
  ],
  [
    'a rate plan that is not ours',
    ({ crossed, otaRooms }) => ({
      ...crossed,
      ratePlans: otaRooms.slice(0, 1).map(({ id, rates }) => ({
        otaRoomId: id,
        otaRateId: rates[0]?.id ?? 0,
        ratePlanId: 'another',
        occupancy: 2,
        primary: true,
      })),
    }),
    /has no such rate plan/,
  ],
  [
    'to leave all of it open',
    ({ crossed }) => ({ ...crossed, rooms: crossed.rooms.map(row => ({ ...row, roomId: null })) }),
    /cannot be told apart/,
  ],
]

describe('a choice that does not fit', () => {
  it.each(wrong)('is refused, and nothing is left: %s', async (_, choice, reason) => {
    const property = await storeTwins({ plan: 'paid' })
    const more = { paymentId: uniqueId('pay'), chosen: choice(property) }
    expect(await outcomeOf(press(deps, property, more))).toBe('mapping-failed')
    await expectRefused(property, reason)
  })

  it('is not kept for the next attempt', async () => {
    const { property, first } = await twins()
    const unknown = { rooms: [{ ...first, roomId: 'another' }], ratePlans: [] }
    expect(await outcomeOf(press(deps, property, { chosen: unknown }))).toBe('mapping-failed')
    expect(await attemptOf(property)).toMatchObject({ chosen: unknown })
    expect(await outcomeOf(press(deps, property))).toBe('mapping-failed')
    expect(await attemptOf(property)).not.toHaveProperty('chosen')
    expect(await outcomeOf(press(deps, property, { chosen: property.crossed }))).toBe('completed')
    await expectCrossed(property)
  })
})

describe('an attempt that dies with a choice', () => {
  /** An attempt that died right after that effect, and whose lease is over. */
  async function died(
    effect: Effect = 'channelManager.createChannel',
    choice = ({ crossed }: Twins): Twins['crossed'] => crossed,
  ) {
    const property = await storeTwins()
    await dieAt(deps, { effect }, dying => press(dying, property, { chosen: choice(property) }))
    const { attemptId } = await attemptOf(property)
    clock.advance(pastLease)
    return { property, attemptId }
  }

  it('is finished with it by a sweep', async () => {
    const { property } = await died()
    await finishJob(deps, target(property))
    await expectCrossed(property)
  })

  it('is replaced by a press with another choice', async () => {
    const { property, attemptId } = await died(undefined, ({ crossed, roomIds }) => ({
      rooms: crossed.rooms.map((row, at) => ({ ...row, roomId: roomIds[at] ?? null })),
      ratePlans: [],
    }))
    expect(await outcomeOf(press(deps, property, { chosen: property.crossed }))).toBe('completed')
    expect((await attemptOf(property)).attemptId).not.toBe(attemptId)
    await expectCrossed(property)
  })

  it.each<[string, (property: Twins) => Parameters<typeof press>[2]]>([
    ['the same choice', ({ crossed }) => ({ chosen: { ...crossed, rooms: crossed.rooms.toReversed() } })],
    ['an automatic new try, which chooses nothing', () => ({ isTriedAgain: true })],
  ])('is continued by %s', async (_, more) => {
    const { property, attemptId } = await died()
    expect(await outcomeOf(press(deps, property, more(property)))).toBe('completed')
    expect((await attemptOf(property)).attemptId).toBe(attemptId)
    await expectCrossed(property)
  })

  it('is rejected when an automatic new try continues it and fails', async () => {
    const { property } = await died('store.commit')
    const away = intercepted(deps, 'channelManager.testConnection', () => async () => {
      throw new ProviderError('channel-manager', 'retryable', 'is away')
    })
    expect(await outcomeOf(press(away, property, { isTriedAgain: true }))).toBe('provider-unavailable')
    const { requests } = await expectNothingLeft(property)
    expect(requests.map(({ status }) => status)).toEqual(['rejected'])
  })

  it('is refused where the OTA has taken the room away meanwhile', async () => {
    const { property } = await died()
    await reseedHotel(property.hotelId, ({ rooms }) => ({ rooms: rooms?.slice(1) }))
    await finishJob(deps, target(property))
    await expectRefused(property, /offers no room/)
  })
})

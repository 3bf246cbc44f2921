import fc from 'fast-check'
import { expect, it } from 'vitest'
import { withdrawRequest } from '../../src/lib/connection/requests/ask-connection.ts'
import { DomainError, ProviderError } from '../../src/lib/errors.ts'
import { inParallel } from '../../src/lib/in-parallel.ts'
import { kind, step } from '../faults/history-steps.ts'
import { startVerbs } from '../support/chat-deps.ts'
import { obpHotel, reseedHotel, seedHotel } from '../support/connection-builders.ts'
import { expectOneOfEach, traces } from '../support/connection-state.ts'
import { dieAt } from '../support/intercept.ts'
import { minute, waitingProperty } from '../support/waiting.ts'

startVerbs()

const histories = 200

const effects = [
  'store.commit',
  'billing.reserve',
  'channelManager.createChannel',
  'channelManager.activate',
] as const

/** Events while a request waits. After each history the OTA accepts, and time passes. */
const event = fc.oneof(
  step(4, 'time', { minutes: fc.integer({ min: 1, max: 45 }) }),
  step(2, 'outage', { of: fc.constantFrom('testConnection', 'offer') }),
  step(2, 'accept', {}),
  step(3, 'death', { effect: fc.constantFrom(...effects), when: fc.constantFrom('before', 'after') }),
  kind(2, {
    do: fc.constantFrom(
      ...(['stop', 'press', 'withdraw', 'leave', 'reprice', 'wait again'] as const),
      ...(['another hotel', 'sale'] as const),
    ),
  }),
)
const history = fc.array(event, { minLength: 1, maxLength: 6 })
type Happening = typeof event extends fc.Arbitrary<infer One> ? One : never

/** Whether the call succeeded; throws errors other than refusals and outages. */
async function answered(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    if (error instanceof DomainError || error instanceof ProviderError) return false
    throw error
  }
}

async function happens(world: World, happening: Happening): Promise<void> {
  const { context, clock, requestId } = world
  if (happening.do === 'time') await world.sweepAfter(happening.minutes * minute)
  else if (happening.do === 'outage') {
    world.away(happening.of)
    await answered(() => world.sweepAfter(35 * minute))
    world.away()
  } else if (happening.do === 'accept') await world.acceptBoth()
  else if (happening.do === 'death') {
    clock.advance(35 * minute)
    const { effect, when } = happening
    const isReached = dieAt(context, { effect, when }, dying => answered(() => world.tryAgain(dying)))
    // The try may never reach the effect.
    await isReached.catch(() => undefined)
  } else if (happening.do === 'stop') await answered(world.stop)
  else if (happening.do === 'press') await world.press()
  else if (happening.do === 'withdraw') await answered(() => withdrawRequest(context, world.asker, requestId))
  else if (happening.do === 'leave') world.records.clear()
  else if (happening.do === 'reprice') await world.reprice(5900)
  else if (happening.do === 'another hotel') await world.press(world.asker, world.otherHotel)
  else if (happening.do === 'sale') await world.sell()
  else await answered(world.wait)
}

/** A waiting property, and if the history needs it another hotel whose OTA has not accepted either. */
async function worldOf(happened: string[]) {
  const made = await waitingProperty()
  await made.press()
  await made.wait()
  const hasOther = happened.includes('another hotel')
  const otherHotel = hasOther ? await seedHotel({ ...obpHotel, behaviour: 'agreement-pending' }) : ''
  const acceptBoth = async () => {
    await made.accept()
    if (hasOther) await reseedHotel(otherHotel, { behaviour: 'ok' })
  }
  return { ...made, happened, otherHotel, acceptBoth }
}
type World = Awaited<ReturnType<typeof worldOf>>

const hourAndMore = 62 * minute

/** Lets the OTA accept, then only time pass: a wait that is still meant ends live, any other leaves nothing. */
async function lived(world: World): Promise<'live' | 'over'> {
  await world.acceptBoth()
  const before = await world.request()
  const price = world.happened.includes('reprice') ? 5900 : 4900
  const attempt = await world.job()
  const wait = before?.waitingFor && attempt?.wait
  const isOwners = wait?.landlordId === world.owners.at(-1)?.landlordId
  const isMeant = wait?.price.amount === price && isOwners && world.records.size > 0
  // A connect that has begun goes on, whatever the records or the price since; only a sale stops it.
  const hasBegun = attempt?.status === 'running' && isOwners
  const mayGoLive = isMeant || hasBegun || before?.status === 'completed'
  // The first round outlasts the lease of a dead process.
  for (let round = 0; round < 3; round += 1) await world.sweepAfter(hourAndMore / 2)
  const request = await world.request()
  const all = await Promise.all(
    world.owners.map(async owner => ({ owner, ...(await traces({ ...world.property, ...owner })) })),
  )
  if (request?.status === 'completed') {
    const [payer, ...others] = all.filter(({ invoices }) => invoices.length > 0)
    expect(others).toEqual([])
    const { hotelId } = payer?.channel ?? {}
    if (isMeant) expect([hotelId, payer?.owner.landlordId]).toEqual([wait.hotelId, wait.landlordId])
    await expectOneOfEach({ ...world.property, ...payer?.owner, hotelId })
    expect(mayGoLive, 'it went live and was not meant to').toBe(true)
    return 'live'
  }
  for (const { channels, emails, invoices, subscriptions } of all) {
    expect(subscriptions.filter(({ status }) => status !== 'cancelled')).toEqual([])
    expect({ channels, emails, invoices }).toEqual({ channels: [], emails: [], invoices: [] })
  }
  const [first] = all
  expect((await world.job()) ?? {}, 'what is tried again').not.toHaveProperty('dueAt')
  if (first?.attempt) expect(first.attempt).toMatchObject({ undo: 'none' })
  expect(isMeant, 'it waited and was meant').toBe(false)
  return 'over'
}

it(`holds in ${histories} histories of acceptances, stops, presses, other hotels, sales, outages and deaths`, async () => {
  const ends: Record<string, number> = {}
  const all = fc.sample(history, { numRuns: histories, seed: 29 })
  const failed: unknown[] = []
  await inParallel(6, all, async happenings => {
    try {
      const world = await worldOf(happenings.map(one => one.do))
      for (const happening of happenings) await happens(world, happening)
      const end = await lived(world)
      ends[end] = (ends[end] ?? 0) + 1
    } catch (error) {
      failed.push({ happenings, error })
    }
  })
  console.log(`${histories} histories of acceptance: ${JSON.stringify(ends)}`)
  expect(failed).toEqual([])
  expect(Math.min(ends.live ?? 0, ends.over ?? 0)).toBeGreaterThan(histories / 10)
}, 600_000) // A minute where nothing else runs; on a busy machine many times that.

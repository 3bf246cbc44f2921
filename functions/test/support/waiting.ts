import { expect } from 'vitest'
import type { Actor } from '../../src/lib/actor.ts'
import { connectProperty } from '../../src/lib/connection/job/connect-property.ts'
import { finishJob } from '../../src/lib/connection/job/finish-job.ts'
import { askConnection } from '../../src/lib/connection/requests/ask-connection.ts'
import { stopWaiting, waitForAcceptance } from '../../src/lib/connection/requests/wait-for-acceptance.ts'
import { ProviderError } from '../../src/lib/errors.ts'
import { operationsAsker } from './asker.ts'
import { obpHotel, type PropertySpec, reseedHotel, storeProperty } from './connection-builders.ts'
import { adjustableClock, outcomeOf } from './connection-deps.ts'
import { expectOneOfEach } from './connection-state.ts'
import { intercepted } from './intercept.ts'
import { memoryLog } from './memory-log.ts'
import { db, put, uniqueId, update } from './stack.ts'
import { builtContext } from './test-context.ts'

export const minute = 60_000

/** A property of a landlord who pays, rejected because its OTA has not accepted yet; the clock is moved by hand. */
export async function waitingProperty(spec: PropertySpec = {}) {
  const clock = adjustableClock()
  const property = await storeProperty({
    plan: 'paid',
    requests: [],
    hotel: { ...obpHotel, behaviour: 'agreement-pending' },
    ...spec,
  })
  const { propertyId, hotelId } = property
  const owners = [{ landlordId: property.landlordId, email: property.email }]
  const target = { propertyId, ota: 'booking' as const }
  const { asker, records, userRecords } = operationsAsker()
  let away: 'testConnection' | 'offer' | undefined
  const system = {
    ...(await builtContext({ firestore: db(), clock, log: memoryLog([]) })),
    userRecords,
  }
  const context = (['testConnection', 'offer'] as const).reduce(
    (above, name) =>
      intercepted(above, `channelManager.${name}`, original => async (...args) => {
        if (away === name) throw new ProviderError('channel-manager', 'retryable', 'is away')
        return original(...args)
      }),
    system,
  )
  const ownerNow = () => owners.at(-1)?.landlordId
  const { requestId } = await askConnection(context, asker, target)
  const paymentId = uniqueId('pay')
  const request = async () => (await db().doc(`connectionRequests/${requestId}`).get()).data()
  const job = async () => (await db().doc(`connectionAttempts/${propertyId}_booking`).get()).data()
  const press = (by: Actor = asker, hotel = hotelId) =>
    outcomeOf(connectProperty(context, by, { ...target, hotelId: hotel, paymentId }))
  return {
    context,
    clock,
    asker,
    records,
    requestId,
    paymentId,
    request,
    job,
    press,
    property: { ...property, requestIds: [requestId] },
    price: { amount: 4900, currency: 'EUR' },
    wait: (more: object = {}) => waitForAcceptance(context, asker, { requestId, paymentId, ...more }),
    tryAgain: (using: typeof context) => finishJob(using, target),
    stop: () => stopWaiting(context, asker, requestId),
    accept: () => reseedHotel(hotelId, { behaviour: 'ok' }),
    /** Makes the channel manager leave that question unanswered; without one, it answers again. */
    away: (question?: typeof away) => {
      away = question
    },
    /** The property goes to another landlord, with the same terms. */
    async sell(): Promise<void> {
      const account = (await db().doc(`accounts/${ownerNow()}`).get()).data()
      const landlordId = uniqueId('landlord')
      const email = `${landlordId}@example.com`
      owners.push({ landlordId, email })
      await put(`accounts/${landlordId}`, { ...account, email })
      await update(`properties/${propertyId}`, { landlordId })
    },
    owners,
    reprice: (amount: number) => update(`accounts/${ownerNow()}`, { 'connectionService.amount': amount }),
    /** Runs the schedule when that time has passed. */
    async sweepAfter(milliseconds: number, using = context): Promise<void> {
      clock.advance(milliseconds)
      // The first run ends a dead process's work, the second one is the wait's.
      for (let runs = 0; runs < 2; runs += 1)
        if ((await job())?.dueAt?.toDate() <= clock.now()) await finishJob(using, target)
    },
  }
}
export type WaitingProperty = Awaited<ReturnType<typeof waitingProperty>>

/** A property rejected for the missing acceptance, for which its request waits. */
export async function handover() {
  const world = await waitingProperty()
  expect(await world.press()).toBe('ota-setup-incomplete')
  const left = await world.wait({ price: world.price })
  return { ...world, left }
}

export async function expectLive({ property }: WaitingProperty) {
  const records = await expectOneOfEach({ ...property })
  expect(records.requests[0]).not.toHaveProperty('waitingFor')
  expect(records.attempt).not.toHaveProperty('dueAt')
  return records
}

/** Expects a rejected request that is no longer tried. */
export async function expectOver({ request, job }: WaitingProperty) {
  const stored = await request()
  expect(stored).toMatchObject({ status: 'rejected' })
  expect(stored).not.toHaveProperty('waitingFor')
  const ended = (await job()) ?? {}
  for (const field of ['wait', 'dueAt']) expect(ended).not.toHaveProperty(field)
}

export const endedItem = async ({ requestId }: WaitingProperty) =>
  (await db().doc(`items/connection-wait-ended_${requestId}`).get()).data()

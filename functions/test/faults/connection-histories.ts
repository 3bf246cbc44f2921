import fc from 'fast-check'
import { obpHotel, reseedHotel, seedHotel } from '../support/connection-builders.ts'
import { sweeps } from '../support/due.ts'
import { uniqueId } from '../support/stack.ts'
import { connectionViolations, violationsAfterPress } from './connection-invariants.ts'
import { type ConnectionWorld, createConnectionWorld, recover, sweep } from './connection-world.ts'
import { dyingAt, Process } from './effects.ts'
import { faultOf, mode, step } from './history-steps.ts'
import type { Surroundings } from './run-case.ts'
import { forward } from './time.ts'

/** The index of a hotel, mostly of the right one. */
const hotel = fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(1) })
const dieAt = fc.oneof({ weight: 1, arbitrary: fc.constant(-1) }, { weight: 2, arbitrary: fc.nat(22) })

/** Two people press; `hotel` is the right one or another; `dieAt` kills at that effect. */
const happening = fc.oneof(
  step(6, 'press', {
    by: fc.nat(1),
    hotel,
    pays: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
    dieAt,
  }),
  step(1, 'both press', { hotels: fc.tuple(hotel, hotel) }),
  step(3, 'sweep', { dieAt }),
  step(3, 'wait', { seconds: fc.constantFrom(1, 40, 91, 300) }),
  step(1, 'request', {}),
  step(2, 'hotel', {
    hotel,
    behaviour: fc.constantFrom(
      'ok',
      'test-fails',
      'agreement-pending',
      'connected-elsewhere',
      'activation-refused',
    ),
  }),
  step(3, 'fault', {
    vendor: fc.constantFrom('channel-manager', 'channel-manager', 'channel-manager', 'sendgrid'),
    mode,
    skip: fc.nat(9),
    times: fc.integer({ min: 1, max: 3 }),
  }),
  /** An answer of the store is lost, or a call refused, with this gRPC code. */
  step(1, 'store fault', { way: fc.constantFrom('lose', 'refuse'), code: fc.constantFrom(4, 8, 13, 14) }),
)
type ConnectionStep = typeof happening extends fc.Arbitrary<infer One> ? One : never

export interface ConnectionHistory {
  plan: 'free' | 'paid'
  steps: ConnectionStep[]
}

export const connectionHistories: fc.Arbitrary<ConnectionHistory> = fc.record({
  plan: fc.constantFrom('paid', 'free'),
  steps: fc.array(happening, { minLength: 2, maxLength: 12 }),
})

/** Plays a history to its end; returns the promises that do not hold then. */
export async function playConnectionHistory(
  { plan, steps }: ConnectionHistory,
  surroundings: Surroundings,
): Promise<string[]> {
  const { sandbox, firestore } = surroundings
  const world = await createConnectionWorld(surroundings, { plan })
  try {
    const hotels = [world.property.hotelId, await seedHotel(obpHotel, world)]
    for (const one of steps) await play(world, firestore, hotels, one)
    await sandbox.clearFaults()
    firestore.reset()
    for (const hotelId of hotels) await reseedHotel(hotelId, { behaviour: 'ok' }, world)
    await recover(world)
    const found = (await connectionViolations(world)).map(what => `${what} (after the sweeps)`)
    return [...found, ...(await violationsAfterPress(world))]
  } finally {
    await sandbox.reset()
    await world.close()
  }
}

async function play(
  world: ConnectionWorld,
  firestore: Surroundings['firestore'],
  hotels: readonly string[],
  step: ConnectionStep,
): Promise<unknown> {
  const hotelAt = (index: number) => hotels[index] ?? world.property.hotelId
  switch (step.do) {
    case 'press': {
      const paymentId = step.pays ? { paymentId: world.paymentId } : { paymentId: undefined }
      return dyingAt(step.dieAt, 'before', process =>
        world.press({ process, hotelId: hotelAt(step.hotel), ...paymentId }),
      )
    }
    case 'both press':
      return Promise.all(
        step.hotels.map(index => world.press({ hotelId: hotelAt(index), process: new Process() })),
      )
    case 'sweep':
      // A failed sweep does not stop the next one.
      if (step.dieAt < 0) return sweep(world, new Process()).catch(() => {})
      return dyingAt(step.dieAt, 'before', process => sweeps.connections(world.context(process)))
    case 'wait':
      return forward(step.seconds * 1000)
    case 'request': {
      const request = { propertyId: world.property.propertyId, ota: 'booking', status: 'pending' }
      return world.db
        .doc(`connectionRequests/${uniqueId('request')}`)
        .set({ ...request, createdAt: new Date() })
        .catch(() => {})
    }
    case 'hotel':
      return reseedHotel(hotelAt(step.hotel), { behaviour: step.behaviour }, world)
    case 'fault': {
      const { vendor, mode, skip, times } = step
      return world.sandbox.fault({ vendor, ...faultOf(mode), skip, times })
    }
    case 'store fault':
      return step.way === 'lose' ? firestore.loseNext(step.code) : firestore.refuseNext('*', step.code)
  }
}

import type { Firestore } from 'firebase-admin/firestore'
import type { Actor } from '../../src/lib/actor.ts'
import { connectRows } from '../../src/lib/connection/batches/connect-rows.ts'
import { createBatch } from '../../src/lib/connection/batches/create-batch.ts'
import { readBatch } from '../../src/lib/connection/batches/read-batch.ts'
import type { Context } from '../../src/lib/context.ts'
import { workDue } from '../../src/triggers/work-due.ts'
import { storeProperty } from '../support/connection-builders.ts'
import { beyondLease, createConnectionWorld } from './connection-world.ts'
import { dyingAt, type Process } from './effects.ts'
import type { Surroundings } from './run-case.ts'
import { playOn } from './stage.ts'
import { forward } from './time.ts'
import { accounts } from './world.ts'

/** The state of a batch of two pairs when the disturbed run begins. */
export interface BatchScenario {
  isChosen: boolean
  /** The run before died right after the first effect of that name. */
  diedAfter?: string
}

const batchId = 'two'
const olivia: Actor = { uid: 'olivia', role: 'operations' }
const minute = 60_000
/** Enough runs for both rows, a pause after a temporary failure included. */
const mostRuns = 6

async function worldOf(scenario: BatchScenario, surroundings: Surroundings) {
  const spec = { plan: 'paid' as const }
  const { db, sandbox, property, context, close } = await createConnectionWorld(surroundings, spec)
  const properties = [property, await storeProperty(spec, { db, sandbox })]
  const records = accounts('operations')
  const contextOf = (process?: Process): Context => ({
    ...context(process),
    userRecords: process ? process.watch('userRecords', records) : records,
  })
  const run = (process?: Process) => workDue(contextOf(process), ['connection-batch', 'attempt'])
  const pairs = properties.map(({ propertyId, hotelId }) => ({
    propertyId,
    hotelId,
    paymentId: `pay-${propertyId}`,
  }))
  await createBatch(contextOf(), olivia, { batchId, ota: 'booking', pairs })
  if (scenario.isChosen) {
    await run()
    const total = [{ amount: 9800, currency: 'EUR' }]
    await connectRows(contextOf(), olivia, { batchId, rows: [0, 1], total })
  }
  if (scenario.diedAfter !== undefined) {
    await dyingAt(scenario.diedAfter, 'after', run)
    forward(beyondLease)
  }
  return { db, sandbox, close, run, context: contextOf(), hotels: properties.map(({ hotelId }) => hotelId) }
}

type BatchWorld = Awaited<ReturnType<typeof worldOf>>

/** How many subscriptions are active, and how many invoices there are. */
export async function chargesIn(db: Firestore): Promise<number[]> {
  const active = db.collection('subscriptions').where('status', '==', 'active')
  const found = await Promise.all([active, db.collection('invoices')].map(query => query.get()))
  return found.map(({ size }) => size)
}

interface ManagedChannel {
  attributes: { is_active: boolean; settings: { hotel_id: string } }
}

/** Mistakes that are left once the schedule has done all due work. */
async function wrong({ isChosen }: BatchScenario, world: BatchWorld): Promise<string[]> {
  const { db, sandbox, hotels, context } = world
  for (let runs = 0; (await readBatch(context, batchId)).isWorking; runs += 1) {
    if (runs >= mostRuns) return ['it never ends']
    forward(runs === 0 ? beyondLease : minute)
    await world.run()
  }
  const { rows } = await readBatch(context, batchId)
  const { channels } = await sandbox.state('channel-manager')
  const live = channels.flatMap(({ attributes: { is_active, settings } }: ManagedChannel) =>
    is_active && hotels.includes(settings.hotel_id) ? [settings.hotel_id] : [],
  )
  const charged = isChosen ? 2 : 0
  const right = {
    states: rows.every(({ state, outcome }) =>
      isChosen ? state === 'connected' : state === 'tested' && outcome === 'connects',
    ),
    channels: live.length === charged && new Set(live).size === charged,
    charges: (await chargesIn(db)).every(count => count === charged),
  }
  return Object.entries(right).flatMap(([what, isRight]) =>
    isRight ? [] : [`${what}: ${JSON.stringify(rows.map(({ state, reason }) => [state, reason]))}`],
  )
}

export const batches = playOn<BatchScenario>(async (scenario, surroundings) => {
  const world = await worldOf(scenario, surroundings)
  return {
    run: world.run,
    async takeOver() {
      forward(beyondLease)
      await world.run()
    },
    ending: () => wrong(scenario, world),
    close: world.close,
  }
})

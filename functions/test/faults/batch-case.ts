import type { Actor } from '../../src/lib/actor.ts'
import { connectRows } from '../../src/lib/connection/batches/connect-rows.ts'
import { createBatch } from '../../src/lib/connection/batches/create-batch.ts'
import { readBatch } from '../../src/lib/connection/batches/read-batch.ts'
import type { Context } from '../../src/lib/context.ts'
import { workDue } from '../../src/triggers/work-due.ts'
import { storeProperty } from '../support/connection-builders.ts'
import { beyondLease, type ConnectionWorld, createConnectionWorld } from './connection-world.ts'
import { disturbed, type Effect, Process, undisturbed } from './effects.ts'
import { type FaultName, faults } from './faults.ts'
import type { Surroundings } from './run-case.ts'
import type { Play } from './survive-faults.ts'
import { forward } from './time.ts'

/** Where a batch of two pairs stands when the run that is disturbed begins. */
export interface BatchScenario {
  isChosen: boolean
  /** The run before it died right after the first effect of that name. */
  diedAfter?: string
}

const batchId = 'two'
const olivia: Actor = { uid: 'olivia', role: 'operations' }
const minute = 60_000
/** Until both rows are right, with a pause after what failed in passing. */
const mostRuns = 6

interface BatchWorld extends Pick<ConnectionWorld, 'db' | 'sandbox' | 'close'> {
  hotels: string[]
  run(process?: Process): Promise<unknown>
  context: Context
}

async function worldOf(scenario: BatchScenario, surroundings: Surroundings): Promise<BatchWorld> {
  const spec = { plan: 'paid' as const }
  const { db, sandbox, property, context, close } = await createConnectionWorld(surroundings, spec)
  const properties = [property, await storeProperty(spec, { db, sandbox })]
  const known = {
    find: async (uids: readonly string[]) =>
      new Map(uids.map(uid => [uid, { role: 'operations', isDisabled: false, validSince: 0 }])),
    page: async () => ({ users: new Map(), next: undefined }),
  }
  const contextOf = (process?: Process): Context => ({
    ...context(process),
    userRecords: process ? process.watch('userRecords', known) : known,
  })
  const run = (process?: Process) => workDue(contextOf(process), ['connection-batch', 'attempt'])
  const pairs = properties.map(({ propertyId, hotelId }) => ({
    ...{ propertyId, hotelId, paymentId: `pay-${propertyId}` },
  }))
  await createBatch(contextOf(), olivia, { batchId, ota: 'booking', pairs })
  if (scenario.isChosen) {
    await run()
    const total = [{ amount: 9800, currency: 'EUR' }]
    await connectRows(contextOf(), olivia, { batchId, rows: [0, 1], total })
  }
  if (scenario.diedAfter !== undefined) {
    await disturbed(scenario.diedAfter, run, die => async (_effect, goOn) => {
      await goOn()
      return die()
    })
    forward(beyondLease)
  }
  return { db, sandbox, close, run, context: contextOf(), hotels: properties.map(({ hotelId }) => hotelId) }
}

interface ManagedChannel {
  attributes: { is_active: boolean; settings: { hotel_id: string } }
}

/** What is not as it has to be once the schedule has done what is due. */
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
  const [subscriptions, invoices] = await Promise.all(
    ['subscriptions', 'invoices'].map(async name => (await db.collection(name).get()).docs),
  )
  const charged = isChosen ? 2 : 0
  const right = {
    states: rows.every(({ state, outcome }) =>
      isChosen ? state === 'connected' : state === 'tested' && outcome === 'connects',
    ),
    channels: live.length === charged && new Set(live).size === charged,
    subscriptions: subscriptions?.filter(one => one.get('status') === 'active').length === charged,
    invoices: invoices?.length === charged,
  }
  return Object.entries(right).flatMap(([what, isRight]) =>
    isRight ? [] : [`${what}: ${JSON.stringify(rows.map(({ state, reason }) => [state, reason]))}`],
  )
}

export const batches: Play<BatchScenario> = {
  async effectsOf(scenario, surroundings): Promise<Effect[]> {
    const world = await worldOf(scenario, surroundings)
    const process = new Process(undisturbed)
    await world.run(process)
    await world.close()
    return process.effects
  },

  async runCase(scenario, position, fault: FaultName, surroundings) {
    const { sandbox, firestore } = surroundings
    const world = await worldOf(scenario, surroundings)
    const found: string[] = []
    let taking: Promise<unknown> | undefined
    const othersTakeOver = async () => {
      forward(beyondLease)
      taking = world.run().catch(error => void found.push(`taking over failed: ${error}`))
      await taking
    }
    try {
      const disturb = (die: () => Promise<never>) =>
        faults[fault]({ sandbox, firestore, die, othersTakeOver, found })
      await disturbed(position, process => world.run(process), disturb)
      await taking
      await sandbox.clearFaults()
      firestore.reset()
      return [...found, ...(await wrong(scenario, world))]
    } finally {
      await world.close()
    }
  },
}

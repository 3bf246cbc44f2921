import { workDue } from '../../src/triggers/work-due.ts'
import { storeDue } from '../support/due.ts'
import type { SandboxAt, Fault as SandboxFault } from '../support/sandbox.ts'
import { hour, minute, type System } from './outage-systems.ts'
import { forward } from './time.ts'

/** A run of the schedule over a lane that closes, is tried, opens or has something in it that nobody can read. */
export interface LaneScenario {
  /** Messages that are due. */
  count: number
  /** The lane's state when the run begins, beside them. */
  prepare?(system: System, sandbox: SandboxAt): Promise<void>
  /** How the provider answers as long as the run lasts. */
  way?: Omit<SandboxFault, 'vendor'>
  /** Writes of the lane's own that the run makes, those of the store by their fields. */
  writes: readonly string[]
  /** How many of the messages nobody can read. */
  poisoned?: number
}

/** The fields that a quarantine writes. */
export const quarantining = 'delivery.dueAt,delivery.asideAt'

const down = { mode: 'status', status: 503 } as const
const keyRefused = { mode: 'status', status: 401 } as const

/** A lane whose provider refused our key some time ago. */
async function closed({ context }: System, sandbox: SandboxAt): Promise<void> {
  await sandbox.fault({ vendor: 'twilio', ...keyRefused })
  await workDue(context, ['chatapp-delivery'])
  await sandbox.clearFaults()
  forward(10 * minute)
}

/** Everything in the lane waits for a while. */
async function waiting({ db }: System): Promise<void> {
  const { docs } = await db.collectionGroup('messages').get()
  for (const { ref } of docs) await ref.update({ 'delivery.dueAt': new Date(Date.now() + hour / 4) })
}

export const laneScenarios: Readonly<Record<string, LaneScenario>> = {
  'a provider that is down closes the lane': { count: 7, way: down, writes: ['lanes'] },
  'a refused key closes it at once, and is tried again half a minute later': {
    count: 3,
    way: keyRefused,
    writes: ['lanes', 'lanes'],
  },
  'a try that fails leaves it closed': {
    count: 3,
    prepare: closed,
    way: down,
    writes: ['lanes'],
  },
  'a try that passes opens it': { count: 3, prepare: closed, writes: ['lanes'] },
  'what waits is brought forward for the try': {
    count: 3,
    prepare: async (system, sandbox) => {
      await closed(system, sandbox)
      await waiting(system)
    },
    writes: ['delivery.dueAt', 'lanes'],
  },
  'what nobody can read is quarantined': {
    count: 4,
    prepare: async ({ db }) => {
      for (const number of [0, 2]) await db.doc(`threads/t${number}/messages/m${number}`).update({ body: 7 })
    },
    writes: [quarantining, quarantining],
    poisoned: 2,
  },
}

export async function begin(
  { count, prepare, way }: LaneScenario,
  system: System,
  sandbox: SandboxAt,
): Promise<void> {
  await storeDue(system.db, { count, now: new Date() })
  await prepare?.(system, sandbox)
  if (way) await sandbox.fault({ vendor: 'twilio', ...way })
}

import { workDue } from '../../src/triggers/work-due.ts'
import { storePieces } from '../support/due-pieces.ts'
import type { SandboxAt, Fault as SandboxFault } from '../support/sandbox.ts'
import { hour, minute, type System } from './outage-systems.ts'
import { forward } from './time.ts'

/** A run of the schedule over a lane that closes, is tried, opens, or has unreadable messages. */
export interface LaneScenario {
  /** The number of due messages. */
  count: number
  /** Prepares the lane before the run. */
  prepare?(system: System, sandbox: SandboxAt): Promise<void>
  /** The provider's fault during the run. */
  way?: Omit<SandboxFault, 'vendor'>
  /** The run's writes for the lane: a collection, or the fields of a message. */
  writes: readonly string[]
  /** How many of the messages are unreadable. */
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

/** Puts every message of the lane off for a while. */
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
  'due work is brought forward for the try': {
    count: 3,
    prepare: async (system, sandbox) => {
      await closed(system, sandbox)
      await waiting(system)
    },
    writes: ['delivery.dueAt', 'lanes'],
  },
  'unreadable work is quarantined': {
    count: 4,
    prepare: async ({ db }) => {
      for (const number of [0, 2]) await db.doc(`threads/p${number}/messages/p${number}`).update({ body: 7 })
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
  await storePieces(system.db, 'chatapp-delivery', { count, now: new Date() })
  await prepare?.(system, sandbox)
  if (way) await sandbox.fault({ vendor: 'twilio', ...way })
}

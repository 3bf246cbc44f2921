import { randomUUID } from 'node:crypto'
import type { Firestore } from 'firebase-admin/firestore'
import { systemClock } from '../../src/adapters/system.ts'
import { createContext } from '../../src/composition.ts'
import type { Actor } from '../../src/lib/actor.ts'
import { connectProperty } from '../../src/lib/connection/connect-property.ts'
import type { Connections } from '../../src/lib/connection/ports.ts'
import type { Context } from '../../src/lib/context.ts'
import { type ConnectableProperty, type PropertySpec, storeProperty } from '../support/connection-builders.ts'
import { sweeps } from '../support/due.ts'
import { type MemoryLog, memoryLog } from '../support/memory-log.ts'
import type { SandboxAt } from '../support/sandbox.ts'
import { decorated } from '../support/test-context.ts'
import { ownProject } from '../support/world.ts'
import type { Process } from './effects.ts'
import { mistakenFirestore, noMistake } from './mistakes.ts'
import type { Surroundings } from './run-case.ts'
import { forward } from './time.ts'
import { settingsOf } from './world.ts'

/** One press on connect: who, and what they were told. */
interface Press {
  uid: string
  /** `completed`, `replayed`, a code; undefined as long as nothing was said, and for ever when the process died. */
  outcome?: string
  /** Something was done to it, so that even its audit entry may be missing where nothing was claimed. */
  isDisturbed: boolean
}

/** A Firestore of its own and a property that can be connected, with everything that this needs. */
export interface ConnectionWorld {
  db: Firestore
  sandbox: SandboxAt
  spec: PropertySpec
  property: ConnectableProperty
  /** The landlord's, for whoever presses in a world where connecting costs something. */
  paymentId: string | undefined
  presses: Press[]
  /** Those of them, by user, that have held the claim. */
  accepted: Set<string>
  /** Channels that stood at the channel manager before anybody pressed, and how they must be left by what fails. */
  standing: Map<string, { isActive: boolean }>
  log: MemoryLog
  /** Everything that comes by every minute. */
  sweeps: ((context: Context) => Promise<void>)[]
  /** Those of a process that may be disturbed, and waits accordingly, or of one that nobody disturbs. */
  context(process?: Process): Context
  press(options?: PressOptions): Promise<string>
  close(): Promise<void>
}

export interface PressOptions {
  process?: Process
  hotelId?: string
  paymentId?: string | undefined
  uid?: string
}

export async function createConnectionWorld(
  { sandbox, mistakes = noMistake }: Pick<Surroundings, 'sandbox' | 'mistakes'>,
  spec: PropertySpec = {},
): Promise<ConnectionWorld> {
  const id = randomUUID().slice(0, 13)
  const { db, close } = ownProject()
  const property = await storeProperty(spec, { db, sandbox })
  const log = memoryLog([])
  const accepted = new Set<string>()
  // Whoever waits has the time pass.
  const clock = { ...systemClock, sleep: async (milliseconds: number) => forward(milliseconds) }
  const context = (process?: Process) => {
    const mistake = mistakes(log)
    return createContext({
      settings: settingsOf(sandbox, process),
      firestore: mistakenFirestore(db, mistake),
      clock,
      log,
      // Each call of a port is an effect of the process; a mistake is made before it.
      decorate: (name, port) => {
        const seen = decorated({ connections: store => claimsSeen(store, accepted) }, name, port)
        return decorated(mistake.ports ?? {}, name, process ? process.watch(name, seen) : seen)
      },
    })
  }
  const world: ConnectionWorld = {
    db,
    sandbox,
    spec,
    property,
    paymentId: spec.plan === 'paid' ? `pay-${id}` : undefined,
    presses: [],
    accepted,
    standing: new Map(),
    log,
    sweeps: [sweeps.connections, sweeps.emails],
    context,
    press: options => press(world, options),
    close,
  }
  return world
}

/** The same store; it remembers whose presses have held the claim. */
function claimsSeen(connections: Connections, accepted: Set<string>): Connections {
  return {
    ...connections,
    async claim(claim, previous, extras) {
      const ended = await connections.claim(claim, previous, extras)
      const isOurs = async () =>
        (await connections.attempt(claim.facts).catch(() => undefined))?.value.claimId === claim.claimId
      if (ended !== 'unresolved' || (await isOurs())) accepted.add(claim.initiator.actor.uid)
      return ended
    },
  }
}

/** Presses the button; answers what the person is told. */
async function press(world: ConnectionWorld, options: PressOptions = {}): Promise<string> {
  const { property, presses } = world
  const { process, hotelId = property.hotelId } = options
  const paymentId = 'paymentId' in options ? options.paymentId : world.paymentId
  const made: Press = {
    uid: options.uid ?? `operations-${presses.length}`,
    isDisturbed: process !== undefined,
  }
  presses.push(made)
  const deps = world.context(process)
  const input = { propertyId: property.propertyId, ota: 'booking' as const, hotelId, paymentId }
  const outcome = await connectProperty(deps, personCalled(made.uid), input).then(
    result => ('replayed' in result && result.replayed ? 'replayed' : result.status),
    (error: { code?: string }) => error.code ?? String(error),
  )
  made.outcome = outcome
  return outcome
}

export const personCalled = (uid: string): Actor => ({
  uid,
  role: 'operations',
  origin: { ipAddress: '203.0.113.9', userAgent: 'A browser/1.0' },
})

/** Of an attempt, and a little more; milliseconds. */
export const beyondLease = 91_000
const minute = 60_000

/** An e-mail whose answer was lost is sent again after that; milliseconds. */
const beyondResend = 11 * minute

/** What the promise allows for a recovery: one lease and two sweeps, and for an e-mail the wait for the mailer's event. */
export async function recover(world: ConnectionWorld): Promise<void> {
  forward(beyondLease)
  await sweep(world)
  forward(minute)
  await sweep(world)
  const unknown = await world.db.collection('emails').where('status', '==', 'unknown').get()
  if (unknown.docs.every(email => email.get('dueAt') === undefined)) return
  forward(beyondResend)
  await sweeps.emails(world.context())
}

/** Every sweep of a connection, once. */
export async function sweep(world: ConnectionWorld, process?: Process): Promise<void> {
  const context = world.context(process)
  for (const run of world.sweeps) await run(context)
}

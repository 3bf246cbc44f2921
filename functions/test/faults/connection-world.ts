import { randomUUID } from 'node:crypto'
import { systemClock } from '../../src/adapters/system.ts'
import { createContext } from '../../src/context.ts'
import type { Actor } from '../../src/lib/actor.ts'
import { connectProperty } from '../../src/lib/connection/job/connect-property.ts'
import { fieldAt } from '../../src/lib/documents.ts'
import type { Fields, Store } from '../../src/lib/store.ts'
import { type PropertySpec, storeProperty } from '../support/connection-builders.ts'
import { sweeps } from '../support/due.ts'
import { memoryLog } from '../support/memory-log.ts'
import { decorated } from '../support/test-context.ts'
import { ownProject } from '../support/world.ts'
import type { Process } from './effects.ts'
import { mistakenFirestore, noMistake } from './mistakes.ts'
import type { Surroundings } from './run-case.ts'
import { forward } from './time.ts'
import { settingsOf } from './world.ts'

/** One press on connect: the user, and the answer to them. */
interface Press {
  uid: string
  /** `completed`, `replayed` or a code; undefined until the answer, and for ever if the process died. */
  outcome?: string
  /** The press was disturbed, so even its audit entry may be missing where nothing was claimed. */
  isDisturbed: boolean
}

export interface PressOptions {
  process?: Process
  hotelId?: string
  paymentId?: string | undefined
  uid?: string
}

/** A Firestore of its own and a property that can be connected, with everything that this needs. */
export async function createConnectionWorld(
  { sandbox, mistakes = noMistake }: Pick<Surroundings, 'sandbox' | 'mistakes'>,
  spec: PropertySpec = {},
) {
  const id = randomUUID().slice(0, 13)
  const { db, close } = ownProject()
  const property = await storeProperty(spec, { db, sandbox })
  const log = memoryLog([])
  const presses: Press[] = []
  /** The users whose presses have held the claim. */
  const accepted = new Set<string>()
  /** Channels that existed before any press, in the state in which a failed attempt must leave them. */
  const standing = new Map<string, { isActive: boolean }>()
  // Waiting moves the clock.
  const clock = { ...systemClock, sleep: async (milliseconds: number) => forward(milliseconds) }
  /** The context of a process that may be disturbed, which waits less for vendors, or of an undisturbed one. */
  const context = (process?: Process) => {
    const mistake = mistakes(log)
    return createContext({
      settings: settingsOf(sandbox, process),
      firestore: mistakenFirestore(db, mistake),
      clock,
      log,
      // Each call of a port is an effect of the process; a mistake is made before it.
      decorate: (name, port) => {
        const witness = decorated({ store: store => claimsSeen(store, accepted) }, name, port)
        return decorated(mistake.ports ?? {}, name, process ? process.watch(name, witness) : witness)
      },
    })
  }
  const world = {
    db,
    sandbox,
    spec,
    property,
    presses,
    accepted,
    standing,
    log,
    context,
    close,
    /** The landlord's payment, where connecting costs something. */
    paymentId: spec.plan === 'paid' ? `pay-${id}` : undefined,
    /** The sweeps that run every minute. */
    sweeps: [sweeps.connections, sweeps.emails],
  }
  return { ...world, press: (options?: PressOptions): Promise<string> => press(world, options) }
}
export type ConnectionWorld = Awaited<ReturnType<typeof createConnectionWorld>>

/** The same store, which notes the users whose presses hold the claim. */
const claimsSeen = (store: Store, accepted: Set<string>): Store => ({
  ...store,
  async commit(writes) {
    const ended = await store.commit(writes)
    for (const { path, fields } of writes) {
      const { claimId, press: made } = fields
      const uid = fieldAt(made, 'actor.uid')
      if (!path.startsWith('connectionAttempts/') || claimId === undefined || typeof uid !== 'string')
        continue
      const stored = async () => store.read({ path, id: '', parse: (found: Fields) => found })
      const isOurs = async () => (await stored().catch(() => undefined))?.value.claimId === claimId
      if (ended !== 'unresolved' || (await isOurs())) accepted.add(uid)
    }
    return ended
  },
})

/** Presses the button; returns the answer to the user. */
async function press(world: Omit<ConnectionWorld, 'press'>, options: PressOptions = {}): Promise<string> {
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

/** The lease of an attempt, and a little more; milliseconds. */
export const beyondLease = 91_000
const minute = 60_000

/** After this time an e-mail whose answer was lost is sent again; milliseconds. */
const beyondResend = 11 * minute

/** Recovery within the promise: one lease and two sweeps, and for an e-mail the wait for the mailer's event. */
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

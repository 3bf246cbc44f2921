import * as z from 'zod'
import type { ContextOptions } from '../../src/context.ts'
import type { Actor } from '../../src/lib/actor.ts'
import type { MappingRows } from '../../src/lib/connection/choosing/compose-mapping.ts'
import type { ConnectionResult } from '../../src/lib/connection/job/completion.ts'
import { type ConnectPropertyDeps, connectProperty } from '../../src/lib/connection/job/connect-property.ts'
import { finishJob, type WaitingDeps } from '../../src/lib/connection/job/finish-job.ts'
import { DomainError } from '../../src/lib/errors.ts'
import type { Clock } from '../../src/lib/ports.ts'
import { type ConnectableProperty, type PropertySpec, storeProperty } from './connection-builders.ts'
import { dieAt, type EffectOf } from './intercept.ts'
import { type MemoryLog, memoryLog } from './memory-log.ts'
import { db, uniqueId } from './stack.ts'
import { builtContext, type Vendors } from './test-context.ts'

export const actor: Actor = {
  uid: 'operations-in-process',
  role: 'operations',
  origin: { ipAddress: '203.0.113.7', userAgent: 'test' },
}

/** A clock that goes on by itself and can be set forward. */
export function adjustableClock() {
  let ahead = 0
  const clock: Clock = {
    now: () => new Date(Date.now() + ahead),
    sleep: async () => undefined,
  }
  return Object.assign(clock, {
    advance: (milliseconds: number) => {
      ahead += milliseconds
    },
  })
}

/** Beyond the lease of an attempt. */
export const pastLease = 91_000

interface DepsOptions extends Vendors {
  clock?: Clock
  log?: MemoryLog
  firestore?: ContextOptions['firestore']
}

/** A context with the real store and the real adapters, in this process. */
export const connectDeps = ({
  clock = adjustableClock(),
  log = memoryLog(),
  firestore = db(),
  ...vendors
}: DepsOptions = {}): Promise<WaitingDeps> => builtContext({ clock, log, firestore }, vendors)

export const press = (
  deps: ConnectPropertyDeps,
  { propertyId, hotelId }: Pick<ConnectableProperty, 'propertyId' | 'hotelId'>,
  more: { paymentId?: string; chosen?: MappingRows; isTriedAgain?: boolean } = {},
) => connectProperty(deps, actor, { propertyId, ota: 'booking', hotelId, ...more })

/** The result of connecting; throws while it is still running. */
export function completed(result: Awaited<ReturnType<typeof connectProperty>>): ConnectionResult {
  if (result.status === 'running') throw new Error('it goes on by itself')
  return result
}

/** The code of a refusal, else the result's status, or `completed`. */
export async function outcomeOf(attempt: Promise<unknown>): Promise<string> {
  try {
    return z.object({ status: z.string() }).safeParse(await attempt).data?.status ?? 'completed'
  } catch (error) {
    if (error instanceof DomainError) return error.code
    throw error
  }
}

export type Effect = EffectOf<ConnectPropertyDeps>

/** Every effect of a press, each with the number of its call: the claim is the first commit, completing the last. */
export const effectsOfPress: readonly [Effect, number][] = [
  ['store.commit', 1],
  ['channelManager.testConnection', 1],
  ['store.commit', 2],
  ['billing.reserve', 1],
  ['store.commit', 3],
  ['channelManager.offer', 1],
  ['channelManager.channelsOf', 1],
  ['store.commit', 4],
  ['channelManager.createChannel', 1],
  ['store.commit', 5],
  ['channelManager.readinessIssues', 1],
  ['store.commit', 6],
  ['channelManager.activate', 1],
  ['store.commit', 7],
  ['store.commit', 8],
]

/** A property of a landlord who pays, and what happens to it in one process: presses with one payment, and sweeps. */
export async function connecting(spec: PropertySpec = {}) {
  const clock = adjustableClock()
  const deps = await connectDeps({ clock })
  const property = await storeProperty({ plan: 'paid', ...spec })
  const paymentId = uniqueId('pay')
  const sweep = () => finishJob(deps, { propertyId: property.propertyId, ota: 'booking' })
  return {
    clock,
    deps,
    property,
    paymentId,
    /** Presses; returns the outcome. */
    press: (over = deps) => outcomeOf(press(over, property, { paymentId })),
    /** Presses the button and dies right after that call of an effect went through. Resolves once dead. */
    die: (effect: Effect, call = 1) =>
      dieAt(deps, { effect, call }, dying => press(dying, property, { paymentId })),
    sweep,
    /** Sweeps after the lease of an attempt. */
    sweepLater: () => {
      clock.advance(pastLease)
      return sweep()
    },
  }
}

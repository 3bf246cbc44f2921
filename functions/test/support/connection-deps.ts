import type { Firestore } from 'firebase-admin/firestore'
import type { Actor } from '../../src/lib/actor.ts'
import { type ConnectPropertyDeps, connectProperty } from '../../src/lib/connection/connect-property.ts'
import { DomainError } from '../../src/lib/errors.ts'
import type { Clock, Log } from '../../src/lib/ports.ts'
import type { ConnectableProperty } from './connection-builders.ts'
import { memoryLog } from './memory-log.ts'
import { testServices } from './services.ts'
import { db } from './stack.ts'

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

interface DepsOptions {
  timeoutMs?: number
  clock?: Clock
  log?: Log
  firestore?: Firestore
}

/** The real stores and the real channel manager adapter, in this process. */
export const connectDeps = ({
  timeoutMs = 2000,
  clock = adjustableClock(),
  log = memoryLog(),
  firestore = db(),
}: DepsOptions = {}): Promise<ConnectPropertyDeps> =>
  testServices({ clock, log, firestore }, { timeoutMs }).connectProperty()

export const press = (
  deps: ConnectPropertyDeps,
  { propertyId, hotelId }: Pick<ConnectableProperty, 'propertyId' | 'hotelId'>,
  more: { paymentId?: string } = {},
) => connectProperty(deps, actor, { propertyId, ota: 'booking', hotelId, ...more })

/** The code that connecting ends with, `completed` when it works. */
export async function outcomeOf(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt
    return 'completed'
  } catch (error) {
    if (error instanceof DomainError) return error.code
    throw error
  }
}

type Ports = Pick<ConnectPropertyDeps, 'connections' | 'billing' | 'channelManager'>
// biome-ignore lint/suspicious/noExplicitAny: a port's methods have any signature
type Method = (...args: any[]) => Promise<unknown>

/** One method of a port. */
export type Effect = { [Port in keyof Ports]: `${Port}.${keyof Ports[Port] & string}` }[keyof Ports]

/** The same ports with one method replaced; it gets the original and the number of its call, from 1. */
export function intercept(
  deps: ConnectPropertyDeps,
  effect: Effect,
  replacement: (original: Method, call: number) => Method,
): ConnectPropertyDeps {
  const [port, name] = effect.split('.') as [keyof Ports, string]
  const target = deps[port]
  const original: Method = Reflect.get(target, name).bind(target)
  let calls = 0
  const replaced: Method = (...args) => {
    calls += 1
    return replacement(original, calls)(...args)
  }
  const intercepted = { ...target, [name]: replaced }
  // A channel manager with less time is still the intercepted one.
  if (port === 'channelManager') Object.assign(intercepted, { within: () => intercepted })
  return { ...deps, [port]: intercepted }
}

/** Presses the button and dies right after the given call of an effect went through. Resolves once dead. */
export async function pressAndDie(
  deps: ConnectPropertyDeps,
  property: ConnectableProperty,
  { effect, call = 1, paymentId }: { effect: Effect; call?: number; paymentId?: string },
): Promise<void> {
  const died = Promise.withResolvers<void>()
  const dying = intercept(deps, effect, (original, number) => async (...args) => {
    const result = await original(...args)
    if (number !== call) return result
    died.resolve()
    return new Promise(() => undefined)
  })
  const attempt = press(dying, property, paymentId === undefined ? {} : { paymentId })
  const ended = attempt.then(
    () => 'completed',
    (error: unknown) => String(error),
  )
  const end = await Promise.race([died.promise, ended])
  if (end !== undefined) throw new Error(`it never came to call ${call} of ${effect}: ${end}`)
}

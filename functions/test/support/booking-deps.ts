import type { Firestore } from 'firebase-admin/firestore'
import type { Clock } from '../../src/lib/ports.ts'
import type { LoadReservationsDeps } from '../../src/lib/reservations/load-reservations.ts'
import { adjustableClock } from './connection-deps.ts'
import { testServices } from './services.ts'
import { db } from './stack.ts'

/** The real stores and the real channel manager adapter, in this process. */
export const bookingDeps = (
  { clock = adjustableClock() }: { clock?: Clock } = {},
  firestore: Firestore = db(),
): Promise<LoadReservationsDeps> => testServices({ clock, firestore }).loadReservations()

type Ports = Pick<LoadReservationsDeps, 'reservations' | 'feed'>
// biome-ignore lint/suspicious/noExplicitAny: a port's methods have any signature
type Method = (...args: any[]) => Promise<unknown>

/** One method of a port. */
export type BookingEffect =
  | 'reservations.claimPull'
  | 'reservations.changePull'
  | 'reservations.commit'
  | 'feed.loadFutureReservations'
  | 'feed.acknowledge'
  | 'feed.revisions'

/** The same ports with one method replaced; it gets the original and the number of its call, from 1. */
export function interceptBooking(
  deps: LoadReservationsDeps,
  effect: BookingEffect,
  replacement: (original: Method, call: number) => Method,
): LoadReservationsDeps {
  const [port, name] = effect.split('.') as [keyof Ports, string]
  const target = deps[port]
  const original: Method = Reflect.get(target, name).bind(target)
  let calls = 0
  const replaced: Method = (...args) => {
    calls += 1
    return replacement(original, calls)(...args)
  }
  return { ...deps, [port]: { ...target, [name]: replaced } }
}

const never = () => new Promise<never>(() => undefined)

/** Runs and dies at the given call of an effect, before it or after it went through. Resolves once dead. */
export async function dieAt(
  deps: LoadReservationsDeps,
  { effect, call = 1, when = 'after' }: { effect: BookingEffect; call?: number; when?: 'before' | 'after' },
  run: (dying: LoadReservationsDeps) => Promise<unknown>,
): Promise<void> {
  const died = Promise.withResolvers<void>()
  let isDead = false
  let dying = interceptBooking(deps, effect, (original, number) => async (...args) => {
    if (isDead) return never()
    if (number !== call) return original(...args)
    if (when === 'after') await original(...args)
    isDead = true
    died.resolve()
    return never()
  })
  for (const other of effects.filter(one => one !== effect)) {
    dying = interceptBooking(
      dying,
      other,
      original =>
        (...args) =>
          isDead ? never() : original(...args),
    )
  }
  const ended = run(dying).then(
    () => 'completed',
    (error: unknown) => String(error),
  )
  const end = await Promise.race([died.promise, ended])
  if (end !== undefined) throw new Error(`it never came to call ${call} of ${effect}: ${end}`)
}

export const effects: readonly BookingEffect[] = [
  'reservations.claimPull',
  'reservations.changePull',
  'reservations.commit',
  'feed.loadFutureReservations',
  'feed.acknowledge',
]

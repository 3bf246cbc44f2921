/** The effects of a verb: every call of a port. A process that is disturbed at one of them. */

/** One call of a port: `deliveries.claim`. */
export interface Effect {
  port: string
  method: string
}

/** What happens at an effect instead of only the effect. */
export type Disturb = (effect: Effect, run: () => Promise<unknown>) => Promise<unknown>

/** Vendors' ports; all others are stores in Firestore. */
const vendors: Readonly<Record<string, string>> = {
  messenger: 'twilio',
  guestPlatform: 'guest-platform',
  index: 'algolia',
  mailer: 'sendgrid',
}
export const vendorOf = ({ port }: Effect): string | undefined => vendors[port]

export const nameOf = ({ port, method }: Effect): string => `${port}.${method}`

/** A process: it counts its effects, and one of them may be disturbed. */
export class Process {
  readonly effects: Effect[] = []
  readonly #at: number
  readonly #disturb: Disturb | undefined

  /** Disturbs the effect at that position, from 0; without one nothing is disturbed. */
  constructor(at = -1, disturb?: Disturb) {
    this.#at = at
    this.#disturb = disturb
  }

  /** The port, seen from this process. */
  watch<T extends object>(port: string, target: T): T {
    return new Proxy(target, {
      get: (object, method) => {
        const value: unknown = Reflect.get(object, method)
        if (typeof value !== 'function') return value
        return (...given: unknown[]) =>
          this.#reach({ port, method: String(method) }, async () => Reflect.apply(value, object, given))
      },
    })
  }

  #reach(effect: Effect, run: () => Promise<unknown>): Promise<unknown> {
    const position = this.effects.push(effect) - 1
    return position === this.#at && this.#disturb ? this.#disturb(effect, run) : run()
  }
}

/** Runs a process to its end, or until it dies: then the rest of it never happens. */
export async function untilDeath(run: (die: () => Promise<never>) => Promise<unknown>): Promise<void> {
  let died = () => {}
  const death = new Promise<void>(resolve => {
    died = resolve
  })
  const die = () => {
    died()
    return new Promise<never>(() => {})
  }
  await Promise.race([death, run(die).catch(() => {})])
}

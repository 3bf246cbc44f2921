/** The effects of a verb, which are the calls of its ports, and processes that are disturbed at one of them. */

/** One call of a port: `messages.change`. */
export interface Effect {
  port: string
  method: string
  /** The call's arguments. */
  given?: readonly unknown[]
}

/** Runs in place of the effect, which is `run`. */
export type Disturb = (effect: Effect, run: () => Promise<unknown>) => Promise<unknown>

/** Vendors' ports; all others are stores in Firestore. */
const vendors: Readonly<Record<string, string>> = {
  messenger: 'twilio',
  inboundLog: 'twilio',
  guestPlatform: 'guest-platform',
  index: 'algolia',
  mailer: 'sendgrid',
  channelManager: 'channel-manager',
  events: 'channel-manager',
  webhooks: 'channel-manager',
  feed: 'channel-manager',
  otaInbox: 'channel-manager',
  otaMessenger: 'channel-manager',
}
export const vendorOf = ({ port }: Effect): string | undefined => vendors[port]

export const nameOf = ({ port, method }: Effect): string => `${port}.${method}`

/** Where a process is disturbed: at a position, from 0, at the first effect of a name, or at those that are meant. */
type Where = number | string | ((effect: Effect) => boolean)

/** In place of a position: nothing is disturbed, and effects are only noted. */
export const undisturbed = 'undisturbed'

/** A process: it counts its effects, and one of them may be disturbed. */
export class Process {
  readonly effects: Effect[] = []
  readonly #at: Where
  readonly #disturb: Disturb | undefined
  #isDead = false
  #release: Promise<void> | undefined
  readonly #underWay = new Set<Promise<unknown>>()
  /** Whether the process waits for vendors as long as they take on a slow machine, as it meets no fault. */
  readonly isPatient: boolean

  /** Without a place, nothing is disturbed. */
  constructor(at: Where = -1, disturb?: Disturb) {
    this.#at = at
    this.#disturb = disturb
    this.isPatient = at === undisturbed
  }

  /** The port, seen from this process. */
  watch<T extends object>(port: string, target: T): T {
    return new Proxy(target, {
      get: (object, method) => {
        const value: unknown = Reflect.get(object, method)
        if (typeof value !== 'function') return value
        // The same port with less time: its calls are effects too.
        if (method === 'within')
          return (...given: unknown[]) => this.watch(port, Reflect.apply(value, object, given))
        return (...given: unknown[]) =>
          this.#reach({ port, method: String(method), given }, async () =>
            Reflect.apply(value, object, given),
          )
      },
    })
  }

  /** Effects under way when it dies go no further either. */
  kill(): void {
    this.#isDead = true
  }

  /** Lets effects under way end, and none begin before `until`. */
  async standStill(until: Promise<void>): Promise<void> {
    this.#release = until
    await Promise.allSettled(this.#underWay)
  }

  async #reach(effect: Effect, run: () => Promise<unknown>): Promise<unknown> {
    if (this.#release !== undefined) await this.#release
    if (this.#isDead) return new Promise(() => {})
    const isFirst = !this.effects.some(({ port, method }) => port === effect.port && method === effect.method)
    const position = this.effects.push(effect) - 1
    const at = this.#at
    const isAt = typeof at === 'function' ? at(effect) : position === at || (isFirst && nameOf(effect) === at)
    if (isAt && this.#disturb) return this.#disturb(effect, run)
    const call = run()
    this.#underWay.add(call)
    return call.finally(() => this.#underWay.delete(call))
  }
}

/** Runs a process to its end, or until it dies: then the rest of it never happens. */
async function untilDeath(run: (die: () => Promise<never>) => Promise<unknown>): Promise<void> {
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

/** Runs a process that is disturbed at one of its effects, to its end or its death. */
export const disturbed = (
  at: Where,
  run: (process: Process) => Promise<unknown>,
  disturbWith: (die: () => Promise<never>) => Disturb,
): Promise<void> =>
  untilDeath(die => {
    const process: Process = new Process(
      at,
      disturbWith(() => {
        process.kill()
        return die()
      }),
    )
    return run(process)
  })

/** Runs a process that dies at one of its effects, before it or after it went through. */
export const dyingAt = (
  at: Where,
  when: 'before' | 'after',
  run: (process: Process) => Promise<unknown>,
): Promise<void> =>
  disturbed(at, run, die => async (_effect, goOn) => {
    if (when === 'after') await goOn()
    return die()
  })

/** Processes that wait at one of their effects, until the test lets them go on. */
export class StalledProcesses {
  readonly #goOns: (() => Promise<void>)[] = []

  /** Runs a process until it comes to that effect, or to its end. */
  async run(at: number, run: (process: Process) => Promise<unknown>): Promise<void> {
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const process: Process = new Process(at, async (_effect, goOn) => {
      void process.standStill(released.promise).then(reached.resolve)
      await released.promise
      return goOn()
    })
    const ended = run(process).then(
      () => {},
      () => {},
    )
    await Promise.race([reached.promise, ended])
    this.#goOns.push(() => {
      released.resolve()
      return ended
    })
  }

  /** One of them goes on to its end. */
  async goOn(pick: number): Promise<void> {
    const [goOn] = this.#goOns.splice(pick % Math.max(this.#goOns.length, 1), 1)
    await goOn?.()
  }

  async allGoOn(): Promise<void> {
    for (const goOn of this.#goOns) await goOn()
  }
}

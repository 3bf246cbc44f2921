import { type Fault, type FaultOrder, takeFault } from './faults.ts'
import { type Json, notFound } from './service.ts'

/** A request that arrived, in the order of arrival. */
export interface Arrival {
  readonly host: string
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly body: Json
  readonly status: number
}

/** What is on in a project that Firebase was just added to. */
export const freshProjectApis: readonly string[] = [
  'firebaserules.googleapis.com',
  'firebasehosting.googleapis.com',
  'identitytoolkit.googleapis.com',
  'logging.googleapis.com',
  'pubsub.googleapis.com',
  'runtimeconfig.googleapis.com',
]

/** What the stand-in knows: one project, its enabled APIs, and every resource by its full name. */
export class Cloud {
  readonly projectId: string
  readonly projectNumber = '123456789012'
  readonly enabledApis: Set<string>
  /** CPUs that all instances of all functions may have together in a region; a new project has so many. */
  cpuQuota = 20
  /** And those of one function. */
  cpuQuotaOfOne = 10
  readonly arrivals: Arrival[] = []
  /** Hosts that somebody wanted to reach and that are none of the services here. */
  readonly strangers = new Set<string>()
  readonly #resources = new Map<string, Json>()
  readonly #faults: Fault[] = []
  #ids = 0

  constructor(projectId: string, enabledApis: Iterable<string>) {
    this.projectId = projectId
    this.enabledApis = new Set(enabledApis)
  }

  /** `//run.googleapis.com/projects/…`: names of different services never meet. */
  get(name: string): Json {
    const found = this.#resources.get(name)
    if (!found) throw notFound(name)
    return found
  }

  find(name: string): Json | undefined {
    return this.#resources.get(name)
  }

  put<T extends Json>(name: string, resource: T): T {
    this.#resources.set(name, resource)
    return resource
  }

  remove(name: string): Json {
    const removed = this.get(name)
    this.#resources.delete(name)
    return removed
  }

  /** All whose name begins so and goes on without a further slash. */
  list(prefix: string): Json[] {
    return this.names(prefix).map(name => this.get(name))
  }

  names(prefix: string): string[] {
    return [...this.#resources.keys()].filter(
      name => name.startsWith(prefix) && !name.slice(prefix.length).includes('/'),
    )
  }

  nextId(): string {
    this.#ids += 1
    return String(this.#ids)
  }

  /** From now on a request that fits is refused. */
  refuse(order: FaultOrder): void {
    this.#faults.push({ ...order, left: order.times ?? Number.POSITIVE_INFINITY })
  }

  /** Nothing is refused any more. */
  heal(): void {
    this.#faults.length = 0
  }

  fault(host: string, method: string, path: string): Fault | undefined {
    return takeFault(this.#faults, host, method, path)
  }
}

/** An operation that is over when it is asked for; with an error it has failed. */
export function operation(cloud: Cloud, host: string, prefix: string, outcome: Json): Json {
  const name = `${prefix}/operations/operation-${cloud.nextId()}`
  return cloud.put(`//${host}/${name}`, { name, done: true, ...outcome })
}

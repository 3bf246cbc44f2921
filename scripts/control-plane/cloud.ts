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

/** The APIs enabled in a new Firebase project. */
export const freshProjectApis: readonly string[] = [
  'firebaserules.googleapis.com',
  'firebasehosting.googleapis.com',
  'identitytoolkit.googleapis.com',
  'logging.googleapis.com',
  'pubsub.googleapis.com',
  'runtimeconfig.googleapis.com',
]

/** The stand-in's state: one project, its enabled APIs, and every resource by its full name. */
export class Cloud {
  readonly projectId: string
  readonly projectNumber = '123456789012'
  readonly enabledApis: Set<string>
  /** CPU quota of all functions together in a region, as in a new project. */
  cpuQuota = 20
  /** CPU quota of one function. */
  cpuQuotaOfOne = 10
  readonly arrivals: Arrival[] = []
  /** Requested hosts that are not services here. */
  readonly strangers = new Set<string>()
  readonly #resources = new Map<string, Json>()
  readonly #faults: Fault[] = []
  #ids = 0

  constructor(projectId: string, enabledApis: Iterable<string>) {
    this.projectId = projectId
    this.enabledApis = new Set(enabledApis)
  }

  /** `//run.googleapis.com/projects/…`: names of different services never collide. */
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

  /** All resources directly below the prefix. */
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

  /** Refuses matching requests from now on. */
  refuse(order: FaultOrder): void {
    this.#faults.push({ ...order, left: order.times ?? Number.POSITIVE_INFINITY })
  }

  /** Ends all refusals. */
  heal(): void {
    this.#faults.length = 0
  }

  fault(host: string, method: string, path: string): Fault | undefined {
    return takeFault(this.#faults, host, method, path)
  }
}

/** A finished operation; with an error, a failed one. */
export function operation(cloud: Cloud, host: string, prefix: string, outcome: Json): Json {
  const name = `${prefix}/operations/operation-${cloud.nextId()}`
  return cloud.put(`//${host}/${name}`, { name, done: true, ...outcome })
}

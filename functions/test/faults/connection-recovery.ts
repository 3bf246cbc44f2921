import type { ConnectionWorld } from './connection-world.ts'
import type { Process } from './effects.ts'
import { forward } from './time.ts'

/** Of an attempt, and a little more; milliseconds. */
export const beyondLease = 91_000
const minute = 60_000

/** What the promise allows for a recovery: one lease and two sweeps. */
export async function recover(world: ConnectionWorld): Promise<void> {
  forward(beyondLease)
  await sweep(world)
  forward(minute)
  await sweep(world)
}

/** Every sweep of a connection, once. */
export async function sweep(world: ConnectionWorld, process?: Process): Promise<void> {
  const services = world.services(process)
  for (const run of world.sweeps) await run(services)
}

import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import getPort, { portNumbers } from 'get-port'
import { namesOf } from '../../functions/src/lib/record-of.ts'

export const host = '127.0.0.1'

/** The ports of `npm start`; whichever is taken is replaced by a free one. */
export const defaultPorts = {
  hosting: 5000,
  functions: 5001,
  firestore: 8080,
  auth: 9099,
  sandbox: 5055,
  sweep: 5056,
  hub: 4400,
  logging: 4500,
  eventarc: 9299,
  tasks: 9499,
  websocket: 9150,
}

export type Ports = Record<keyof typeof defaultPorts, number>

// Below the range from which systems take ports for outgoing connections, so that none of ours is lent out in between.
const blocks = { from: 20_000, size: 16, count: 750 }
/** A lock, at which nothing is served: the process that listens on it may take the default ports. */
const keyOfDefaults = 5057

/**
 * Ports that are free, out of a block of sixteen. This process listens on the first of the block as long as it lives, so
 * stacks that start together never share a port.
 */
export async function freePorts(preferDefaults = false): Promise<Ports> {
  const mayTakeDefaults = preferDefaults && (await isHeld(keyOfDefaults))
  let first: number
  do first = blocks.from + blocks.size * randomInt(blocks.count)
  while (!(await isHeld(first)))
  const ports = { ...defaultPorts }
  for (const name of namesOf(ports)) {
    const block = portNumbers(first + 1, first + blocks.size - 1)
    ports[name] = await getPort({ port: mayTakeDefaults ? [ports[name], ...block] : block })
  }
  return ports
}

/** Listens on a port until this process ends; false where another one does. */
const isHeld = (port: number): Promise<boolean> =>
  once(createServer().unref().listen({ port, host }), 'listening').then(
    () => true,
    () => false,
  )

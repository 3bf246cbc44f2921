import { randomInt } from 'node:crypto'
import { connect, createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { namesOf } from '../../functions/src/lib/record-of.ts'
import { StackError } from './errors.ts'
import { tryLock, unlock } from './lock.ts'

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

export type PortName = keyof typeof defaultPorts
export type Ports = Record<PortName, number>
export type PortReservation = { ports: Ports; release(): void }

// Below the range from which systems take ports for outgoing connections, so none of ours is lent out in between.
const lowest = 20_000
const highest = 32_000

/**
 * Picks all ports at once. Each is held by a lock file until `release`, so stacks that start together never
 * choose the same one, however long their servers take to listen.
 */
export async function reservePorts(preferDefaults: boolean): Promise<PortReservation> {
  const locks: string[] = []
  const ports = { ...defaultPorts }
  for (const name of namesOf(defaultPorts)) {
    const preferred = preferDefaults && (await claim(defaultPorts[name], locks))
    ports[name] = preferred ? defaultPorts[name] : await claimAny(locks)
  }
  return { ports, release: () => locks.splice(0).forEach(unlock) }
}

/** Whether a server could listen there: nothing answers, and the address can be bound. */
export async function isPortFree(port: number): Promise<boolean> {
  return !(await answers(port)) && (await canBind(port))
}

async function claimAny(locks: string[]): Promise<number> {
  for (let attempt = 0; attempt < 500; attempt++) {
    const port = randomInt(lowest, highest)
    if (await claim(port, locks)) return port
  }
  throw new StackError(
    `No free port between ${lowest} and ${highest}.`,
    'Stop some of the servers on this machine.',
  )
}

async function claim(port: number, locks: string[]): Promise<boolean> {
  const lock = path.join(tmpdir(), `stack-ports-${userInfo().username}`, String(port))
  if (!tryLock(lock)) return false
  if (await isPortFree(port)) {
    locks.push(lock)
    return true
  }
  unlock(lock)
  return false
}

// macOS lets one bind 127.0.0.1:port although something else listens on *:port, hence the second look.
function answers(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect({ host, port })
    const done = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.setTimeout(500, () => done(false))
    socket.once('connect', () => done(true)).once('error', () => done(false))
  })
}

function canBind(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(true)))
  })
}

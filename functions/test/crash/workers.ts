import { readdirSync, readFileSync, statSync } from 'node:fs'
import type { Chance } from './random.ts'

/** A process of the Functions emulator that runs one of our functions. */
interface Worker {
  pid: number
  /** The exported function. */
  target: string
}

/** How long a worker must have listened: the emulator looks for it every 100 ms. Milliseconds. */
const settling = 250

/**
 * The workers of that stack that have come up. A request to a worker killed before the emulator saw it listen is never
 * answered, which would say nothing about us.
 */
const workersOf = (stackId: string): Worker[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(pid => {
      const { STACK_ID, FUNCTION_TARGET: target, PORT: socket } = environmentOf(pid)
      const isWorker = STACK_ID === stackId && target && socket && hasListened(socket)
      return isWorker ? [{ pid: Number(pid), target }] : []
    })

function hasListened(socket: string): boolean {
  const since = statSync(socket, { throwIfNoEntry: false })?.ctimeMs
  return since !== undefined && Date.now() - since >= settling
}

function environmentOf(pid: string): Record<string, string> {
  try {
    const lines = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
    return Object.fromEntries(lines.map(line => [line.replace(/=.*/s, ''), line.replace(/^[^=]*=/, '')]))
  } catch {
    return {} // it ended while we looked
  }
}

/** How likely a worker is killed: many serve requests, and few run a trigger. */
const likelihoodOf = (target: string): number => (target === 'chat' ? 0.2 : 0.6)

/**
 * Kills some workers, one at least when there is any, and all of a function that has not been killed before, so that a
 * few rounds kill each kind; returns the functions that died.
 */
export function killSome(stackId: string, chance: Chance, killedBefore: readonly string[]): string[] {
  const workers = workersOf(stackId)
  const chosen = workers.filter(
    ({ target }) => chance.is(likelihoodOf(target)) || !killedBefore.includes(target),
  )
  const spare = workers[chance.below(workers.length)]
  return (chosen.length > 0 || !spare ? chosen : [spare]).flatMap(({ pid, target }) =>
    isKilled(pid) ? [target] : [],
  )
}

function isKilled(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
}

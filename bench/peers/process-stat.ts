import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** What `/proc` says of processes (Linux). */
interface Stat {
  parent: number
  /** Of itself, and of those of its children that have ended. Seconds. */
  cpu: number
  cpuOfEnded: number
}

const ticksPerSecond = 100

function statOf(pid: number | string): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may hold anything; these are the fields after it, the first of which is number 3.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const at = (number: number) => fields[number - 3] ?? 0
    return {
      parent: at(4),
      cpu: (at(14) + at(15)) / ticksPerSecond,
      cpuOfEnded: (at(16) + at(17)) / ticksPerSecond,
    }
  } catch {
    return undefined
  }
}

/** Seconds of processor time that one process has taken, user and system. */
export const cpuOf = (pid: number): number => statOf(pid)?.cpu ?? Number.NaN

/** Of a process and all below it. */
export function cpuOfTree(root: number): number {
  const all = new Map<number, Stat>()
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? statOf(name) : undefined
    if (stat) all.set(Number(name), stat)
  }
  const isBelow = (pid: number): boolean => pid === root || (pid > 1 && isBelow(all.get(pid)?.parent ?? 0))
  return [...all]
    .filter(([pid]) => isBelow(pid))
    .reduce((sum, [, stat]) => sum + stat.cpu + stat.cpuOfEnded, 0)
}

/** MiB of memory that a process has in use (RSS). */
export function memoryOf(pid: number): number {
  const [, kib] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kib) / 1024
}

/** The process that listens on a port of this machine. */
export function listenerOn(port: number): number | undefined {
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  const lines = ['tcp', 'tcp6'].flatMap(file => readFileSync(`/proc/net/${file}`, 'utf8').split('\n'))
  const listening = lines
    .map(line => line.trim().split(/\s+/))
    .find(([, local, , state]) => state === '0A' && local?.endsWith(`:${hex}`))
  const socket = `socket:[${listening?.[9]}]`
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .find(pid => hasOpen(pid, socket))
}

function hasOpen(pid: number, what: string): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some(fd => readlinkSync(`/proc/${pid}/fd/${fd}`) === what)
  } catch {
    return false
  }
}

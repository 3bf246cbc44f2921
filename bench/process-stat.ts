import { readdirSync, readlinkSync } from 'node:fs'
import { readLog as read } from '../scripts/stack/log-file.ts'

// Processes by `/proc`. Only Linux has it; elsewhere every figure is NaN.

const ticksPerSecond = 100

/** Seconds of processor time that a process has taken, user and system. */
export function cpuOf(pid: number): number {
  const text = read(`/proc/${pid}/stat`)
  // The name in parentheses may hold anything; these are the fields after it, the first of which is number 3.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[14 - 3]) + Number(fields[15 - 3])) / ticksPerSecond
}

/** MiB of memory that a process has in use (RSS). */
export function memoryOf(pid: number): number {
  const [, kib] = /^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`)) ?? []
  return Number(kib) / 1024
}

/** The process that listens on a port of this machine. */
export function listenerOn(port: number): number {
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  const listening = ['tcp', 'tcp6']
    .flatMap(file => read(`/proc/net/${file}`).split('\n'))
    .map(line => line.trim().split(/\s+/))
    .find(([, local, , state]) => state === '0A' && local?.endsWith(`:${hex}`))
  const socket = `socket:[${listening?.[9]}]`
  return listening
    ? Number(readdirSync('/proc').find(name => /^\d+$/.test(name) && hasOpen(name, socket)))
    : NaN
}

function hasOpen(pid: string, what: string): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some(fd => readlinkSync(`/proc/${pid}/fd/${fd}`) === what)
  } catch {
    return false
  }
}

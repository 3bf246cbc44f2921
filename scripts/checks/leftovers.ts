import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** A watchdog ends a stack or a served function within seconds of its parent's death. */
const graceMs = 8_000

/**
 * Processes with that text in their environment that outlived their check; after a grace period they are named and killed.
 * Linux alone shows them.
 */
export async function leftBehind(marker: string): Promise<string[]> {
  const end = Date.now() + graceMs
  while (marked(marker).length > 0 && Date.now() < end) await sleep(100)
  const left = marked(marker).map(pid => `pid ${pid}: ${commandOf(pid)}`)
  // Children started meanwhile are killed, too.
  for (let round = 0; round < 50 && marked(marker).length > 0; round++) {
    for (const pid of marked(marker)) kill(pid)
    await sleep(100)
  }
  return left
}

const marked = (marker: string): number[] =>
  (existsSync('/proc/self') ? readdirSync('/proc') : [])
    .filter(name => /^\d+$/.test(name) && read(name, 'environ').split('\0').includes(marker))
    .map(Number)

const commandOf = (pid: number): string => read(String(pid), 'cmdline').replaceAll('\0', ' ').trim()

/** Empty for a zombie, for another user's process, and where it has just ended. */
function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1')
  } catch {
    return ''
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended by itself.
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { describe } from '../stack/ancestors.ts'
import { ageOf, type ProcessEntry, processTable } from '../stack/process-table.ts'

/** A watchdog ends a stack or a served function within seconds of its parent's death. */
const graceMs = 8_000
const everyMs = 100

/**
 * Finds processes with the marker in their environment that outlived their check; names and kills them after a grace
 * period.
 */
export async function leftBehind(marker: string): Promise<string[]> {
  let left = marked(marker)
  for (const end = Date.now() + graceMs; left.length > 0 && Date.now() < end; left = marked(marker))
    await sleep(everyMs)
  const names = left.map(nameOf)
  // Children started meanwhile are killed too.
  for (let round = 0; round < 50 && left.length > 0; round++, left = marked(marker)) {
    for (const { pid } of left) kill(pid)
    await sleep(everyMs)
  }
  return names
}

const marked = (marker: string): ProcessEntry[] => processTable(marker).filter(entry => entry.marked)

const nameOf = (entry: ProcessEntry): string => {
  const command = describe(entry.pid)?.command ?? 'it has just ended'
  return `pid ${entry.pid}, ${Math.round(ageOf(entry))} s old: ${command}`
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended by itself.
  }
}

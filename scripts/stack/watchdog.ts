import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { killGroup } from './processes.ts'

/**
 * A process beside each stack, see `Processes`: ends the groups whose ids it reads, less those that it reads with a minus,
 * when its stdin closes.
 *
 * Usage: node watchdog.ts <folder to remove>…
 */
const groups = new Set<number>()
const graceMs = 2_000

async function endEverything(): Promise<void> {
  // The leader ends what it started in order; its group is killed after that.
  for (const id of groups) terminate(id)
  for (const end = Date.now() + graceMs; Date.now() < end && some(0); ) await sleep(50)
  for (let round = 0; round < 10 && some('SIGKILL'); round++) await sleep(50)
  for (const folder of process.argv.slice(2)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

const some = (signal: 'SIGKILL' | 0): boolean => [...groups].filter(id => killGroup(id, signal)).length > 0

function terminate(id: number): void {
  try {
    process.kill(id, 'SIGTERM')
  } catch {
    // It has ended, and left others of its group.
  }
}

createInterface({ input: process.stdin })
  .on('line', line => {
    const id = Number(line)
    if (id > 1) groups.add(id)
    else groups.delete(-id)
  })
  .on('close', () => void endEverything().then(() => process.exit()))

import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { killGroup } from './processes.ts'

/**
 * A process beside each stack, see `Processes`. Reads ids of groups, with a minus of groups that have ended; when its
 * stdin closes, ends the others.
 *
 * Usage: node watchdog.ts <folder to remove>…
 */
const groups = new Set<number>()
for await (const line of createInterface({ input: process.stdin })) {
  const id = Number(line)
  if (id > 1) groups.add(id)
  else groups.delete(-id)
}
const reach = (signal: NodeJS.Signals | 0): boolean =>
  [...groups].filter(id => killGroup(id, signal)).length > 0

reach('SIGTERM')
for (let round = 0; round < 40 && reach(0); round++) await sleep(50)
for (let round = 0; round < 10 && reach('SIGKILL'); round++) await sleep(50)
for (const folder of process.argv.slice(2)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })

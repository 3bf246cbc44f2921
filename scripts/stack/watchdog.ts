import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { belonging, type ProcessEntry, processTable } from './process-table.ts'

/**
 * A process of its own beside each stack. The launcher holds the other end of its stdin and writes the pid of
 * every process it starts. When that pipe closes, however the launcher ended (even by SIGKILL), whatever the stack
 * started is ended and its folders are removed. The Firestore emulator's Java runs in a session of its own and
 * outlives its parent, so killing process groups would not be enough.
 *
 * Usage: node watchdog.ts <marker> <folder to remove>…
 */
const [marker = '', ...folders] = process.argv.slice(2)
const roots = new Set<number>()
const known = new Map<number, ProcessEntry>()

function look(): ProcessEntry[] {
  const table = processTable(marker)
  const alive = new Map(table.map(entry => [entry.pid, entry]))
  for (const [pid, entry] of known) if (alive.get(pid)?.started !== entry.started) known.delete(pid)
  const reached = new Set([...known.keys(), ...[...roots].filter(pid => alive.has(pid))])
  for (const entry of belonging(table, reached)) if (entry.pid !== process.pid) known.set(entry.pid, entry)
  roots.clear() // from now on they are known with their start time, safe against a reused pid
  return [...known.values()]
}

function signalAll(signal: NodeJS.Signals): number {
  const members = look()
  for (const { pid } of members) {
    try {
      process.kill(pid, signal)
    } catch {
      // It ended by itself.
    }
  }
  return members.length
}

async function endEverything(): Promise<void> {
  let left = signalAll('SIGTERM')
  for (const end = Date.now() + 1_500; left > 0 && Date.now() < end; left = look().length) await sleep(50)
  for (let round = 0; round < 100 && signalAll('SIGKILL') > 0; round++) await sleep(50)
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

// Ctrl-C in the terminal is the launcher's business; this process ends last.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
// Looking regularly keeps a grandchild known whose parent ends before the launcher does.
const timer = setInterval(look, 2_000)

createInterface({ input: process.stdin })
  .on('line', line => {
    const pid = Number(line)
    if (!(pid > 1)) return
    roots.add(pid)
    look()
  })
  .on('close', () => {
    clearInterval(timer)
    void endEverything().then(() => process.exit(0))
  })

import { readFile } from 'node:fs/promises'
import { leaksOfRun, ourLines } from './log-scan.ts'

/** Scans everything that the functions have logged in the whole run, for whatever test. */
export async function teardown(): Promise<void> {
  const file = process.env.STACK_LOG_FILE
  if (!file) return
  const found = leaksOfRun(ourLines(await readFile(file, 'utf8')).join('\n'))
  if (found.length === 0) return
  console.error(`The log of the functions holds what it may not: ${[...new Set(found)].join(', ')}`)
  // An error thrown here would only be printed.
  process.exitCode = 1
}

import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning } from './processes.ts'

/** The text of a file that need not be there. */
export function readLog(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** The lines of a log that explain a failure: the last that are not blank or table frames. */
export const lastLines = (file: string): string =>
  readLog(file)
    .split('\n')
    .filter(line => line.trim() && !/^[┌├└│]/.test(line))
    .slice(-25)
    .map(line => `    ${line.slice(0, 400)}`)
    .join('\n')

/** Waits until a service logs what it logs when it is ready; false where it ends, fails, or takes three minutes. */
export async function isReady(
  child: ChildProcess,
  logFile: string,
  ready: RegExp,
  failed?: RegExp,
): Promise<boolean> {
  for (const end = Date.now() + 180_000; Date.now() < end && isRunning(child); await sleep(100)) {
    const text = readLog(logFile)
    if (failed?.test(text)) return false
    if (ready.test(text)) return true
  }
  return false
}

import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning } from './processes.ts'

export function readLog(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** The lines that explain a failure: the last `count` that are not blank or table frames. */
export function lastLines(text: string, count = 25): string {
  const telling = text.split('\n').filter(line => line.trim() && !/^[┌├└│]/.test(line))
  return telling
    .slice(-count)
    .map(line => `    ${line.slice(0, 400)}`)
    .join('\n')
}

/** Waits until a service logs what it logs when it is ready; false where it ends, fails, or takes too long. */
export async function isReady(
  child: ChildProcess,
  logFile: string,
  { ready, failed, withinMs }: { ready: RegExp; failed?: RegExp; withinMs: number },
): Promise<boolean> {
  for (const end = Date.now() + withinMs; Date.now() < end && isRunning(child); await sleep(100)) {
    const text = readLog(logFile)
    if (failed?.test(text)) return false
    if (ready.test(text)) return true
  }
  return false
}

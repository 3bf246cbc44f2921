import { inspect } from 'node:util'
import type { Log } from '../../src/lib/ports.ts'

export type MemoryLog = Log & { lines: string[] }

/** Every line that is logged, as the logger would print it. */
export function memoryLog(): MemoryLog {
  const lines: string[] = []
  const write = (event: string, fields?: Record<string, unknown>) =>
    void lines.push(`${event} ${inspect(fields, { depth: 8 })}`)
  return { lines, info: write, warn: write, error: write }
}

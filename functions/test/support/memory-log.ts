import { inspect } from 'node:util'
import type { Log } from '../../src/lib/ports.ts'

const written: string[] = []

/** Everything that was logged since the last call. */
export const takeLogged = (): string => written.splice(0).join('\n')

export interface MemoryLog extends Log {
  /** The lines as the logger would print them. */
  lines: string[]
  events: string[]
  fields: unknown[]
}

/** A log that remembers; `check-logs` scans it when a test ends, unless it is given other lines. */
export function memoryLog(lines = written): MemoryLog {
  const [events, allFields]: [string[], unknown[]] = [[], []]
  const note = (event: string, fields?: unknown) => {
    events.push(event)
    allFields.push(fields)
    lines.push(`${event} ${inspect(fields, { depth: 8 })}`)
  }
  return { lines, events, fields: allFields, info: note, warn: note, error: note }
}

import { inspect } from 'node:util'
import type { Log } from '../../src/lib/ports.ts'

const written: string[] = []

/** Everything that was logged since this was last asked. */
export const takeLogged = (): string => written.splice(0).join('\n')

export interface MemoryLog extends Log {
  /** As the logger would print them. */
  lines: string[]
  events: string[]
  fields: unknown[]
}

/** A log that remembers; `check-logs` looks at what was written to it when a test ends, unless it has lines of its own. */
export function memoryLog(lines = written): MemoryLog {
  const [events, allFields]: [string[], unknown[]] = [[], []]
  const note = (event: string, fields?: unknown) => {
    events.push(event)
    allFields.push(fields)
    lines.push(`${event} ${inspect(fields, { depth: 8 })}`)
  }
  return { lines, events, fields: allFields, info: note, warn: note, error: note }
}

import { inspect } from 'node:util'
import type { Log } from '../../src/lib/ports.ts'

const written: string[] = []

/** Everything that was logged since this was last asked. */
export const takeLogged = (): string => written.splice(0).join('\n')

/** A log that remembers; `check-logs` looks at what was written to it when a test ends. */
export function memoryLog(): Log & { events: string[]; fields: unknown[] } {
  const [events, allFields]: [string[], unknown[]] = [[], []]
  const note = (event: string, fields?: unknown) => {
    events.push(event)
    allFields.push(fields)
    written.push(`${event} ${inspect(fields, { depth: 8 })}`)
  }
  return { events, fields: allFields, info: note, warn: note, error: note }
}

import { type AuditEntry, type AuditLog, audited, auditLog } from './audit.ts'
import { bestEffort } from './best-effort.ts'
import type { Log } from './ports.ts'
import { expiring, increment, type Store, set } from './store.ts'

interface Deps {
  log: Log
  store: Pick<Store, 'write'>
}

/** Writes the first refusal at once, later ones together. A dying process loses its count. */
export function countingRefusals({ log, store }: Deps, everyMs: () => number): AuditLog {
  const tallies = new Map<string, { latest: AuditEntry; unwritten: number }>()

  function writeLater(id: string): void {
    setTimeout(() => {
      const { latest, unwritten } = tallies.get(id) ?? {}
      if (!latest || !unwritten) return void tallies.delete(id)
      tallies.set(id, { latest, unwritten: 0 })
      writeLater(id)
      return void bestEffort(log, 'counted refusals', () => count(latest, unwritten))
    }, everyMs()).unref()
  }

  const count = ({ id, ...entry }: AuditEntry, times: number): Promise<void> => {
    const metadata = { ...entry.metadata, count: increment(times) }
    return store.write([
      set(auditLog.at(id), { ...entry, metadata, ...expiring('auditLog', entry.at) }, true),
    ])
  }

  return {
    append: entry => store.write(audited(entry)),
    async countRefusals(entry, times) {
      const earlier = tallies.get(entry.id)
      tallies.set(entry.id, { latest: entry, unwritten: earlier ? earlier.unwritten + times : 0 })
      if (earlier) return
      writeLater(entry.id)
      await count(entry, times)
    },
  }
}

import type { AuditEntry, AuditLog } from './audit.ts'
import { bestEffort } from './best-effort.ts'
import type { Log } from './ports.ts'

/**
 * Writes the first of the refusals that share an entry at once, and counts the rest in this process: they are written
 * together, at most once in that time. A process that ends takes with it what it had not written.
 */
export function countingRefusals(auditLog: AuditLog, log: Log, everyMs: number): AuditLog {
  const known = new Map<string, { latest: AuditEntry; unwritten: number }>()

  function writeLater(id: string): void {
    setTimeout(() => {
      const { latest, unwritten } = known.get(id) ?? {}
      if (!latest || !unwritten) return void known.delete(id)
      known.set(id, { latest, unwritten: 0 })
      writeLater(id)
      return void bestEffort(log, 'counted refusals', () => auditLog.countRefusals(latest, unwritten))
    }, everyMs).unref()
  }

  return {
    append: entry => auditLog.append(entry),
    about: (targetId, limit) => auditLog.about(targetId, limit),
    async countRefusals(entry, times) {
      const earlier = known.get(entry.id)
      known.set(entry.id, { latest: entry, unwritten: earlier ? earlier.unwritten + times : 0 })
      if (earlier) return
      writeLater(entry.id)
      await auditLog.countRefusals(entry, times)
    },
  }
}

import type { Firestore } from 'firebase-admin/firestore'
import type { AuditLog } from '../../lib/audit.ts'
import { isThereAlready } from './failures.ts'
import { auditDoc } from './paths.ts'

export const auditLog = (db: Firestore): AuditLog => ({
  async append({ id, ...entry }) {
    try {
      await auditDoc(db, id).create(entry)
    } catch (error) {
      if (!isThereAlready(error)) throw error
    }
  },
})

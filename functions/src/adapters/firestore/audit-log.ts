import type { Firestore } from 'firebase-admin/firestore'
import type { AuditLog } from '../../lib/chat/ports.ts'
import { auditDoc } from './paths.ts'

export const auditLog = (db: Firestore): AuditLog => ({
  async append({ id, ...entry }) {
    await auditDoc(db, id).create(entry)
  },
})

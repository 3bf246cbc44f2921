import type { DocumentReference, DocumentSnapshot, Firestore, Timestamp } from 'firebase-admin/firestore'
import { accompany } from '../../functions/src/adapters/firestore/company.ts'
import type { AuditEntry } from '../../functions/src/lib/audit.ts'
import { firestoreByEnvironment } from '../firestore.ts'

/** What puts one thing right that is stuck: one commit. */
export interface Mending {
  /** What it is about, and what is done to it. */
  says: string
  /** The document that is named in the audit log. */
  document: DocumentReference
  /** A write with a time goes through only if the document has not changed since it was read. */
  writes: readonly {
    ref: DocumentReference
    fields: Record<string, unknown>
    readAt?: Timestamp | undefined
  }[]
  /** Items that are over with it. */
  closes?: readonly string[]
  /** What has to be done elsewhere before. */
  before?(): Promise<void>
}

/** Fields of a document that change only if it is still as it was found. */
export const changed = (found: DocumentSnapshot, fields: Record<string, unknown>, says: string): Mending => ({
  says,
  document: found.ref,
  writes: [{ ref: found.ref, fields, readAt: found.updateTime }],
})

interface Attested {
  isDryRun: boolean
  by: string
  entry(document: string): AuditEntry
}

/** Counts first, then mends one after another; each leaves an entry in its commit. Answers the last line. */
export async function mend(
  db: Firestore,
  mendings: readonly Mending[],
  { isDryRun, by, entry }: Attested,
): Promise<{ found: number; changed: number; dryRun: boolean }> {
  console.log(`${mendings.length} found`)
  let changed = 0
  for (const one of mendings) {
    console.log(`${one.document.path}: ${one.says}`)
    if (isDryRun) continue
    await one.before?.()
    if (await commit(db, one, by, entry(one.document.path))) changed += 1
    else console.log(`${one.document.path} has changed meanwhile, so it is left as it is; look again`)
  }
  return { found: mendings.length, changed, dryRun: isDryRun }
}

async function commit(
  db: Firestore,
  { writes, closes }: Mending,
  by: string,
  audit: AuditEntry,
): Promise<boolean> {
  const firestore = firestoreByEnvironment(db)
  const batch = firestore.batch()
  for (const { ref, fields, readAt } of writes) {
    if (readAt) batch.update(ref, fields, { lastUpdateTime: readAt })
    else batch.set(ref, fields, { merge: true })
  }
  const open = await openOf(db, closes ?? [])
  accompany(firestore, batch, {
    audits: [audit],
    items: open.map(resolve => ({ resolve, by, at: new Date() })),
  })
  try {
    await batch.commit()
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 9 || error.code === 5)) return false
    throw error
  }
}

async function openOf(db: Firestore, ids: readonly string[]): Promise<string[]> {
  const found = ids.length > 0 ? await db.getAll(...ids.map(id => db.doc(`items/${id}`))) : []
  return found.filter(item => item.get('status') === 'open').map(({ id }) => id)
}

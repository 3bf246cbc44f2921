import type { AuditLog } from '../../lib/audit.ts'
import { type CommitExtras, systemActorId } from '../../lib/commit-extras.ts'
import type { ItemChange, NewItem } from '../../lib/items/item.ts'
import { type DocumentReference, FieldValue, type Firestore, type WriteBatch } from './client.ts'
import { auditDoc } from './paths.ts'
import { defined, unchanged } from './repository.ts'
import { endOf } from './retention.ts'

export const itemPath = (id: string): string => `items/${id}`

/**
 * Adds the extras to a commit. Audit entries and e-mails have ids of their own, so repeating the commit writes the
 * same.
 */
export function addExtras(
  db: Firestore,
  batch: WriteBatch,
  { audits, items, examples, emails }: CommitExtras,
): void {
  for (const audit of audits ?? []) {
    if (!audit) continue
    const { id, ...entry } = audit
    batch.set(auditDoc(db, id), { ...entry, ...endOf(db, 'auditLog', entry.at) })
  }
  for (const item of items ?? []) changeItem(db, batch, item)
  for (const example of examples ?? []) {
    if (!example) continue
    const { id, ...said } = example
    batch.set(db.doc(`mappingExamples/${id}`), { ...said, ...endOf(db, 'mappingExamples', said.at) })
  }
  if (!emails) return
  for (const { emailId, ...content } of emails.entries)
    batch.create(db.doc(`emails/${emailId}`), {
      ...content,
      status: 'pending',
      createdAt: emails.at,
      dueAt: emails.at,
      ...endOf(db, 'emails', emails.at),
    })
}

function changeItem(db: Firestore, batch: WriteBatch, change: ItemChange): void {
  const { previous } = change
  const document = (id: string) => db.doc(itemPath(id))
  const update = (id: string, fields: object) => {
    if (previous === undefined || previous === 'none') batch.update(document(id), { ...fields })
    else batch.update(document(id), { ...fields }, unchanged(previous))
  }
  if ('open' in change) open(batch, document(change.open.id), change.open, previous)
  else if ('amend' in change) {
    const { id, ...said } = change.amend
    const stops = said.dueAt === null && { dueAt: FieldValue.delete() }
    update(id, defined({ ...said, ...stops, updatedAt: change.at }))
  } else if ('resolve' in change) {
    const { resolve, by, at } = change
    const gone = { differences: FieldValue.delete(), dueAt: FieldValue.delete() }
    const isOver = by === systemActorId && gone
    const end = endOf(db, 'items', at)
    update(resolve, { status: 'resolved', resolvedAt: at, resolvedBy: by, ...end, ...isOver })
  } else update(change.forget, { differences: FieldValue.delete() })
}

function open(
  batch: WriteBatch,
  document: DocumentReference,
  { id: _, about, ...item }: NewItem,
  previous: ItemChange['previous'],
): void {
  const fields = { ...about, ...defined(item), status: 'open' }
  if (previous === 'none') batch.create(document, fields)
  else {
    // All old fields must go, and `set` takes no precondition.
    if (previous !== undefined) batch.update(document, { status: 'open' }, unchanged(previous))
    batch.set(document, fields)
  }
}

export const auditLog = (db: Firestore): AuditLog => ({
  async append({ id, ...entry }) {
    // Its own id makes repeating the write harmless.
    await auditDoc(db, id).set({ ...entry, ...endOf(db, 'auditLog', entry.at) })
  },

  async countRefusals({ id, metadata, ...entry }, times) {
    const end = endOf(db, 'auditLog', entry.at)
    const counted = { ...entry, ...end, metadata: { ...metadata, count: FieldValue.increment(times) } }
    await auditDoc(db, id).set(counted, { merge: true })
  },
})

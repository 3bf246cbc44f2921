import type { Firestore, WriteBatch } from 'firebase-admin/firestore'
import type { Company, ItemChange } from '../../lib/company.ts'
import { itemDoc, openItem } from './items.ts'
import { auditDoc } from './paths.ts'
import { defined } from './values.ts'

/**
 * Adds to a commit what travels with it. Audit entries and e-mails are written under ids of their own, so the same
 * commit again writes the same.
 */
export function accompany(db: Firestore, batch: WriteBatch, { audits, items, emails }: Company): void {
  for (const audit of audits ?? []) {
    if (!audit) continue
    const { id, ...entry } = audit
    batch.set(auditDoc(db, id), entry)
  }
  for (const item of items ?? []) changeItem(db, batch, item)
  if (!emails) return
  for (const { emailId, ...content } of emails.entries)
    batch.create(db.doc(`emails/${emailId}`), { ...content, status: 'pending', createdAt: emails.at })
}

function changeItem(db: Firestore, batch: WriteBatch, change: ItemChange): void {
  if ('open' in change) batch.set(itemDoc(db, change.open.id), openItem(change.open))
  else if ('amend' in change) {
    const { id, ...said } = change.amend
    batch.update(itemDoc(db, id), { ...defined(said), updatedAt: change.at })
  } else {
    const { resolve, by, at } = change
    batch.update(itemDoc(db, resolve), { status: 'resolved', resolvedAt: at, resolvedBy: by })
  }
}

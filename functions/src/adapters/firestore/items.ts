import type { DocumentReference, Firestore } from 'firebase-admin/firestore'
import type { NewItem } from '../../lib/items/item.ts'
import { defined } from './values.ts'

export const itemDoc = (db: Firestore, id: string): DocumentReference => db.doc(`items/${id}`)

/** An open item as it is stored; its id is the document's. */
export const openItem = ({ id: _, about, ...item }: NewItem): Record<string, unknown> => ({
  ...about,
  ...defined(item),
  status: 'open',
})

/** The system, as the one who has resolved an item. */
export const system = 'system'

/** Opens an item unless it is open. */
export async function openUnlessOpen(db: Firestore, item: NewItem): Promise<void> {
  const document = itemDoc(db, item.id)
  const before = await document.get()
  if (before.get('status') !== 'open') await document.set(openItem(item))
}

export async function closeIfOpen(db: Firestore, id: string, at: Date): Promise<void> {
  const document = itemDoc(db, id)
  const before = await document.get()
  if (before.get('status') === 'open')
    await document.update({ status: 'resolved', resolvedAt: at, resolvedBy: system })
}

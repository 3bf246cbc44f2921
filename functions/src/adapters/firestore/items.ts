import type { DocumentReference, Firestore } from 'firebase-admin/firestore'
import type { NewItem } from '../../lib/items/item.ts'
import { defined } from './values.ts'

export const itemDoc = (db: Firestore, id: string): DocumentReference => db.doc(`items/${id}`)

/** An open item as it is stored; its id is the document's. */
export const openItem = ({ id: _, ...item }: NewItem): Record<string, unknown> => ({
  ...defined(item),
  status: 'open',
})

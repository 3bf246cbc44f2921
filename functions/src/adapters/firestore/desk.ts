import type { Desk } from '../../lib/chat/desk/ports.ts'
import type { Firestore } from './client.ts'

/** Queries over `threads` and `ledger` for the people who work on them. */
export const desk = (db: Firestore): Desk => ({
  counts: views => Promise.all(views.map(({ where }) => db.count({ collection: 'threads', where }))),
})

import type { Query } from 'firebase-admin/firestore'
import { storedRecord } from '../../lib/chat/desk/ledger.ts'
import type { Desk, LedgerFilter } from '../../lib/chat/desk/ports.ts'
import { isDocumentId } from '../../lib/identifiers.ts'
import { aboutThread } from './about-thread.ts'
import type { Firestore, Queries } from './client.ts'
import { findThreads } from './find-threads.ts'
import { byId, soundIn, textIn, withIds } from './repository.ts'

/** Queries over `threads` and `ledger` for the people who work on them. */
export const desk = (db: Firestore): Desk => ({
  counts: views => Promise.all(views.map(({ where }) => db.count({ collection: 'threads', where }))),

  async waits({ from, until, after }, filter, limit) {
    const inSpan = narrowed(await db.queries(), filter)
      .where('arrivedAt', '>=', from)
      .where('arrivedAt', '<', until)
      .orderBy('arrivedAt')
      .orderBy('__name__')
    const begun = after ? inSpan.startAfter(after.arrivedAt, after.id) : inSpan
    const { docs } = await begun.limit(limit).get()
    return {
      records: withIds(byId(docs, document => soundIn(document, storedRecord))),
      isCut: docs.length === limit,
    }
  },

  async names({ teams, properties }) {
    const paths = [...pathsIn('teams', teams), ...pathsIn('properties', properties)]
    const found = await db.getAll(paths, ['name'])
    const namesIn = (collection: string) =>
      byId(
        found.filter(({ ref }) => ref.path.startsWith(`${collection}/`)),
        document => textIn(document, 'name'),
      )
    return { teams: namesIn('teams'), properties: namesIn('properties') }
  },

  about: thread => aboutThread(db, thread),
  find: (words, limit) => findThreads(db, words, limit),
})

const pathsIn = (collection: string, ids: readonly string[]) =>
  ids.filter(isDocumentId).map(id => ({ path: `${collection}/${id}` }))

/** By the most selective filter; the others are checked on what is found. */
function narrowed(db: Queries, { propertyId, teamId, channel }: LedgerFilter): Query {
  const ledger = db.collection('ledger')
  if (propertyId !== undefined) return ledger.where('propertyId', '==', propertyId)
  if (teamId !== undefined) return ledger.where('teamId', '==', teamId)
  return channel === undefined ? ledger : ledger.where('channel', '==', channel)
}

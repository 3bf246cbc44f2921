import type { Query } from 'firebase-admin/firestore'
import { storedRecord } from '../../lib/chat/desk/ledger.ts'
import type { Desk, LedgerFilter } from '../../lib/chat/desk/ports.ts'
import { isDocumentId } from '../../lib/identifiers.ts'
import { aboutThread } from './about-thread.ts'
import type { DocumentSnapshot, Firestore, Queries } from './client.ts'
import { findThreads, propertiesOf } from './find-threads.ts'
import { byId, soundIn, textIn, withIds } from './repository.ts'

/** Queries over `threads` and `ledger` for the people who work on them. */
export const desk = (db: Firestore): Desk => ({
  counts: views => Promise.all(views.map(({ where }) => db.count({ collection: 'threads', where }))),

  openItems: kind =>
    db.count({
      collection: 'items',
      where: [['status', '==', 'open'], ...(kind === undefined ? [] : [['kind', '==', kind] as const])],
    }),

  openTriage: () => db.count({ collection: 'triage', where: [['status', '==', 'open']] }),

  pendingRequests: () => db.count({ collection: 'connectionRequests', where: [['status', '==', 'pending']] }),

  deliveries: (since, wanted) =>
    Promise.all(
      wanted.map(({ type, statuses }) =>
        db.count({
          ...{ collection: 'messages', group: true },
          where: [
            ['type', '==', type],
            ['delivery.status', 'in', statuses],
            ['createdAt', '>=', since],
          ],
        }),
      ),
    ),

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
    const of = (collection: string) =>
      namesIn(found.filter(({ ref }) => ref.path.startsWith(`${collection}/`)))
    return { teams: of('teams'), properties: of('properties') }
  },

  async places(words, limit) {
    const queries = await db.queries()
    const [teams, properties] = await Promise.all([
      queries.collection('teams').limit(mostTeams).get(),
      propertiesOf(db, queries, words, limit),
    ])
    return {
      teams: [...namesIn(teams.docs)].map(([teamId, name]) => ({ teamId, name })),
      properties: [...namesIn(properties)].map(([propertyId, name]) => ({ propertyId, name })),
    }
  },

  about: thread => aboutThread(db, thread),
  find: (words, limit) => findThreads(db, words, limit),
})

/** More than a company has. */
const mostTeams = 200

const namesIn = (documents: readonly DocumentSnapshot[]): Map<string, string> =>
  byId(documents, document => textIn(document, 'name'))

const pathsIn = (collection: string, ids: readonly string[]) =>
  ids.filter(isDocumentId).map(id => ({ path: `${collection}/${id}` }))

/** By the most selective filter; the others are checked on what is found. */
function narrowed(db: Queries, { propertyId, teamId, channel }: LedgerFilter): Query {
  const ledger = db.collection('ledger')
  if (propertyId !== undefined) return ledger.where('propertyId', '==', propertyId)
  if (teamId !== undefined) return ledger.where('teamId', '==', teamId)
  return channel === undefined ? ledger : ledger.where('channel', '==', channel)
}

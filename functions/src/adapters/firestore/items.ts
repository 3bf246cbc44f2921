import { resolvedAs } from '../../lib/durable/change.ts'
import { isDocumentId } from '../../lib/identifiers.ts'
import type { ItemFilter, Items, ItemView } from '../../lib/items/item.ts'
import { itemView, storedItem, storedItemState } from '../../lib/items/list-items.ts'
import type { DocumentSnapshot, Firestore, Queries } from './client.ts'
import { commit, itemPath } from './commit-extras.ts'
import { newestFirst } from './newest-first.ts'
import { foundAmong } from './paths.ts'
import { byId, repository, soundIn, textIn } from './repository.ts'

export function items(db: Firestore): Items {
  const states = repository(db, { path: itemPath, schema: storedItemState })
  return {
    async page(filter, cursor) {
      const queries = await db.queries()
      const page = await newestFirst(queries.collection('items'), narrowed(queries, filter), cursor, one =>
        wanted(one, filter),
      )
      if (!page) return undefined
      const names = await propertyNames(db, page.items)
      return { ...page, items: page.items.map(item => named(item, names)) }
    },

    async read(ids) {
      return byId(await db.getAll(ids.map(states.doc)), states.versioned)
    },

    async readFew(ids) {
      const queries = await db.queries()
      const found = await foundAmong(ids, some => queries.collection('items').where('__name__', 'in', some))
      return byId(found, states.versioned)
    },

    async commit(changes) {
      return resolvedAs(await commit(db, [], changes), undefined)
    },
  }
}

/** Queries by the most selective filter; the others are checked on the results. */
function narrowed(db: Queries, { propertyId, status, kind }: ItemFilter) {
  if (propertyId !== undefined) return db.collection('items').where('propertyId', '==', propertyId)
  const inStatus = db.collection('items').where('status', '==', status)
  return kind === undefined ? inStatus : inStatus.where('kind', '==', kind)
}

function wanted(snapshot: DocumentSnapshot, { status, kind }: ItemFilter): ItemView | undefined {
  const item = soundIn(snapshot, storedItem)
  const isWanted = item?.status === status && (kind === undefined || item.kind === kind)
  return isWanted ? itemView(snapshot.id, item) : undefined
}

/** The names of these items' properties, in one read. */
async function propertyNames(db: Firestore, items: readonly ItemView[]): Promise<Map<string, string>> {
  const ids = new Set(
    items.flatMap(({ propertyId: id }) => (typeof id === 'string' && isDocumentId(id) ? [id] : [])),
  )
  const properties = [...ids].map(id => db.doc(`properties/${id}`))
  return byId(await db.getAll(properties, ['name']), property => textIn(property, 'name'))
}

function named(item: ItemView, names: ReadonlyMap<string, string>): ItemView {
  const propertyName = names.get(String(item.propertyId))
  return propertyName === undefined ? item : { ...item, propertyName }
}

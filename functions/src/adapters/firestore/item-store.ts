import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore'
import { isDocumentId } from '../../lib/identifiers.ts'
import { type ItemView, itemView, storedItem } from '../../lib/items/item-view.ts'
import type { ItemFilter, ItemStore } from '../../lib/items/ports.ts'
import { settled } from './failures.ts'
import { itemDoc } from './items.ts'
import { newestFirst } from './newest-first.ts'
import { auditDoc } from './paths.ts'
import { plain } from './values.ts'

const maxTries = 5

export const itemStore = (db: Firestore): ItemStore => ({
  async page(filter, cursor) {
    const page = await newestFirst(db.collection('items'), narrowed(db, filter), cursor, isFor(filter))
    if (!page) return undefined
    const items = page.documents.flatMap(viewOf)
    const names = await propertyNames(db, items)
    return { items: items.map(item => named(item, names)), nextCursor: page.nextCursor }
  },

  async resolve(id, { by, at, audit }) {
    for (let tries = 1; tries <= maxTries; tries += 1) {
      const item = await itemDoc(db, id).get()
      if (!item.exists || !item.updateTime) return false
      if (item.get('status') === 'resolved') return true
      const batch = db.batch()
      const resolution = { status: 'resolved', resolvedAt: at, resolvedBy: by }
      batch.update(item.ref, resolution, { lastUpdateTime: item.updateTime })
      if (audit) {
        const { id: auditId, ...entry } = audit
        batch.set(auditDoc(db, auditId), entry)
      }
      if (await settled(batch.commit())) return true
    }
    throw new Error('an item is being written to all the time')
  },
})

/** The filter that leaves least; the rest of it is held against what that finds. */
function narrowed(db: Firestore, { propertyId, status, kind }: ItemFilter) {
  if (propertyId !== undefined) return db.collection('items').where('propertyId', '==', propertyId)
  const inStatus = db.collection('items').where('status', '==', status)
  return kind === undefined ? inStatus : inStatus.where('kind', '==', kind)
}

const isFor =
  ({ status, kind }: ItemFilter) =>
  (snapshot: DocumentSnapshot): boolean =>
    viewOf(snapshot).some(item => item.status === status && (kind === undefined || item.kind === kind))

function viewOf(snapshot: DocumentSnapshot): ItemView[] {
  const { data } = storedItem.safeParse(plain(snapshot.data()))
  return data ? [itemView(snapshot.id, data)] : []
}

/** What the properties of these items are called, in one read. */
async function propertyNames(db: Firestore, items: readonly ItemView[]): Promise<Map<string, string>> {
  const ids = new Set(
    items.flatMap(({ propertyId: id }) => (typeof id === 'string' && isDocumentId(id) ? [id] : [])),
  )
  if (ids.size === 0) return new Map()
  const properties = await db.getAll(...[...ids].map(id => db.doc(`properties/${id}`)), {
    fieldMask: ['name'],
  })
  return new Map(
    properties.flatMap(property => {
      const name: unknown = property.get('name')
      return typeof name === 'string' && name !== '' ? [[property.id, name]] : []
    }),
  )
}

function named(item: ItemView, names: ReadonlyMap<string, string>): ItemView {
  const propertyName = names.get(String(item.propertyId))
  return propertyName === undefined ? item : { ...item, propertyName }
}

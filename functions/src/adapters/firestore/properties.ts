import type * as z from 'zod'
import { storedAccount, storedProperty, storedRatePlan, storedRoom } from '../../lib/connection/model.ts'
import type { Connections } from '../../lib/connection/ports.ts'
import { defective } from '../../lib/connection/prerequisites.ts'
import { isDocumentId } from '../../lib/identifiers.ts'
import type { DocumentSnapshot, Firestore } from './client.ts'
import { parsed, repository, StoredShapeError } from './repository.ts'

export const propertyDocs = (db: Firestore) =>
  repository(db, { path: (propertyId: string) => `properties/${propertyId}`, schema: storedProperty })

/** `properties/{propertyId}` with `rooms` and `ratePlans`, and `accounts/{landlordId}`. */
export function properties(
  db: Firestore,
): Pick<Connections, 'account' | 'property' | 'propertyName' | 'propertyNameAt'> {
  const { doc, sound } = propertyDocs(db)
  return {
    async property(propertyId) {
      const defects = { property: [], rooms: [] }
      if (!isDocumentId(propertyId)) return { property: undefined, rooms: [], ratePlans: [], defects }
      const property = (await db.queries()).doc(`properties/${propertyId}`)
      const [snapshot, rooms, ratePlans] = await Promise.all([
        doc(propertyId).get(),
        property.collection('rooms').get(),
        property.collection('ratePlans').get(),
      ])
      const [found] = readSound(storedProperty, [snapshot], defects.property)
      return {
        property: found?.value,
        rooms: readSound(storedRoom, rooms.docs, defects.rooms).map(withId),
        ratePlans: readSound(storedRatePlan, ratePlans.docs, defects.rooms).map(withId),
        defects,
      }
    },

    async propertyName(propertyId) {
      return isDocumentId(propertyId) ? sound(await doc(propertyId).get())?.value.name : undefined
    },

    async propertyNameAt(channelManagerPropertyId) {
      const found = await (await db.queries())
        .collection('properties')
        .where('channelManagerId', '==', channelManagerPropertyId)
        .limit(1)
        .get()
      const [property] = found.docs
      return property && parsed(property, storedProperty)?.name
    },

    async account(landlordId) {
      if (!isDocumentId(landlordId)) return undefined
      const snapshot = await db.doc(`accounts/${landlordId}`).get()
      const defects: string[] = []
      const [account] = readSound(storedAccount, [snapshot], defects)
      if (defects.length === 0) return account?.value
      throw defective(defects)
    },
  }
}

interface Identified<T> {
  id: string
  value: T
}

/** The readable documents; problems of the others go to `defects`. */
function readSound<S extends z.ZodType>(
  schema: S,
  snapshots: readonly DocumentSnapshot[],
  defects: string[],
): Identified<z.output<S>>[] {
  return snapshots.flatMap(snapshot => {
    try {
      const value = parsed(snapshot, schema)
      return value === undefined ? [] : [{ id: snapshot.id, value }]
    } catch (error) {
      if (!(error instanceof StoredShapeError)) throw error
      defects.push(error.message)
      return []
    }
  })
}

const withId = <T extends object>({ id, value }: Identified<T>): T & { id: string } => ({ ...value, id })

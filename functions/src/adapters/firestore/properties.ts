import type * as z from 'zod'
import { storedAccount, storedProperty, storedRatePlan, storedRoom } from '../../lib/connection/model.ts'
import type { Connections } from '../../lib/connection/ports.ts'
import { defective } from '../../lib/connection/prerequisites.ts'
import { isDocumentId } from '../../lib/identifiers.ts'
import type { DocumentSnapshot, Firestore } from './client.ts'
import { named } from './paths.ts'
import { byId, parsed, repository, StoredShapeError, withIds } from './repository.ts'

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
      return {
        property: readSound(storedProperty, [snapshot], defects.property).get(propertyId),
        rooms: withIds(readSound(storedRoom, rooms.docs, defects.rooms)),
        ratePlans: withIds(readSound(storedRatePlan, ratePlans.docs, defects.rooms)),
        defects,
      }
    },

    propertyName: async propertyId => sound(await named(propertyId, doc)?.get())?.value.name,

    async propertyNameAt(channelManagerPropertyId) {
      const found = await (await db.queries())
        .collection('properties')
        .where('channelManagerId', '==', channelManagerPropertyId)
        .limit(1)
        .get()
      return parsed(found.docs[0], storedProperty)?.name
    },

    async account(landlordId) {
      const defects: string[] = []
      const snapshot = await named(landlordId, id => db.doc(`accounts/${id}`))?.get()
      const account = readSound(storedAccount, snapshot ? [snapshot] : [], defects).get(landlordId)
      if (defects.length === 0) return account
      throw defective(defects)
    },
  }
}

/** The readable documents by their ids; problems of the others go to `defects`. */
const readSound = <S extends z.ZodType>(
  schema: S,
  snapshots: readonly DocumentSnapshot[],
  defects: string[],
): Map<string, z.output<S>> =>
  byId(snapshots, snapshot => {
    try {
      return parsed(snapshot, schema)
    } catch (error) {
      if (!(error instanceof StoredShapeError)) throw error
      defects.push(error.message)
      return undefined
    }
  })

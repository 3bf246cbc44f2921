import type * as z from 'zod'
import { storedAccount, storedProperty, storedRatePlan, storedRoom } from '../../lib/connection/model.ts'
import type { Connections } from '../../lib/connection/ports.ts'
import { defective } from '../../lib/connection/prerequisites.ts'
import { isDocumentId } from '../../lib/identifiers.ts'
import type { DocumentSnapshot, Firestore } from './client.ts'
import { commit } from './commit-extras.ts'
import { foundAmong, named } from './paths.ts'
import {
  byId,
  parsed,
  put,
  remove,
  repository,
  revisionOf,
  StoredShapeError,
  set,
  soundIn,
  textIn,
  withIds,
} from './repository.ts'

export const propertyDocs = (db: Firestore) =>
  repository(db, { path: (propertyId: string) => `properties/${propertyId}`, schema: storedProperty })

const mostAccounts = 50

interface Entries {
  put: readonly { id: string; fields: object }[]
  gone: readonly string[]
}

/** `properties/{propertyId}` with `rooms` and `ratePlans`, and `accounts/{landlordId}`. */
export function properties(
  db: Firestore,
): Pick<
  Connections,
  'account' | 'accountsNamed' | 'property' | 'propertyAlone' | 'propertiesAt' | 'takeOver'
> {
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
        ...(snapshot.updateTime && { revision: revisionOf(snapshot.updateTime) }),
        rooms: withIds(readSound(storedRoom, rooms.docs, defects.rooms)),
        ratePlans: withIds(readSound(storedRatePlan, ratePlans.docs, defects.rooms)),
        defects,
      }
    },

    propertyAlone: async propertyId => sound(await named(propertyId, doc)?.get())?.value,

    async propertiesAt(ids) {
      const queries = await db.queries()
      const found = await foundAmong(ids, some =>
        queries.collection('properties').where('channelManagerId', 'in', some),
      )
      const ours = byId(found, one => soundIn(one, storedProperty))
      return new Map(
        [...ours].flatMap(([propertyId, { name, channelManagerId }]) =>
          channelManagerId ? [[channelManagerId, { propertyId, name }]] : [],
        ),
      )
    },

    takeOver(propertyId, { property, rooms, ratePlans }, previous, extras) {
      const part = (kind: string, id: string) => db.doc(`properties/${propertyId}/${kind}/${id}`)
      const entriesOf = (kind: string, { put: changed, gone }: Entries) => [
        ...changed.map(({ id, fields }) => set(part(kind, id), fields, true)),
        ...gone.map(id => remove(part(kind, id))),
      ]
      const writes = [
        put(doc(propertyId), property, previous),
        ...entriesOf('rooms', rooms),
        ...entriesOf('ratePlans', ratePlans),
      ]
      return commit(db, writes, extras)
    },

    async accountsNamed(beginning) {
      const { docs } = await (await db.queries())
        .collection('accounts')
        .orderBy('name')
        .startAt(beginning)
        .endAt(`${beginning}\uf8ff`)
        .limit(mostAccounts)
        .get()
      return docs.map(account => ({ landlordId: account.id, name: textIn(account, 'name') ?? account.id }))
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

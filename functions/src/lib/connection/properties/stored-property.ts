import { isDocumentId } from '../../identifiers.ts'
import type { Revision } from '../../ports.ts'
import { type DocumentAt, Query, type Store, StoredShapeError } from '../../store.ts'
import {
  type Account,
  accounts,
  type Property,
  properties,
  type RatePlan,
  type Room,
  ratePlans,
  rooms,
} from '../model.ts'
import { refusals } from '../refusals.ts'

/** Invalid documents appear in `defects` only. */
export interface PropertyRecord {
  property: Property | undefined
  /** Even of an invalid property. */
  revision?: Revision | undefined
  rooms: Room[]
  ratePlans: RatePlan[]
  /** One sentence each. */
  defects: { property: string[]; rooms: string[] }
}

interface Judged<T> {
  value?: T | undefined
  defect?: string
}

const judged =
  <T>({ parse }: Pick<DocumentAt<T>, 'parse'>): DocumentAt<Judged<T>>['parse'] =>
  (fields, path) => {
    try {
      return { value: parse(fields, path) }
    } catch (error) {
      if (!(error instanceof StoredShapeError)) throw error
      return { defect: error.message }
    }
  }

/** Without property and defect there is no such property. */
export async function readProperty(store: Store, propertyId: string): Promise<PropertyRecord> {
  if (!isDocumentId(propertyId)) return { ...none, rooms: [], ratePlans: [] }
  const [property, ...parts] = await Promise.all([
    readJudged(store, propertyId),
    partsOf(store, rooms.all(propertyId)),
    partsOf(store, ratePlans.all(propertyId)),
  ])
  const [ownRooms, plans] = parts
  return {
    property: property?.value.value,
    revision: property?.revision,
    rooms: ownRooms.sound,
    ratePlans: plans.sound,
    defects: {
      property: [property?.value.defect ?? []].flat(),
      rooms: parts.flatMap(({ defects }) => defects),
    },
  }
}

const none = { property: undefined, defects: { property: [], rooms: [] } }

const readJudged = (store: Store, propertyId: string) => {
  const place = properties.at(propertyId)
  return store.read({ ...place, parse: judged(place) })
}

async function partsOf<T>(store: Store, query: Query<T>) {
  const documents = await store.find(new Query({ ...query, parse: judged(query) }))
  return {
    sound: documents.flatMap(({ id, value: { value } }) => (value ? [{ ...value, id }] : [])),
    defects: documents.flatMap(({ value: { defect } }) => defect ?? []),
  }
}

/** Undefined if missing or invalid. */
export const propertyAlone = async (store: Store, propertyId: string): Promise<Property | undefined> =>
  isDocumentId(propertyId) ? (await readJudged(store, propertyId))?.value.value : undefined

/** By id at the channel manager. */
export async function propertiesAt(
  store: Store,
  channelManagerIds: readonly string[],
): Promise<ReadonlyMap<string, { propertyId: string; name: string }>> {
  const { sound } = await partsOf(store, properties.where('channelManagerId', 'in', channelManagerIds))
  return new Map(
    sound.flatMap(({ id, name, channelManagerId }) =>
      channelManagerId ? [[channelManagerId, { propertyId: id, name }]] : [],
    ),
  )
}

/** Throws `property-incomplete` for an invalid account. */
export async function readAccount(store: Store, landlordId: string): Promise<Account | undefined> {
  try {
    return isDocumentId(landlordId) ? (await store.read(accounts.at(landlordId)))?.value : undefined
  } catch (error) {
    throw error instanceof StoredShapeError ? refusals.defective([error.message]) : error
  }
}

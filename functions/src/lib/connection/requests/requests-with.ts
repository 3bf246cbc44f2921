import * as z from 'zod'
import { fieldAt } from '../../documents.ts'
import { keyed, matching } from '../../keyed/matching.ts'
import { hasAll } from '../../keyed/search-keys.ts'
import { collection, type Store, type StoredDocument } from '../../store.ts'

/** `requestKeys/{requestId}`: search keys. */
const storedRequestKeys = z.object({
  propertyId: z.string(),
  /** The epoch for a request without one. */
  createdAt: z.date(),
  keys: z.array(z.string()),
})
export type RequestKeys = z.infer<typeof storedRequestKeys>

export const requestKeys = collection('requestKeys/{requestId}', storedRequestKeys).sound

export const sought = z.string().trim().min(1).max(200).meta({
  description:
    "Beginnings of words of a property's or landlord's name or id, or of the OTA's id of the property, all of them.",
})

export const facetsOfRequest = ({
  status,
  ota,
}: {
  status?: string | undefined
  ota?: string | undefined
}) => [...(status ? [`status:${status}`] : []), ...(ota ? [`ota:${ota}`] : [])]

const pageSize = 50

/** Newest first; undefined for a cursor that names none. */
export async function requestsWith(
  store: Store,
  keys: readonly string[],
  cursor: string | undefined,
): Promise<{ ids: string[]; next: string | null } | undefined> {
  const after = cursor === undefined ? undefined : await store.read(requestKeys.any.at(cursor))
  if (cursor !== undefined && !after) return undefined
  const all = keyed(requestKeys.any.all(), keys).orderBy('createdAt', 'desc').orderBy('__name__', 'desc')
  const { matches, last } = await matching(store, all, {
    size: pageSize,
    after: after && placeOf(after),
    read: ({ id, value }) => {
      const stored = storedRequestKeys.safeParse(value).data
      return stored && hasAll(stored.keys, keys) ? id : undefined
    },
    placeOf,
  })
  return { ids: matches, next: last?.id ?? null }
}

const placeOf = ({ id, value }: StoredDocument): unknown[] => [fieldAt(value, 'createdAt'), id]

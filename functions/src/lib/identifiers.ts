import * as z from 'zod'

const reserved = /^__.*__$/

/** Firestore reserves `__…__` as document ids and map keys. */
export const isReservedKey = (key: string): boolean => reserved.test(key)

const maxIdBytes = 1500

/** Whether a stored id can name a document at all. */
export const isDocumentId = (id: string): boolean =>
  id !== '' &&
  id.isWellFormed() &&
  id !== '.' &&
  id !== '..' &&
  !id.includes('/') &&
  !isReservedKey(id) &&
  Buffer.byteLength(id) <= maxIdBytes

/** Whether a vendor's id can be part of one of ours. */
export const isVendorId = (id: string): boolean => id.length <= 256 && isDocumentId(id)

/** The ids in a document's path, in their order. */
export const idsIn = (path: string): string[] => path.split('/').filter((_, position) => position % 2 === 1)

/** An id chosen by a client: safe as a document id and as a path segment. */
export const clientId = z
  .string()
  .regex(/^(?!__.*__$)[A-Za-z0-9_-]{1,128}$/, 'must be 1 to 128 of A-Z a-z 0-9 _ - and not of the form __…__')

/** The id of a user, whoever gives out ids. */
export const userId = z
  .string()
  .min(1)
  .max(128)
  .refine(id => id.isWellFormed() && !isReservedKey(id), 'must be the id of a user')

/** A key of user and minute, safe as a document id. It holds no colon. */
export const userMinute = (uid: string, at: Date): string =>
  `${encodeURIComponent(uid.toWellFormed())}_${minuteOf(at)}`

/** Minutes since the epoch. */
export const minuteOf = (at: Date): number => Math.floor(at.getTime() / 60_000)

/** When the next minute begins. */
export const minuteEnd = (at: Date): Date => new Date((minuteOf(at) + 1) * 60_000)

/** Any valid document id, whoever chose it. */
export const documentId = z.string().refine(isDocumentId, 'must be the id of something stored')

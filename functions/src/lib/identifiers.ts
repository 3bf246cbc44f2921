import * as z from 'zod'

const reserved = /^__.*__$/

/** Firestore keeps `__…__` for itself, as document ids and as map keys. */
export const isReservedKey = (key: string): boolean => reserved.test(key)

const maxIdBytes = 1500

/** Whether a stored id can name a document at all. */
export const isDocumentId = (id: string): boolean =>
  id !== '' &&
  id !== '.' &&
  id !== '..' &&
  !id.includes('/') &&
  !isReservedKey(id) &&
  Buffer.byteLength(id) <= maxIdBytes

/** The ids in a document's path, in their order. */
export const idsIn = (path: string): string[] => path.split('/').filter((_, position) => position % 2 === 1)

/** An id that a client may choose: safe as a Firestore document id and as one segment of a path. */
export const clientId = z
  .string()
  .regex(/^(?!__.*__$)[A-Za-z0-9_-]{1,128}$/, 'must be 1 to 128 of A-Z a-z 0-9 _ - and not of the form __…__')

/** Names a user and the minute of that time, safe as a document id. It holds no colon. */
export const userMinute = (uid: string, at: Date): string =>
  `${encodeURIComponent(uid.toWellFormed())}_${minuteOf(at)}`

/** Minutes since the epoch. */
export const minuteOf = (at: Date): number => Math.floor(at.getTime() / 60_000)

/** An id of a document that somebody else has named: any that can name one. */
export const documentId = z.string().refine(isDocumentId, 'must be the id of something stored')

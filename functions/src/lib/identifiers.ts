import * as z from 'zod'

const reserved = /^__.*__$/

/** Firestore reserves `__…__` for ids and map keys. */
export const isReservedKey = (key: string): boolean => reserved.test(key)

const maxIdBytes = 1500

export const isDocumentId = (id: string): boolean =>
  id !== '' &&
  id.isWellFormed() &&
  id !== '.' &&
  id !== '..' &&
  !id.includes('/') &&
  !isReservedKey(id) &&
  Buffer.byteLength(id) <= maxIdBytes

export const isVendorId = (id: string): boolean => Buffer.byteLength(id) <= 256 && isDocumentId(id)

export const idsIn = (path: string): string[] => path.split('/').filter((_, position) => position % 2 === 1)

/** Safe as document id and path segment. */
export const clientId = z
  .string()
  .regex(/^(?!__.*__$)[A-Za-z0-9_-]{1,128}$/, 'must be 1 to 128 of A-Z a-z 0-9 _ - and not of the form __…__')

export const userId = z
  .string()
  .min(1)
  .max(128)
  .refine(id => id.isWellFormed() && !isReservedKey(id), 'must be the id of a user')

/** Safe as document id, without a colon. */
export const userMinute = (uid: string, at: Date): string =>
  `${encodeURIComponent(uid.toWellFormed())}_${minuteOf(at)}`

/** Since the epoch. */
export const minuteOf = (at: Date): number => Math.floor(at.getTime() / 60_000)

export const minuteEnd = (at: Date): Date => new Date((minuteOf(at) + 1) * 60_000)

export const documentId = z.string().refine(isDocumentId, 'must be the id of something stored')

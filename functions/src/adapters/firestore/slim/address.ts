import { urlToHttpOptions } from 'node:url'
import { googleToken } from '../../google-token.ts'
import type { Address } from './call.ts'
import { codes, FirestoreError } from './failure.ts'

/** A project's default database, at the emulator if one is configured. */
export function addressOf(projectId: string): Address {
  const database = `projects/${projectId}/databases/(default)`
  const emulator = process.env.FIRESTORE_EMULATOR_HOST
  if (emulator)
    return { server: urlToHttpOptions(new URL(`http://${emulator}`)), database, token: async () => 'owner' }
  const token = googleToken(['https://www.googleapis.com/auth/datastore'])
  // Fetched ahead of the first read, which reports a failure.
  token().catch(() => {})
  return {
    server: urlToHttpOptions(new URL('https://firestore.googleapis.com')),
    database,
    token: isRefused =>
      inTime(token(isRefused)).catch((error: unknown) => {
        const why = error instanceof Error ? error.message : 'for no reason'
        const detail = `there is no access token: ${why}`
        throw new FirestoreError(codes.UNAVAILABLE, detail, { isUnsent: true })
      }),
  }
}

const tokenWithinMs = 10_000

/** Limits the wait for a token, whose source has no time-out. */
export const inTime = <T>(
  work: Promise<T>,
  withinMs = tokenWithinMs,
  late = () => new Error(`none came within ${withinMs} ms`),
): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), withinMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })

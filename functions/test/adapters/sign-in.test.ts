import { once } from 'node:events'
import { createServer, request } from 'node:http'
import https from 'node:https'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { firebaseAuthenticate } from '../../src/adapters/firebase-auth/authenticate.ts'
import { systemClock } from '../../src/adapters/system.ts'
import { idTokenClaims, signedToken, signingKey, tokenWith } from '../deployed/id-token.ts'
import { listen } from '../support/listen.ts'
import { memoryLog } from '../support/memory-log.ts'

/** A server that takes every call and answers none. */
const google = createServer(() => {})
const port = await listen(google)
afterAll(() => {
  google.closeAllConnections()
  google.close()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

const projectId = 'demo-silent'
const claims = idTokenClaims(projectId, 'sam')
const unavailable = { code: 'provider-unavailable', retryAfterSeconds: 10 }

it.each([
  ['keys', undefined, signedToken(signingKey('key-1'), claims)],
  ['records', `127.0.0.1:${port}`, tokenWith({ alg: 'none', typ: 'JWT' }, claims, () => Buffer.alloc(0))],
] as const)('a sign-in is given up while Google is silent about its %s', async (_, host, token) => {
  vi.stubEnv('GCLOUD_PROJECT', projectId)
  vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', host)
  const signInRequest = once(google, 'request')
  vi.spyOn(https, 'request').mockImplementation(() => request({ host: '127.0.0.1', port }))
  const store = { read: async () => undefined, write: async () => {} } as never
  const proven = firebaseAuthenticate({ clock: systemClock, log: memoryLog() }, store)(token)
  await signInRequest
  await expect(proven).rejects.toMatchObject(unavailable)
})

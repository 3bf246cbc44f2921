import { randomUUID } from 'node:crypto'
import { type App, getApps, initializeApp } from 'firebase-admin/app'
import { type Auth, getAuth } from 'firebase-admin/auth'
import { type Firestore, getFirestore } from 'firebase-admin/firestore'
import { expectAsDocumented } from './api-contract.ts'

/** A name of the environment that `npm run with-stack` gives its command. */
type StackVariable =
  | 'API_URL'
  | 'SANDBOX_URL'
  | 'SWEEP_URL'
  | 'GCLOUD_PROJECT'
  | 'FIRESTORE_EMULATOR_HOST'
  | 'FIREBASE_AUTH_EMULATOR_HOST'
  | 'FUNCTIONS_EMULATOR_ORIGIN'

export function fromStack(name: StackVariable): string {
  const value = process.env[name]
  if (value) return value
  throw new Error(`${name} is not set: run these tests with "npm run with-stack -- vitest run …"`)
}

function app(): App {
  const projectId = fromStack('GCLOUD_PROJECT')
  return getApps().find(({ name }) => name === projectId) ?? initializeApp({ projectId }, projectId)
}

export const db = (): Firestore => getFirestore(app())

/** A document, a vendor's state or a reply. */
// biome-ignore lint/suspicious/noExplicitAny: its shape is what the tests prove, so no type may promise it
export type Data = any

export const put = (path: string, fields: object): Promise<unknown> => db().doc(path).set(fields)

export const update = (path: string, fields: object): Promise<unknown> =>
  db()
    .doc(path)
    .update({ ...fields })

/** The users of the Auth emulator. */
export const users = (): Auth => getAuth(app())

/** An id of the test's own, so that tests share no data. */
export const uniqueId = (prefix: string): string => `${prefix}-${randomUUID().slice(0, 13)}`

export interface User {
  uid: string
  token: string
}

/** A new user of the Auth emulator, signed in. */
export async function signIn(options: { role?: string; uid?: string } = {}): Promise<User> {
  const uid = options.uid ?? uniqueId(options.role ?? 'user')
  const auth = users()
  const email = `${randomUUID()}@example.com`
  await auth.createUser({ uid, email, password: 'local-only', emailVerified: true })
  if (options.role) await auth.setCustomUserClaims(uid, { role: options.role })
  const { idToken } = await identityToolkit('accounts:signInWithPassword', { email, password: 'local-only' })
  return { uid, token: idToken }
}

/** An anonymous user, signed in. */
export async function signInAnonymously(): Promise<User> {
  const { localId, idToken } = await identityToolkit('accounts:signUp', {})
  return { uid: localId, token: idToken }
}

async function identityToolkit(method: string, body: object): Promise<{ localId: string; idToken: string }> {
  const host = fromStack('FIREBASE_AUTH_EMULATOR_HOST')
  const response = await fetch(`http://${host}/identitytoolkit.googleapis.com/v1/${method}?key=local`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...body, returnSecureToken: true }),
  })
  if (!response.ok) throw new Error(`${method}: ${response.status} ${await response.text()}`)
  return (await response.json()) as { localId: string; idToken: string }
}

export interface Answer {
  status: number
  headers: Headers
  text: string
  body: Data
}

interface Sent {
  token?: string | undefined
  /** Sent as JSON unless it is a string. */
  body?: unknown
  headers?: Record<string, string>
}

/** A request to the public address of the system. Its answer has to be as the API's document says. */
export async function call(method: string, path: string, sent: Sent = {}): Promise<Answer> {
  const response = await fetch(fromStack('API_URL') + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(sent.body !== undefined && { 'Content-Type': 'application/json' }),
      ...(sent.token !== undefined && { Authorization: `Bearer ${sent.token}` }),
      ...sent.headers,
    },
    ...(sent.body !== undefined && {
      body: typeof sent.body === 'string' ? sent.body : JSON.stringify(sent.body),
    }),
  })
  const text = await response.text()
  const answer = { status: response.status, headers: response.headers, text, body: asJson(text) }
  expectAsDocumented(method, path, answer)
  return answer
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Runs scheduled functions once: those with these names, else all. All take long where many tests have left work. */
export async function sweep(...names: string[]): Promise<void> {
  const only = names.length > 0 ? `?only=${names.join()}` : ''
  const response = await fetch(fromStack('SWEEP_URL') + only, { method: 'POST' })
  if (!response.ok) throw new Error(`sweep: ${response.status} ${await response.text()}`)
}

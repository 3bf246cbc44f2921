import { randomUUID } from 'node:crypto'
import { type App, getApps, initializeApp } from 'firebase-admin/app'
import { type Auth, getAuth } from 'firebase-admin/auth'
import type { Firestore } from 'firebase-admin/firestore'
import { expect } from 'vitest'
import { expectAsDocumented } from './api-contract.ts'
import { firestoreOf } from './firestore.ts'

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
  return (
    getApps().find(({ name }) => name === `users of ${projectId}`) ??
    initializeApp({ projectId }, `users of ${projectId}`)
  )
}

export const db = (): Firestore => firestoreOf(fromStack('GCLOUD_PROJECT'))

/** A document, a vendor's state or a reply. */
// biome-ignore lint/suspicious/noExplicitAny: its shape is what the tests prove, so no type may promise it
export type Data = any

export const put = (path: string, fields: object): Promise<unknown> => db().doc(path).set(fields)

export const update = (path: string, fields: object): Promise<unknown> =>
  db()
    .doc(path)
    .update({ ...fields })

export const remove = (path: string): Promise<unknown> => db().doc(path).delete()

/** A document's fields; undefined where there is none. */
export const stored = async (path: string): Promise<Data> => (await db().doc(path).get()).data()

/** Documents of which a field has that value, with their ids. */
export async function listed(collection: string, field: string, value: unknown): Promise<Data[]> {
  const { docs } = await db().collection(collection).where(field, '==', value).get()
  return docs.map(one => ({ id: one.id, ...one.data() }))
}

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

/** Problems without a next action, as the detail says it all. */
const isPlain = /validation-failed|forbidden| (thread-)?not-found|participant-limit|method-not-allowed/

/** A problem document as docs/contract.md, section 2, has it ("404 not-found"), mostly with what the caller can do. */
export function expectProblem({ status, body, text, headers }: Answer, problem: string): void {
  expect(`${status} ${body?.code}`, text).toBe(problem)
  expect(headers.get('content-type')).toMatch(/^application\/problem\+json/)
  expect(body).toMatchObject({
    type: expect.any(String),
    title: expect.any(String),
    status,
    ...(!isPlain.test(problem) && { nextAction: expect.stringMatching(/.{11}/) }),
    detail: expect.stringMatching(/.{11}/),
    retryable: expect.any(Boolean),
    errors: expect.any(Array),
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  expect(headers.get('x-request-id')).toBe(body.requestId)
}

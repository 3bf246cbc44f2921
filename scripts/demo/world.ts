import { setTimeout as sleep } from 'node:timers/promises'
import { initializeApp } from 'firebase-admin/app'
import { type DocumentData, getFirestore } from 'firebase-admin/firestore'
import { type SandboxAt, sandboxAt } from '../../functions/test/support/sandbox.ts'
import { password } from '../seed-data.ts'

export interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: replies are shown, not worked with
  body: any
}

/** The public HTTP paths as one user. */
export interface Client {
  get(path: string): Promise<Answer>
  post(path: string, body?: object): Promise<Answer>
  put(path: string, body: object): Promise<Answer>
}

/** The running system as the demo sees it: HTTP as Olivia of operations, Firestore, and what the vendors received. */
export interface World extends Client {
  /** The landlord, who takes part in Maria's thread. */
  lars: Client
  /** Has no part in any thread. */
  nina: Client
  document(path: string): Promise<DocumentData | undefined>
  documents(collection: string, field: string, value: string): Promise<DocumentData[]>
  sandbox: SandboxAt
  /** Every scheduled function runs once, now. */
  sweep(): Promise<Answer>
  /** Asks again until the answer is there, ten seconds at most. */
  eventually<T>(ask: () => Promise<T>, isThere: (answer: T) => boolean): Promise<T>
}

export async function demoWorld(): Promise<World> {
  const db = getFirestore(initializeApp({ projectId: variable('GCLOUD_PROJECT') }))
  return {
    ...(await clientOf('olivia@example.com')),
    lars: await clientOf('lars@example.com'),
    nina: await clientOf('nina@example.com'),
    document: async path => (await db.doc(path).get()).data(),
    documents: async (collection, field, value) =>
      (await db.collection(collection).where(field, '==', value).get()).docs.map(document => document.data()),
    sandbox: sandboxAt(variable('SANDBOX_URL')),
    sweep: () => send('POST', variable('SWEEP_URL')),
    eventually,
  }
}

function variable(name: string): string {
  const value = process.env[name]
  if (value) return value
  throw new Error('Run the demo with "npm run demo".')
}

async function clientOf(email: string): Promise<Client> {
  const headers = { Authorization: `Bearer ${await signIn(email)}` }
  const api = variable('API_URL')
  return {
    get: path => send('GET', api + path, undefined, headers),
    post: (path, body) => send('POST', api + path, body, headers),
    put: (path, body) => send('PUT', api + path, body, headers),
  }
}

async function signIn(email: string): Promise<string> {
  const host = variable('FIREBASE_AUTH_EMULATOR_HOST')
  const path = 'identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=local'
  const credentials = { email, password, returnSecureToken: true }
  return (await send('POST', `http://${host}/${path}`, credentials)).body.idToken
}

/** A request with a JSON body, if any. An empty reply has no body. */
export async function send(
  method: string,
  url: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) }
}

/** On a busy machine the first function of each kind takes its time. */
const patienceMs = 90_000

async function eventually<T>(ask: () => Promise<T>, isThere: (answer: T) => boolean): Promise<T> {
  for (const giveUpAt = Date.now() + patienceMs; ; ) {
    const answer = await ask()
    if (isThere(answer) || Date.now() > giveUpAt) return answer
    await sleep(100)
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { initializeApp } from 'firebase-admin/app'
import { type DocumentData, getFirestore } from 'firebase-admin/firestore'
import { password } from '../seed-data.ts'

export interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: replies are shown, not worked with
  body: any
}

/** The running system as the demo sees it: HTTP as Olivia of operations, Firestore, and what the vendors received. */
export interface World {
  post(path: string, body: object): Promise<Answer>
  document(path: string): Promise<DocumentData | undefined>
  documents(collection: string, field: string, value: string): Promise<DocumentData[]>
  // biome-ignore lint/suspicious/noExplicitAny: replies are shown, not worked with
  vendor(name: string): Promise<any>
  guestWrites(from: string, body: string): Promise<{ status: number; messageSid: string }>
  /** Asks again until the answer is there, ten seconds at most. */
  eventually<T>(ask: () => Promise<T>, isThere: (answer: T) => boolean): Promise<T>
}

export async function demoWorld(): Promise<World> {
  const db = getFirestore(initializeApp({ projectId: variable('GCLOUD_PROJECT') }))
  const token = await signIn('olivia@example.com')
  const api = variable('API_URL')
  const sandbox = `${variable('SANDBOX_URL')}/_sandbox`
  return {
    post: (path, body) => send(api + path, body, { Authorization: `Bearer ${token}` }),
    document: async path => (await db.doc(path).get()).data(),
    documents: async (collection, field, value) =>
      (await db.collection(collection).where(field, '==', value).get()).docs.map(document => document.data()),
    vendor: async name => (await fetch(`${sandbox}/state?vendor=${name}`)).json(),
    guestWrites: async (from, body) => (await send(`${sandbox}/twilio/inbound`, { from, body })).body,
    eventually,
  }
}

function variable(name: string): string {
  const value = process.env[name]
  if (value) return value
  throw new Error('Run the demo with "npm run demo".')
}

async function signIn(email: string): Promise<string> {
  const host = variable('FIREBASE_AUTH_EMULATOR_HOST')
  const path = 'identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=local'
  const { body } = await send(`http://${host}/${path}`, { email, password, returnSecureToken: true })
  return body.idToken
}

async function send(url: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

async function eventually<T>(ask: () => Promise<T>, isThere: (answer: T) => boolean): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    const answer = await ask()
    if (isThere(answer) || tries === 100) return answer
    await sleep(100)
  }
}

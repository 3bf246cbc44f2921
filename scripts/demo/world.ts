import { setTimeout as sleep } from 'node:timers/promises'
import { getApps, initializeApp } from 'firebase-admin/app'
import { type DocumentData, getFirestore } from 'firebase-admin/firestore'
import { sandboxAt } from '../../functions/test/support/sandbox.ts'
import { password } from '../seed-data.ts'

// The system around us: HTTP as some of its users, Firestore, and what the vendors received.

interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: replies are shown, not worked with
  body: any
}

export type Client = ReturnType<typeof clientOf>

export const olivia = clientOf('olivia@example.com')
/** The landlord, who takes part in Maria's thread. */
export const lars = clientOf('lars@example.com')
/** Has no part in any thread. */
export const nina = clientOf('nina@example.com')

export const sandbox = sandboxAt(variable('SANDBOX_URL'))

const [app = initializeApp({ projectId: variable('GCLOUD_PROJECT') })] = getApps()
const db = getFirestore(app)

/** The fields of a document; `{}` if it does not exist. */
export const document = async (path: string): Promise<DocumentData> => (await db.doc(path).get()).data() ?? {}

export const auditOf = async (targetId: string): Promise<DocumentData[]> =>
  (await db.collection('auditLog').where('targetId', '==', targetId).get()).docs.map(one => one.data())

function variable(name: string): string {
  const value = process.env[name]
  if (value) return value
  throw new Error('Run the demo with "npm run demo".')
}

/** A client of the public HTTP paths for one user, who signs in at the first request. */
function clientOf(email: string) {
  let token: Promise<string> | undefined
  const as = async (method: string, path: string, body?: object): Promise<Answer> => {
    token ??= signIn(email)
    return send(method, variable('API_URL') + path, body, await token)
  }
  return {
    get: (path: string) => as('GET', path),
    post: (path: string, body?: object) => as('POST', path, body),
  }
}

async function signIn(email: string): Promise<string> {
  const host = variable('FIREBASE_AUTH_EMULATOR_HOST')
  const path = 'identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=local'
  const credentials = { email, password, returnSecureToken: true }
  return (await send('POST', `http://${host}/${path}`, credentials)).body.idToken
}

/** A request with a JSON body, if any. An empty reply has no body. */
async function send(method: string, url: string, json?: object, token?: string): Promise<Answer> {
  const type = json && { 'Content-Type': 'application/json' }
  const response = await fetch(url, {
    method,
    headers: { ...type, ...(token && { Authorization: `Bearer ${token}` }) },
    body: json ? JSON.stringify(json) : null,
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) }
}

/** On a busy machine the first function of each kind takes its time. */
const patienceMs = 90_000

/** Asks again until `isThere` holds; after `patienceMs` returns the last answer. */
export async function eventually<T>(ask: () => Promise<T>, isThere: (answer: T) => unknown): Promise<T> {
  for (const giveUpAt = Date.now() + patienceMs; ; ) {
    const answer = await ask()
    if (isThere(answer) || Date.now() > giveUpAt) return answer
    await sleep(100)
  }
}

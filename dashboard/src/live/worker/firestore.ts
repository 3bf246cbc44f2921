import { initializeApp } from 'firebase/app'
import { connectAuthEmulator, indexedDBLocalPersistence, initializeAuth } from 'firebase/auth'
import {
  connectFirestoreEmulator,
  type DocumentData,
  disableNetwork,
  enableNetwork,
  type Firestore,
  getFirestore,
  Timestamp,
} from 'firebase/firestore'
import type { Config } from '../../session/config.ts'

let firestore: Firestore | undefined

/** Firestore as its rules let that user read it. Throws where the browser does not know them as signed in. */
export async function connect({ firebase, local }: Config, uid: string): Promise<void> {
  const app = initializeApp(firebase)
  const auth = initializeAuth(app, { persistence: indexedDBLocalPersistence })
  if (local) connectAuthEmulator(auth, local.authUrl, { disableWarnings: true })
  const db = getFirestore(app)
  if (local) connectFirestoreEmulator(db, local.firestore.host, local.firestore.port)
  await auth.authStateReady()
  if (auth.currentUser?.uid !== uid) throw new Error('Somebody else is signed in.')
  firestore = db
  // In a page the SDK sees to this itself.
  for (const name of ['online', 'offline']) self.addEventListener(name, () => void connectAnew(db))
}

async function connectAnew(db: Firestore): Promise<void> {
  await disableNetwork(db)
  await enableNetwork(db)
}

export function liveFirestore(): Firestore {
  if (!firestore) throw new Error('There is no connection yet.')
  return firestore
}

/** A document in the values the shared schemas parse: times as Date. */
export function plain(value: unknown): unknown {
  if (value instanceof Timestamp) return value.toDate()
  if (Array.isArray(value)) return value.map(plain)
  if (!isMap(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]))
}

const isMap = (value: unknown): value is DocumentData =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

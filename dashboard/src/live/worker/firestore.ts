import type { FirebaseAuthInternal } from '@firebase/auth-interop-types'
import {
  Component,
  type ComponentContainer,
  type ComponentType,
  type InstantiationMode,
} from '@firebase/component'
import { type FirebaseApp, initializeApp } from 'firebase/app'
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

/** The page gives the token: the user signed in there is signed in here. */
export interface Listener {
  uid: string
  token: (refresh: boolean) => Promise<string | undefined>
}

let firestore: Firestore | undefined

/** Connects to Firestore as its rules let that user read it. */
export function connect({ firebase, local }: Config, listener: Listener): void {
  const app = initializeApp(firebase)
  signIn(app, listener)
  const db = getFirestore(app)
  if (local) connectFirestoreEmulator(db, local.firestore.host, local.firestore.port)
  firestore = db
}

/** In a worker the SDK does not hear by itself that the connection comes or goes. */
export async function connectAnew(): Promise<void> {
  const db = liveFirestore()
  await disableNetwork(db)
  await enableNetwork(db)
}

/**
 * Firestore asks this for tokens: Firebase Authentication here would look the user up again and, where that fails,
 * sign them out in every window.
 */
function signIn(app: FirebaseApp, { uid, token }: Listener): void {
  const auth: FirebaseAuthInternal = {
    getUid: () => uid,
    getToken: async (refresh = false) => {
      const accessToken = await token(refresh)
      return accessToken === undefined ? null : { accessToken }
    },
    // Firestore waits to hear that somebody is known, and asks for the token itself. It stays the same user.
    addAuthTokenListener: tell => queueMicrotask(() => tell(null)),
    removeAuthTokenListener: () => {},
  }
  const { container } = app as FirebaseApp & { container: ComponentContainer }
  const component = new Component('auth-internal', () => auth, 'PRIVATE' as ComponentType)
  // There from the beginning, so that Firestore finds it once.
  container.addComponent(component.setInstantiationMode('EAGER' as InstantiationMode))
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

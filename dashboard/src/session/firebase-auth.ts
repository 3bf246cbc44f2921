import { initializeApp } from 'firebase/app'
import {
  type Auth,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  GoogleAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  onIdTokenChanged,
  signInWithEmailAndPassword,
  signInWithPopup,
  signOut,
} from 'firebase/auth'
import { readConfig } from './config.ts'
import type { SessionUser } from './session.ts'

/** The signed-in user with the claims of the token; undefined if nobody is signed in. */
export type Listener = (user: SessionUser | undefined) => void

export interface AuthClient {
  token(refresh: boolean, uid?: string): Promise<string | undefined>
  withPassword(email: string, password: string): Promise<void>
  withGoogle(): Promise<void>
  leave(): Promise<void>
}

/** A token lasts an hour, and nobody waits for the next. */
const renewMs = 50 * 60_000

/** Firebase Authentication, of which only this file knows. Loaded beside the page, since everything waits for it. */
export async function authClient(listener: Listener): Promise<AuthClient> {
  const { firebase, local } = await readConfig()
  const persistence = [indexedDBLocalPersistence, browserLocalPersistence]
  const auth = initializeAuth(initializeApp(firebase), { persistence })
  if (local) connectAuthEmulator(auth, local.authUrl, { disableWarnings: true })
  setInterval(() => void auth.currentUser?.getIdToken(true).catch(() => {}), renewMs)
  onIdTokenChanged(auth, async user => listener(user ? await described(auth) : undefined))
  return {
    token: async (refresh, uid) => {
      const user = auth.currentUser
      if (uid !== undefined && user?.uid !== uid) throw new Error('Somebody else is signed in.')
      return user?.getIdToken(refresh)
    },
    withPassword: async (email, password) => {
      await signInWithEmailAndPassword(auth, email, password)
    },
    withGoogle: async () => {
      await signInWithPopup(auth, new GoogleAuthProvider(), browserPopupRedirectResolver)
    },
    leave: () => signOut(auth),
  }
}

async function described(auth: Auth): Promise<SessionUser | undefined> {
  const user = auth.currentUser
  if (!user) return undefined
  const { claims } = await user.getIdTokenResult()
  const role = typeof claims.role === 'string' ? claims.role : ''
  return { uid: user.uid, name: user.displayName ?? user.email ?? user.uid, email: user.email ?? '', role }
}

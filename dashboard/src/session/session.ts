import { useSyncExternalStore } from 'react'
import { forget, keep, textAt } from '../storage.ts'
import { readConfig } from './config.ts'
import type { AuthClient } from './firebase-auth.ts'

export interface SessionUser {
  uid: string
  name: string
  email: string
  role: string
}

export type Session =
  | { status: 'starting' }
  | { status: 'unavailable' }
  /** `expired`: the server does not accept the session any more. */
  | { status: 'signed-out'; expired: boolean }
  | { status: 'signed-in'; user: SessionUser }

let state: Session = { status: 'starting' }
let client: Promise<AuthClient> | undefined
/** From when the server refused the token until somebody signs in: news of the old user are late by then. */
let isExpired = false
const listeners = new Set<() => void>()

function become(next: Session): void {
  if (same(state, next)) return
  state = next
  rememberWho(next)
  for (const listener of listeners) listener()
}

const whoKey = 'signed-in-as'

/** The last user's role, only a hint for loading before the present user is known. */
export function signedInBefore(): 'staff' | 'landlord' | undefined {
  const who = textAt(whoKey)
  return (['staff', 'landlord'] as const).find(one => JSON.stringify(one) === who)
}

function rememberWho(next: Session): void {
  if (next.status === 'signed-in') keep(whoKey, isStaffRole(next.user.role) ? 'staff' : next.user.role)
  if (next.status === 'signed-out') forget(whoKey)
}

const same = (one: Session, other: Session): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Finds out who is signed in. The configuration is fetched while the code loads. Called once when the page starts, and again when that did not work. */
export function startSession(): void {
  readConfig().catch(() => {})
  client = import('./firebase-auth.ts').then(({ authClient }) =>
    authClient(user => {
      if (user && !isExpired) become({ status: 'signed-in', user })
      if (user) return
      if (state.status !== 'signed-out') become({ status: 'signed-out', expired: isExpired })
      // The old user is gone; the next user, in this window or another, is a new one.
      isExpired = false
    }),
  )
  client.catch(() => become({ status: 'unavailable' }))
}

export const session = {
  /** The token of the user who is signed in; undefined if that is not the named one. */
  async token(refresh: boolean, uid?: string): Promise<string | undefined> {
    return (await client)?.token(refresh, uid)
  },
  async withPassword(email: string, password: string): Promise<void> {
    isExpired = false
    await (await client)?.withPassword(email, password)
  },
  async withGoogle(): Promise<void> {
    isExpired = false
    await (await client)?.withGoogle()
  },
  async leave(): Promise<void> {
    await (await client)?.leave()
  },
  /** The server refuses the token: the user has to sign in again. Their drafts stay. */
  expire(): void {
    isExpired = true
    become({ status: 'signed-out', expired: true })
    void session.leave()
  },
}

/** Runs when another user or none is signed in: the pages of one user are not for the next. */
export function onUserChange(run: () => void): void {
  let before = uidOf(state)
  listeners.add(() => {
    const now = uidOf(state)
    if (before !== undefined && before !== now) run()
    before = now
  })
}

/** Runs when it is known that somebody is signed in; not where nobody is. */
export function whenSignedIn(run: (user: SessionUser) => void): void {
  const listener = () => {
    if (state.status === 'starting') return
    listeners.delete(listener)
    if (state.status === 'signed-in') run(state.user)
  }
  listeners.add(listener)
  listener()
}

const uidOf = (current: Session): string | undefined =>
  current.status === 'signed-in' ? current.user.uid : undefined

export const whoIsSignedIn = (): string | undefined => uidOf(state)

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSession = (): Session => useSyncExternalStore(subscribe, () => state)

export const isStaffRole = (role: string): boolean => role === 'operations' || role === 'support'

export const isLetIn = (role: string): boolean => isStaffRole(role) || role === 'landlord'

export const useIsStaff = (): boolean => isStaffRole(useUser().role)

/** Below the gate that lets only staff and landlords through. */
export function useUser(): SessionUser {
  const current = useSession()
  if (current.status === 'signed-in') return current.user
  return nobody
}

const nobody: SessionUser = { uid: '', name: '', email: '', role: '' }

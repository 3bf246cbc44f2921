import { getApp } from 'firebase/app'
import {
  connectFirestoreEmulator,
  type DocumentData,
  type Firestore,
  getFirestore,
  Timestamp,
} from 'firebase/firestore'
import { readConfig } from '../session/config.ts'

let firestore: Promise<Firestore> | undefined

/** Firestore as its rules let the signed-in user read it; only for what has to be seen without asking. */
export function liveFirestore(): Promise<Firestore> {
  firestore ??= readConfig().then(({ local }) => {
    const db = getFirestore(getApp())
    if (local) connectFirestoreEmulator(db, local.firestore.host, local.firestore.port)
    return db
  })
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

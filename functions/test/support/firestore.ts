import { type App, deleteApp, initializeApp } from 'firebase-admin/app'
import { Firestore, getFirestore } from 'firebase-admin/firestore'
import { watchCalls } from './firestore-calls.ts'
import { type DocumentWrite, MemoryDatabase } from './memory/database.ts'

const opened = new Map<string, { db: Firestore; app?: App }>()

/** The Firestore of a project: the SDK's client, of the emulator where one is running, else over documents in memory. */
export function firestoreOf(projectId: string): Firestore {
  const found = opened.get(projectId) ?? open(projectId)
  opened.set(projectId, found)
  return found.db
}

function open(projectId: string): { db: Firestore; app?: App } {
  if (!process.env.FIRESTORE_EMULATOR_HOST) return { db: watchCalls(memoryFirestore(projectId)) }
  const app = initializeApp({ projectId }, projectId)
  return { app, db: watchCalls(getFirestore(app)) }
}

export const memoryFirestore = (projectId: string): Firestore =>
  inMemory(new Firestore({ projectId }), projectId)

const databases = new WeakMap<Firestore, MemoryDatabase>()

/** Calls the listener after every write, until it is called off; never where an emulator has the documents. */
export function onWrite(db: Firestore, listener: (write: DocumentWrite) => void): () => void {
  return databases.get(db)?.onWrite(listener) ?? (() => {})
}

/** Puts documents in memory behind a client of the SDK, which takes its transport from a pool. */
export function inMemory(db: Firestore, projectId: string): Firestore {
  const database = new MemoryDatabase(projectId)
  databases.set(db, database)
  const pool = {
    run: async (_tag: unknown, _isGrpc: unknown, use: (client: object) => unknown) => use(database),
    terminate: async () => {},
  }
  Reflect.set(db, '_clientPool', pool)
  return db
}

/** Ends the client, and its documents where they are in memory. */
export async function closeFirestore(projectId: string): Promise<void> {
  const found = opened.get(projectId)
  opened.delete(projectId)
  if (found?.app) await deleteApp(found.app)
}

import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { type App, deleteApp, initializeApp } from 'firebase-admin/app'
import { type Firestore, getFirestore } from 'firebase-admin/firestore'
import { startFirestore } from '../functions/test/deployed/firestore.ts'
import { type GoogleKeys, googleKeys } from '../functions/test/deployed/google-keys.ts'
import { type Claims, idTokenClaims, signedToken, signingKey } from '../functions/test/deployed/id-token.ts'
import { deploymentOf } from '../functions/test/deployed/manifest.ts'
import { type Served, serve } from '../functions/test/deployed/serve.ts'
import { builtCopy, openSite } from '../functions/test/deployed/site.ts'
import { listenerOn } from './process-stat.ts'

/** `project` is the deployable as built; the others stand in `bench/contestants`. */
export type Contestant = 'project' | 'bare' | 'usual' | 'without-batching'

export type RequestHeaders = Readonly<Record<string, string>>

/** Everything the benches of the chat function need: an emulator, keys, a token, threads and the contestants' folders. */
export interface Yard {
  /** Serves a contestant's chat function. Its process meets the same keys and parameters as every other's. */
  serve(contestant: Contestant, more?: Record<string, string>): Promise<Served>
  /** Makes new threads and answers their ids. */
  threads(count: number): Promise<string[]>
  headers: RequestHeaders
  db: Firestore
  /** Serves another function of the project. */
  serveFunction(target: string, more: Record<string, string>): Promise<Served>
  /** Of a caller with other claims. */
  headersOf(claims: Claims): RequestHeaders
  /** The process of the Firestore emulator. */
  emulatorPid: number
  close(): Promise<void>
}

const projectId = 'demo-bench'
const contestantsDir = path.join(import.meta.dirname, 'contestants')

export async function openYard(): Promise<Yard> {
  // There is no metadata server here, and looking for one takes time.
  process.env.METADATA_SERVER_DETECTION = 'none'
  // The emulator's log of every call would take longer than part of what is measured.
  process.env._JAVA_OPTIONS ??= '-Dgoogle.cloud_firestore.debug_log_level=WARNING'
  const site = openSite()
  let keys: GoogleKeys | undefined
  let app: App | undefined
  const close = async () => {
    if (app) await deleteApp(app)
    keys?.close()
    await site.close()
  }
  try {
    const key = signingKey('bench')
    keys = await googleKeys([key])
    const firestoreHost = await startFirestore(site, projectId)
    const project = await builtCopy(site, 'project')
    await buildContestants(project)
    const env = {
      ...(await deploymentOf(project)).parameters,
      ...keys.env,
      // The user of the benches posts more than a person may.
      MAX_POSTS_PER_USER_PER_MINUTE: '1000000',
      MAX_REQUESTS_PER_USER_PER_MINUTE: '1000000',
      MAX_POSTS_PER_THREAD_PER_MINUTE: '1000000',
      MAX_SELF_JOINED_POSTS_PER_THREAD_PER_MINUTE: '1000000',
      FIRESTORE_EMULATOR_HOST: firestoreHost,
    }
    const { nodeOptions } = keys
    process.env.FIRESTORE_EMULATOR_HOST = firestoreHost
    // Named after the site, since a second bench of the same run has an emulator of its own.
    app = initializeApp({ projectId }, site.dir)
    const db = getFirestore(app)
    const google = keys
    const headersOf = (claims: Claims) => {
      if (typeof claims.role === 'string') google.record({ role: claims.role })
      return {
        authorization: `Bearer ${signedToken(key, idTokenClaims(projectId, 'sam', claims))}`,
        'content-type': 'application/json',
        'user-agent': 'bench',
      }
    }
    return {
      db,
      headersOf,
      serveFunction: (target, more) =>
        serve({ source: project, target, projectId, nodeOptions, env: { ...env, ...more } }),
      serve: (contestant, more) =>
        serve({
          ...{ source: path.join(site.dir, contestant), target: 'chat', projectId, nodeOptions },
          env: { ...env, ...more },
        }),
      threads: count => newThreads(db, count),
      headers: headersOf({}),
      emulatorPid: listenerOn(Number(new URL(`http://${firestoreHost}`).port)),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Each contestant becomes a deployable of its own beside the project's. */
async function buildContestants(project: string): Promise<void> {
  for (const [name, entry] of [
    ['bare', 'bare.mjs'],
    ['usual', 'usual.ts'],
    ['without-batching', 'without-batching.ts'],
  ] as const) {
    const folder = path.join(path.dirname(project), name)
    mkdirSync(folder)
    writeFileSync(path.join(folder, 'package.json'), '{"type":"module","main":"dist/index.js"}')
    await build({
      entryPoints: { index: path.join(contestantsDir, entry) },
      outdir: path.join(folder, 'dist'),
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node24',
      packages: 'external',
      logLevel: 'warning',
    })
  }
}

let made = 0

async function newThreads(db: Firestore, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => `thread-${made + index}`)
  made += count
  const writer = db.bulkWriter()
  for (const id of ids) {
    void writer.set(db.doc(`threads/${id}`), {
      source: 'guest',
      participantIds: ['maria', 'sam', 'lars'],
      needsAttention: [],
      needsAttentionMap: {},
      updatedAt: new Date(Date.now() - 60_000),
      version: 0,
    })
  }
  await writer.close()
  return ids
}

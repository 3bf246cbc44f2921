import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { deleteApp, initializeApp } from 'firebase-admin/app'
import { type Firestore, getFirestore } from 'firebase-admin/firestore'
import { startFirestore } from '../functions/test/deployed/firestore.ts'
import { googleKeys } from '../functions/test/deployed/google-keys.ts'
import { type Claims, idTokenClaims, signedToken, signingKey } from '../functions/test/deployed/id-token.ts'
import { type Served, serve } from '../functions/test/deployed/serve.ts'
import { builtCopy, openSite } from '../functions/test/deployed/site.ts'
import { type Sandbox, sandboxCredentials, startSandbox } from '../sandbox/src/index.ts'
import { quietThread } from './homes.ts'
import { listenerOn } from './process-stat.ts'

/** `project` is the deployable as built; the others stand in `bench/contestants`. */
export type Contestant = 'project' | 'bare' | 'usual'

export type RequestHeaders = Readonly<Record<string, string>>

/** A contestant's running function, until it is disposed of. */
type Serving = Served & AsyncDisposable

/** Everything the benches of the chat function need: an emulator, keys, a token, threads and the contestants' folders. */
export interface BenchSystem extends AsyncDisposable {
  /** Serves a contestant's chat function, or another. Its process meets the same keys and parameters as every other's. */
  serve(contestant: Contestant, more?: Record<string, string>, target?: string): Promise<Serving>
  /** The vendors, in this process. */
  sandbox(): Promise<Sandbox & AsyncDisposable>
  /** Stores new threads and returns their ids. */
  threads(count: number): Promise<string[]>
  headers: RequestHeaders
  db: Firestore
  /** Headers of a caller with other claims. */
  headersOf(claims: Claims): RequestHeaders
  /** The process of the Firestore emulator. */
  emulatorPid: number
}

const projectId = 'demo-bench'
const contestantsDir = path.join(import.meta.dirname, 'contestants')

export async function openBenchSystem(): Promise<BenchSystem> {
  // There is no metadata server here, and looking for one takes time.
  process.env.METADATA_SERVER_DETECTION = 'none'
  // The emulator's log of every call would take longer than part of what is measured.
  process.env._JAVA_OPTIONS ??= '-Dgoogle.cloud_firestore.debug_log_level=WARNING'
  await using ends = new AsyncDisposableStack()
  const site = ends.adopt(openSite(), ({ close }) => close())
  const key = signingKey('bench')
  const keys = ends.adopt(await googleKeys([key]), ({ close }) => close())
  const firestoreHost = await startFirestore(site)
  const project = await builtCopy(site, 'project')
  await buildContestants(project)
  const env = {
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
  const db = getFirestore(ends.adopt(initializeApp({ projectId }, site.dir), deleteApp))
  const headersOf = (claims: Claims) => {
    if (typeof claims.role === 'string') keys.record({ role: claims.role })
    return {
      authorization: `Bearer ${signedToken(key, idTokenClaims(projectId, 'sam', claims))}`,
      'content-type': 'application/json',
      'user-agent': 'bench',
    }
  }
  const closing = ends.move()
  return {
    db,
    headersOf,
    async serve(contestant, more, target = 'chat') {
      const source = path.join(site.dir, contestant)
      const served = await serve({ source, target, projectId, nodeOptions, env: { ...env, ...more } })
      return { ...served, [Symbol.asyncDispose]: () => served.stop() }
    },
    async sandbox() {
      const running = await startSandbox({ credentials: sandboxCredentials })
      return { ...running, [Symbol.asyncDispose]: () => running.close() }
    },
    threads: count => newThreads(db, count),
    headers: headersOf({}),
    emulatorPid: listenerOn(Number(new URL(`http://${firestoreHost}`).port)),
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}

/** Each contestant becomes a deployable of its own beside the project's. */
async function buildContestants(project: string): Promise<void> {
  for (const [name, entry] of [
    ['bare', 'bare.mjs'],
    ['usual', 'usual.ts'],
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
    void writer.set(db.doc(`threads/${id}`), quietThread({ participantIds: ['maria', 'sam', 'lars'] }))
  }
  await writer.close()
  return ids
}

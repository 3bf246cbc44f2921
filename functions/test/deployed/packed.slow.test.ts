import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseEnv, promisify } from 'node:util'
import { initializeApp } from 'firebase-admin/app'
import { getFirestore } from 'firebase-admin/firestore'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { cleanEnv } from '../../../scripts/stack/clean-env.ts'
import { repoRoot } from '../../../scripts/stack/paths.ts'
import * as ours from '../../src/index.ts'
import { startFirestore } from './firestore.ts'
import { googleKeys } from './google-keys.ts'
import { idTokenClaims, tokenWith } from './id-token.ts'
import { type Deployment, deploymentOf } from './manifest.ts'
import { type Served, type ServeOptions, serve } from './serve.ts'
import { builtFunctions, openSite } from './site.ts'

// The uploaded package must install and serve on its own: outside this checkout, from its own lock, without modules
// hoisted here.

const run = promisify(execFile)
const projectId = 'demo-packed'
const dir = mkdtempSync(path.join(tmpdir(), 'packed-functions-'))
let deployment: Deployment

beforeAll(async () => {
  const archive = await pack(await builtFunctions())
  await run('tar', ['-xzf', archive, '-C', dir])
  // Installs as Cloud Build does.
  const npm = ['ci', '--omit=dev', '--no-audit', '--no-fund', '--prefer-offline']
  await run('npm', npm, {
    cwd: dir,
    env: { ...cleanEnv(), NODE_ENV: 'production' },
    shell: process.platform === 'win32',
  })
  deployment = await deploymentOf(dir)
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** Options by which a process lists the files that it loads, and those of `dist/` among them. */
function tellsLoaded(name: string) {
  const list = path.join(dir, `loaded-${name}`)
  return {
    nodeOptions: ['--import', path.join(import.meta.dirname, 'tell-loaded.mjs')],
    env: { LOADED_FILES: list },
    files: () => {
      const prefix = `${pathToFileURL(realpathSync(dir))}/dist/`
      const lines = readFileSync(list, 'utf8').split('\n')
      return lines.filter(line => line.startsWith(prefix)).map(line => line.slice(prefix.length))
    },
  }
}

const sourceMap = z.object({ sources: z.array(z.string()) })

/** The packages with code bundled into these files of `dist/`. */
function packagesIn(files: readonly string[]): string[] {
  const sources = files.flatMap(
    file => sourceMap.parse(JSON.parse(readFileSync(path.join(dir, 'dist', `${file}.map`), 'utf8'))).sources,
  )
  const names = sources.flatMap(source => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? [])
  return [...new Set(names)].toSorted()
}

/** Whether a package is the SDK of a vendor that a post does not call. */
const isVendors = (name: string): boolean => /twilio|sendgrid|algolia|node-fetch/.test(name)

const firebaseJson = z.looseObject({
  functions: z.tuple([z.looseObject({ source: z.literal('functions'), ignore: z.array(z.string()) })]),
})

interface Upload {
  prepareFunctionsUpload(
    projectDir: string,
    sourceDir: string,
    config: { ignore: string[] },
    additionalSources: string[],
    runtimeConfig: undefined,
    options: { exportType: 'tar.gz' },
  ): Promise<{ pathToSource: string }>
}

/** Packs the functions with firebase-tools' own code and the project's ignore list; returns the archive. */
async function pack(functionsDir: string): Promise<string> {
  const config = firebaseJson.parse(readJson('firebase.json')).functions[0]
  const { prepareFunctionsUpload }: Upload = createRequire(import.meta.url)(
    'firebase-tools/lib/deploy/functions/prepareFunctionsUpload.js',
  )
  const options = { exportType: 'tar.gz' } as const
  const upload = await prepareFunctionsUpload(repoRoot, functionsDir, config, [], undefined, options)
  return upload.pathToSource
}

describe('the upload', () => {
  test('holds the built functions, their manifest and their lock', () => {
    for (const file of ['dist/index.mjs', 'package.json', 'package-lock.json']) {
      expect(existsSync(path.join(dir, file)), file).toBe(true)
    }
  })

  test('holds no sources, tests or local secrets', () => {
    for (const file of ['src', 'test', '.secret.local', '.env.local']) {
      expect(existsSync(path.join(dir, file)), file).toBe(false)
    }
  })

  test('pins every package to the version that is tested here', () => {
    const [here, uploaded] = [packagesOf('package-lock.json'), packagesOf('functions/package-lock.json')]
    const versions = Object.entries(uploaded).filter(([at]) => at !== '')
    expect(Object.fromEntries(versions.map(([at, { version }]) => [at, version]))).toEqual(
      Object.fromEntries(versions.map(([at]) => [at, (here[`functions/${at}`] ?? here[at])?.version])),
    )
    expect(uploaded['']?.dependencies, 'run `node scripts/lock-functions.ts`').toEqual(
      lockedPackage.parse(readJson('functions/package.json')).dependencies,
    )
  })
})

const lockedPackage = z.looseObject({
  version: z.string().optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
})

const packagesOf = (file: string) =>
  z.looseObject({ packages: z.record(z.string(), lockedPackage) }).parse(readJson(file)).packages

const readJson = (file: string): unknown => JSON.parse(readFileSync(path.join(repoRoot, file), 'utf8'))

/** A request to each function that is called over HTTPS, and its answer to an unknown caller. */
const strangers: Record<string, { path: string; form?: boolean; status: number; code: string }> = {
  integrations: { path: '/api/integrations/booking/connect', status: 401, code: 'unauthenticated' },
  chat: { path: '/chat/threads/some-thread/messages', status: 401, code: 'unauthenticated' },
  uploads: { path: '/chat/threads/some-thread/files', status: 401, code: 'unauthenticated' },
  webhooks: { path: '/webhooks/twilio/inbound', form: true, status: 403, code: 'forbidden' },
}

describe('the installed package', () => {
  let served: Served | undefined
  afterEach(() => served?.stop())

  const start = async (target: string, more: Partial<ServeOptions> = {}): Promise<Served> => {
    const env = {
      ...parseEnv(readFileSync(path.join(repoRoot, 'functions/.env'), 'utf8')),
      PUBLIC_URL: 'https://example.com',
      TWILIO_AUTH_TOKEN: 'local-only',
      ...more.env,
    }
    served = await serve({ source: dir, target, projectId, ...more, env })
    return served
  }

  test('offers every function of the index', () => {
    expect(deployment.names.toSorted()).toEqual(Object.keys(ours).toSorted())
    expect(deployment.httpFunctions.toSorted()).toEqual(Object.keys(strangers).toSorted())
  })

  test('loads no SDK of a vendor when a function starts', async () => {
    const env = { ...cleanEnv(), GCLOUD_PROJECT: projectId }
    const loading = tellsLoaded('index')
    const args = [...loading.nodeOptions, '-e', "require('.')"]
    await run(process.execPath, args, { cwd: dir, env: { ...env, ...loading.env } })
    expect(loading.files()).toContain('index.mjs')
    const packages = packagesIn(loading.files())
    expect(packages).toContain('firebase-functions')
    expect(packages.filter(isVendors)).toEqual([])
  })

  test.each(Object.entries(strangers))(
    'answers a stranger who calls %s',
    async (name, { path, form = false, status, code }) => {
      const { url } = await start(name)
      const response = await fetch(url + path, {
        method: 'POST',
        headers: {
          'Content-Type': form ? 'application/x-www-form-urlencoded' : 'application/json',
          'X-Twilio-Signature': 'forged',
        },
        body: form ? 'From=%2B4915112345678&Body=Hello' : '{}',
      })
      expect(response.status).toBe(status)
      expect(response.headers.get('content-type')).toContain('application/problem+json')
      expect(await response.json()).toMatchObject({ code, status })
    },
  )

  test.each(['application/json', 'application/cloudevents+json'])(
    'logs nothing of an unreadable body of the type %s, which chat never parses for an unknown caller',
    async type => {
      expect(await unreadable('chat', type)).toBe(401)
    },
  )

  test.each(['application/json', 'text/plain'])(
    'logs nothing of a body of the type %s that handlemessage cannot read',
    async type => {
      expect(await unreadable('handlemessage', type, 'cloudevent')).toBe(400)
    },
  )

  /** Sends an unreadable body; returns the status of the answer. */
  async function unreadable(target: string, type: string, signature?: 'cloudevent'): Promise<number> {
    const options = { ...(signature && { signature }), env: { NODE_ENV: 'production' } }
    const { url, output } = await start(target, options)
    const response = await fetch(`${url}/chat/threads/some-thread/messages`, {
      method: 'POST',
      headers: { 'Content-Type': type },
      body: '{"body":"a secret", "phone":+4915112345678}',
    })
    await vi.waitFor(() => expect(output()).toContain('request refused'))
    expect(output()).not.toMatch(/secret|4915112345678/)
    return response.status
  }

  test('stores a message without loading an SDK of a vendor, and runs due work', async () => {
    const [site, keys] = [openSite(), await googleKeys([])]
    const token = tokenWith({ alg: 'none', typ: 'JWT' }, idTokenClaims(projectId, 'sam'), () =>
      Buffer.alloc(0),
    )
    try {
      const firestoreHost = await startFirestore(site)
      process.env.FIRESTORE_EMULATOR_HOST = firestoreHost
      const db = getFirestore(initializeApp({ projectId }, projectId))
      const thread = db.doc('threads/guest-maria')
      await thread.set({
        source: 'guest',
        participantIds: ['sam'],
        needsAttention: [],
        needsAttentionMap: {},
      })
      // With emulators, nothing is loaded for access tokens of Google.
      const FIREBASE_AUTH_EMULATOR_HOST = keys.env.GCE_METADATA_HOST ?? ''
      const env = { ...keys.env, FIREBASE_AUTH_EMULATOR_HOST, FIRESTORE_EMULATOR_HOST: firestoreHost }
      const loading = tellsLoaded('chat')
      const nodeOptions = [...keys.nodeOptions, ...loading.nodeOptions]
      const post = await start('chat', { nodeOptions, env: { ...env, ...loading.env } })
      const response = await fetch(`${post.url}/chat/threads/guest-maria/messages`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify({ messageId: 'message-1', body: 'Good evening' }),
      })
      expect(response.status).toBe(201)
      expect((await thread.collection('messages').doc('message-1').get()).get('body')).toBe('Good evening')
      expect(packagesIn(loading.files()).filter(isVendors)).toEqual([])

      const clock = await start('workdue', { nodeOptions: keys.nodeOptions, env })
      expect((await fetch(clock.url, { method: 'POST' })).status, clock.output()).toBe(200)
      await db.terminate()
    } finally {
      keys.close()
      await site.close()
    }
  })
})

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { request as send } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { deleteApp, initializeApp } from 'firebase-admin/app'
import { type Firestore, getFirestore } from 'firebase-admin/firestore'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { maxBytesOf } from '../../src/http/limits.ts'
import { type HttpsName, httpsNames, routesOf } from '../../src/http/serve.ts'
import { startFirestore } from './firestore.ts'
import { type GoogleKeys, googleKeys } from './google-keys.ts'
import { idTokenClaims, signedToken, signingKey } from './id-token.ts'
import { type Deployment, deploymentOf } from './manifest.ts'
import { type Served, serve } from './serve.ts'
import { builtCopy, openSite } from './site.ts'

const projectId = 'demo-hostile'
/** Number of hostile requests; ten thousand in `npm run test:all`. */
const count = Number(process.env.HOSTILE ?? 300)
const isMeasured = process.env.HOSTILE !== undefined
const megabyte = 1024 * 1024

const key = signingKey('key-1')
const site = openSite()
const app = initializeApp({ projectId }, projectId)
let db: Firestore
let keys: GoogleKeys
/** Every HTTPS function of the table, by its name. */
let served: Record<string, Served>
let chat: Served
let sizeOf: Deployment['sizeOf']

beforeAll(async () => {
  const [functionsDir, firestoreHost, google] = await Promise.all([
    builtCopy(site),
    startFirestore(site),
    googleKeys([key]),
  ])
  keys = google
  process.env.FIRESTORE_EMULATOR_HOST = firestoreHost
  db = getFirestore(app)
  await db.doc('threads/t').set({ source: 'guest', participantIds: ['sam'], needsAttention: [] })
  const deployment = await deploymentOf(functionsDir)
  sizeOf = deployment.sizeOf
  const optionsOf = (target: string) => ({
    source: functionsDir,
    target,
    projectId,
    // The heap gets half of the memory of the instance.
    nodeOptions: [...keys.nodeOptions, `--max-old-space-size=${sizeOf(target).memory / 2}`],
    env: {
      ...keys.env,
      FIRESTORE_EMULATOR_HOST: firestoreHost,
      PUBLIC_URL: 'https://platform.example',
      CHANNEL_MANAGER_WEBHOOK_SECRET: 'a secret',
      MAX_POSTS_PER_USER_PER_MINUTE: '1000000',
      MAX_POSTS_PER_THREAD_PER_MINUTE: '1000000',
    },
  })
  served = Object.fromEntries(
    await Promise.all(httpsNames.map(async name => [name, await serve(optionsOf(name))] as const)),
  )
  chat = serverOf('chat')
  await post()
})

afterAll(async () => {
  await Promise.all(Object.values(served ?? {}).map(one => one.stop()))
  keys?.close()
  await deleteApp(app)
  await site.close()
})

const serverOf = (name: string): Served => {
  const server = served[name]
  if (!server) throw new Error(`${name} is not served`)
  return server
}

/** The route of a function that takes the longest body, with ids in its path. */
async function largestOf(name: HttpsName) {
  const routes = await routesOf[name]()
  const [route] = routes
    .filter(({ method }) => method !== 'GET')
    .toSorted((a, b) => maxBytesOf(b) - maxBytesOf(a))
  if (!route) throw new Error(`${name} takes no bodies`)
  const { method, path: pattern } = route
  return { method, path: pattern.replaceAll(/:\w+/g, 't'), bytes: Math.max(65_536, maxBytesOf(route)) }
}

const tokenOf = (uid: string, role?: string) => signedToken(key, idTokenClaims(projectId, uid, { role }))
const sam = tokenOf('sam', 'support')
const path = '/chat/threads/t/messages'

/** A normal post; returns how long it took. Milliseconds. */
async function post(at = path): Promise<number> {
  const began = performance.now()
  const response = await fetch(chat.url + at, {
    method: 'POST',
    headers: { Authorization: `Bearer ${sam}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ messageId: randomUUID(), body: 'Good evening' }),
  })
  expect(response.status).toBe(201)
  return performance.now() - began
}

/** Sends so many megabytes, as fast as they are taken; returns the status. */
function flood(megabytes: number, isTold: boolean): Promise<number | undefined> {
  return new Promise(resolve => {
    const outgoing = send(chat.url + path, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${sam}`,
        'Content-Type': 'application/json',
        ...(isTold && { 'Content-Length': megabytes * megabyte }),
      },
    })
    let status: number | undefined
    outgoing.on('response', response => {
      status = response.statusCode
      response.resume()
    })
    outgoing.on('error', () => {}).on('close', () => resolve(status))
    const piece = Buffer.alloc(megabyte, 'x')
    const write = (left: number): void => {
      if (outgoing.destroyed || left === 0) return void outgoing.end()
      outgoing.write(piece, () => write(left - 1))
    }
    write(megabytes)
  })
}

/** The most memory that the function's process ever had. MiB. */
const peak = ({ pid }: Served): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

const isLinux = process.platform === 'linux'

/** CPU time of the function's process so far. Seconds. */
function cpuOf({ pid }: Served): number {
  const [, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user, system] = fields.join('').split(' ').slice(11, 13).map(Number)
  return ((user ?? Number.NaN) + (system ?? Number.NaN)) / 100
}

test.skipIf(!isLinux)('twenty posts a second need no more CPU and memory than chat asks for', async () => {
  const [threads, posts] = [20, isMeasured ? 600 : 60]
  const batch = db.batch()
  for (let number = 0; number < threads; number += 1)
    batch.set(db.doc(`threads/busy-${number}`), {
      source: 'guest',
      participantIds: ['sam'],
      needsAttention: [],
    })
  await batch.commit()
  const before = cpuOf(chat)
  const sent = Array.from({ length: posts }, (_, number) =>
    sleep(number * 50).then(() => post(`/chat/threads/busy-${number % threads}/messages`)),
  )
  const times = await Promise.all(sent)
  const used = ((cpuOf(chat) - before) / posts) * 20
  console.log(
    `twenty posts a second: ${used.toFixed(2)} CPU, ${peak(chat).toFixed(0)} MiB, p99 ${quantile(times, 0.99).toFixed(0)} ms`,
  )
  expect(used).toBeLessThan(sizeOf('chat').cpu)
  expect(peak(chat)).toBeLessThan(sizeOf('chat').memory)
})

test.skipIf(!isLinux)(
  'ten bodies of 32 MiB at once take less than 100 MiB, and posts are still answered',
  async () => {
    const before = peak(chat)
    const floods = [true, false].map(isTold => Array.from({ length: 5 }, () => flood(32, isTold)))
    const times = []
    for (let number = 0; number < 10; number += 1) times.push(await post())
    expect(await Promise.all(floods.flat())).toEqual(Array(10).fill(413))
    console.log(`ten bodies of 32 MiB: ${before.toFixed(0)} MiB before, at most ${peak(chat).toFixed(0)} MiB`)
    expect(peak(chat)).toBeLessThan(sizeOf('chat').memory)
    expect(peak(chat) - before).toBeLessThan(100)
  },
)

/** A body of the most expensive kind to parse, just short enough to be read. */
const worstBody = (bytes: number): string => `[${'{},'.repeat(Math.floor(bytes / 3) - 2)}{}]`

/** Types that the platform parses, each differently. */
const bodyTypes = [
  'application/json',
  'application/cloudevents+json',
  'application/x-www-form-urlencoded',
  'text/plain',
  'image/jpeg',
]

test.skipIf(!isLinux).for(httpsNames.flatMap(name => bodyTypes.map(type => [name, type] as const)))(
  'an instance of %s takes its most bodies of the largest size (%s) from unknown callers within its memory',
  async ([name, type]) => {
    const server = serverOf(name)
    const { concurrency, memory } = sizeOf(name)
    const { method, path: at, bytes } = await largestOf(name)
    const body = type.includes('form') ? 'a&'.repeat(bytes / 2) : worstBody(bytes)
    // Each request has its own connection, since a cut one is not used again.
    const headers = { 'Content-Type': type, Connection: 'close' }
    const post = async () => (await fetch(server.url + at, { method, headers, body })).status
    const statuses = await Promise.all(Array.from({ length: concurrency }, post))
    expect(statuses.filter(status => status !== 401 && status !== 403)).toEqual([])
    console.log(`${name}, ${concurrency} × ${bytes} bytes of ${type}: at most ${peak(server).toFixed(0)} MiB`)
    expect(peak(server)).toBeLessThan(memory)
  },
)

const byMallory =
  (body: string, at = path): (() => RequestInit & { path?: string }) =>
  () => ({ headers: { Authorization: `Bearer ${tokenOf('mallory')}` }, path: at, body })

/** Requests that nobody may make, in every way. */
const hostile: ReturnType<typeof byMallory>[] = [
  () => ({}),
  () => ({ headers: { Authorization: 'Bearer not-a-token' } }),
  byMallory('{"body":'),
  byMallory('{"body":"x","type":"note"}'),
  byMallory('{"body":"x","source":"ota"}'),
  byMallory('{"unknown":1}'),
  byMallory('x'.repeat(70_000)),
  byMallory('{"body":"x"}', '/chat/threads/none/messages'),
  () => ({ path: '/chat/../../etc/passwd' }),
  () => ({ headers: { 'Content-Encoding': 'gzip' }, body: 'x' }),
]

const quantile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN

/** Posts one after another until `until` is over, at least `least` times. */
async function posting(least: number, until: Promise<unknown> = Promise.resolve()): Promise<number[]> {
  let isOver = false
  void until.finally(() => {
    isOver = true
  })
  const times: number[] = []
  while (times.length < least || !isOver) times.push(await post())
  return times
}

/** Four attackers call every function; returns the statuses. */
async function attack(): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  const attacker = async (first: number) => {
    for (let number = first; number < count; number += 4) {
      const name = httpsNames[Math.floor(number / hostile.length) % httpsNames.length] ?? 'chat'
      const { method, path: own } = name === 'chat' ? { method: 'POST', path } : await largestOf(name)
      const { path: other = own, headers, ...init } = hostile[number % hostile.length]?.() ?? {}
      const response = await fetch(serverOf(name).url + other, {
        method,
        headers: { 'Content-Type': 'application/json', ...(headers as Record<string, string>) },
        ...init,
      })
      await response.text()
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      await sleep(5)
    }
  }
  await Promise.all([0, 1, 2, 3].map(attacker))
  return statuses
}

const written = async (): Promise<number> => {
  const collections = [...(await db.listCollections()), db.collection('threads/t/messages')]
  const counts = await Promise.all(collections.map(one => one.count().get()))
  return counts.reduce((sum, one) => sum + one.data().count, 0)
}

test(`${count} hostile requests write next to nothing, and normal posts go on`, async () => {
  const alone = await posting(isMeasured ? 300 : 30)
  const [before, began] = [await written(), Date.now()]
  const attacking = attack()
  const underAttack = await posting(isMeasured ? 300 : 30, attacking)
  const statuses = await attacking
  const minutes = Math.ceil((Date.now() - began) / 60_000) + 1
  // Each normal post writes its message and its audit entry.
  const extra = (await written()) - before - 2 * underAttack.length
  const [p99Alone, p99Beside] = [quantile(alone, 0.99), quantile(underAttack, 0.99)]
  console.log(
    `${count} hostile requests (${[...statuses].map(([status, times]) => `${times} × ${status}`).join(', ')}): ${extra} documents; p99 of a post ${p99Alone.toFixed(0)} ms alone, ${p99Beside.toFixed(0)} ms beside`,
  )
  expect([...statuses.keys()].filter(status => status < 400 || status >= 500)).toEqual([])
  // Each minute adds the counters of posts, and one entry for each kind of refusal.
  expect(extra).toBeLessThanOrEqual(10 * minutes)
  if (isMeasured) expect(p99Beside).toBeLessThanOrEqual(2 * p99Alone)
}, 600_000)

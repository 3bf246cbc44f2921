import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Query, type Firestore as Sdk } from 'firebase-admin/firestore'
import { firestoreWith } from '../../src/adapters/firestore/client.ts'
import type { Store } from '../../src/adapters/firestore/slim/store.ts'
import { type ContextOptions, createContext } from '../../src/composition.ts'
import type { Settings } from '../../src/config.ts'
import {
  createdFunctions,
  createdNames,
  httpsFunctions,
  httpsNames,
  writtenFunctions,
  writtenNames,
} from '../../src/functions.ts'
import { endpoint } from '../../src/http/endpoint.ts'
import type { HttpRequest } from '../../src/http/handler.ts'
import type { Actor } from '../../src/lib/actor.ts'
import type { Context } from '../../src/lib/context.ts'
import { namesOf, recordOf } from '../../src/lib/record-of.ts'
import { chargeOf } from './counted-reads.ts'
import { countedStore } from './counted-store.ts'
import { listen } from './listen.ts'
import type { SandboxAt, Vendor } from './sandbox.ts'

/** What an act takes: functions that ran, documents, and calls of each vendor by `METHOD path`, a send with its channel. */
export interface Bill {
  invocations: number
  reads: number
  writes: number
  deletes: number
  calls: Readonly<Record<Vendor, string[]>>
}

const noCalls: Bill['calls'] = {
  'channel-manager': [],
  twilio: [],
  sendgrid: [],
  algolia: [],
  'guest-platform': [],
  storage: [],
}
const vendorNames = namesOf(noCalls)

interface PlatformOptions extends Omit<ContextOptions, 'settings' | 'firestore'> {
  db: Sdk
  sandbox: SandboxAt
  /** Given the address that vendors call. */
  settings(publicUrl: string): Settings
}

/** Settings for a platform that vendors call at this address. */
export const calledAt = (settings: Settings, publicUrl: string): Settings => ({
  ...settings,
  publicUrl: () => publicUrl,
  twilioConfig: () => ({ ...settings.twilioConfig(), publicUrl }),
  channelManagerWebhook: () => ({
    ...settings.channelManagerWebhook(),
    url: `${publicUrl}/webhooks/channel-manager`,
  }),
})

type Counted = Record<'invocations' | 'reads' | 'writes' | 'deletes', number>

/** Every platform of this process counts the SDK's queries: they are run through its classes. */
const running = new Set<Counted>()

/**
 * The deployed functions in one process, woken as the platform wakes them: by requests and by the documents that they
 * write. What they use is counted where it passes: invocations here, documents at the Firestore client, calls at the
 * doors of the vendors' stand-ins. Callers prove themselves by `tokenOf`.
 */
export async function startPlatform({ db, sandbox, settings, ...options }: PlatformOptions) {
  const counted: Counted = { invocations: 0, reads: 0, writes: 0, deletes: 0 }
  countQueries(db)
  running.add(counted)
  const underWay = new Set<Promise<unknown>>()
  const wake = (run: () => Promise<unknown>): void => {
    counted.invocations += 1
    const done = run().finally(() => underWay.delete(done))
    underWay.add(done)
  }
  let context: Context | undefined
  const ready = () => {
    if (!context) throw new Error('the platform is not up')
    return context
  }

  const watchedStore = (store: Store): Store => ({
    ...countedStore(store, counted),
    async commit(writes) {
      const watched = writes.filter(({ path }) => triggersOf(path).length > 0)
      const before = new Map(
        await Promise.all(watched.map(async ({ path }) => [path, await db.doc(path).get()] as const)),
      )
      const times = await store.commit(writes)
      for (const { kind } of writes) counted[kind === 'delete' ? 'deletes' : 'writes'] += 1
      for (const { path } of watched) {
        const [was, is] = [before.get(path), await db.doc(path).get()]
        for (const { created, written, ids } of triggersOf(path)) {
          const told = { fields: is.data() ?? {}, updateTime: is.updateTime ?? is.readTime }
          if (created && !was?.exists && is.exists) wake(() => created.run(ready(), ids, told))
          if (written) wake(() => written.run(ready(), ids, is.exists ? told : undefined))
        }
      }
      return times
    },
  })

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const body = await text(request)
    const type = request.headers['content-type'] ?? ''
    const asked: HttpRequest = Object.assign(request, {
      ...{ method: request.method ?? 'GET', path: url.pathname, originalUrl: request.url ?? '/' },
      query: Object.fromEntries(url.searchParams),
      body: type.includes('json')
        ? JSON.parse(body)
        : type.includes('form')
          ? Object.fromEntries(new URLSearchParams(body))
          : undefined,
      rawBody: Buffer.from(body),
      get: (name: string) => {
        const value = request.headers[name.toLowerCase()]
        return Array.isArray(value) ? value[0] : value
      },
    })
    const name = httpsNames.find(one =>
      httpsFunctions[one].routes.some(({ path }) => path.split('/')[1] === url.pathname.split('/')[1]),
    )
    if (!name) return void response.writeHead(404).end()
    wake(() => endpoint(httpsFunctions[name].routes, ready())(asked, response))
  })
  const url = `http://127.0.0.1:${await listen(server)}`
  const contextAt = (publicUrl: string) =>
    createContext({
      ...options,
      settings: settings(publicUrl),
      firestore: firestoreWith(db, watchedStore),
    })
  context = {
    ...contextAt(url),
    signIn: { prove: async token => JSON.parse(Buffer.from(token, 'base64url').toString()) },
  }

  const known = recordOf(vendorNames, () => 0)
  /** Those since it was last asked. */
  const callsOf = async (vendor: Vendor) => {
    const made = await sandbox.requests(vendor, known[vendor])
    known[vendor] = made.at(-1)?.number ?? known[vendor]
    return made.map(({ method, path, body }) => `${method} ${path}${channelOf(body?.To)}`)
  }
  const settled = async (): Promise<void> => {
    while (underWay.size > 0) await Promise.all(underWay)
  }

  return {
    url,
    context,
    /** A request as a browser makes it. */
    async call(actor: Actor, method: string, path: string, body?: object): Promise<unknown> {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${tokenOf(actor)}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      const said = await answer.text()
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${said}`)
      return said === '' ? undefined : JSON.parse(said)
    },
    settled,
    /** What somebody outside looks up is no part of a bill. */
    async aside<Found>(look: () => Promise<Found>): Promise<Found> {
      await settled()
      const { reads } = counted
      const found = await look()
      counted.reads = reads
      return found
    },
    /** What an act takes, with everything that it wakes. */
    async billOf(act: () => Promise<unknown>): Promise<Bill> {
      await Promise.all(vendorNames.map(callsOf))
      const before = { ...counted }
      await act()
      await settled()
      const calls = { ...noCalls }
      for (const vendor of vendorNames) calls[vendor] = await callsOf(vendor)
      return {
        invocations: counted.invocations - before.invocations,
        reads: counted.reads - before.reads,
        writes: counted.writes - before.writes,
        deletes: counted.deletes - before.deletes,
        calls,
      }
    },
    close() {
      running.delete(counted)
      server.close()
      server.closeAllConnections()
    },
  }
}

export type Platform = Awaited<ReturnType<typeof startPlatform>>

const channelOf = (to: unknown): string =>
  typeof to === 'string' ? ` to ${to.startsWith('whatsapp:') ? 'chatapp' : 'SMS'}` : ''

const tokenOf = (actor: Actor): string => Buffer.from(JSON.stringify(actor)).toString('base64url')

/** The functions that a write of this document wakes. */
function triggersOf(path: string) {
  const rows = [
    ...createdNames.map(name => ({ created: createdFunctions[name], written: undefined })),
    ...writtenNames.map(name => ({ created: undefined, written: writtenFunctions[name] })),
  ]
  return rows.flatMap(({ created, written }) => {
    const ids = idsIn(path, (created ?? written)?.document ?? '')
    return ids ? [{ created, written, ids }] : []
  })
}

function idsIn(path: string, pattern: string): Record<string, string> | undefined {
  const [parts, wanted] = [path.split('/'), pattern.split('/')]
  if (parts.length !== wanted.length) return undefined
  const ids: Record<string, string> = {}
  for (const [at, part] of wanted.entries()) {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? []
    if (name !== undefined) ids[name] = parts[at] ?? ''
    else if (part !== parts[at]) return undefined
  }
  return ids
}

let isCounting = false

/** What a query of any kind is charged, which `chargeOf` knows. */
function countQueries(db: Sdk): void {
  if (isCounting) return
  isCounting = true
  for (const prototype of [Query.prototype, Object.getPrototypeOf(db.collection('any').count())]) {
    const real: unknown = Reflect.get(prototype, 'get')
    if (typeof real !== 'function') throw new Error('Firestore has no get')
    Reflect.set(prototype, 'get', async function (this: unknown) {
      const found: unknown = await Reflect.apply(real, this, [])
      for (const counted of running) counted.reads += chargeOf(found)
      return found
    })
  }
}

import { createServer } from 'node:http'
import { parse } from 'node:querystring'
import { buffer } from 'node:stream/consumers'
import type { Firestore as Sdk } from 'firebase-admin/firestore'
import { eventDocument } from '../../src/adapters/firestore/sdk.ts'
import type { Settings } from '../../src/config.ts'
import { type ContextOptions, createContext } from '../../src/context.ts'
import { endpoint } from '../../src/http/endpoint.ts'
import type { HttpRequest } from '../../src/http/request.ts'
import { type HttpsName, httpsNames, routesOf } from '../../src/http/serve.ts'
import type * as functions from '../../src/index.ts'
import type { Actor } from '../../src/lib/actor.ts'
import type { Context } from '../../src/lib/context.ts'
import {
  keepOfChannel,
  keepOfItem,
  keepOfProperty,
  keepOfRequest,
} from '../../src/lib/portfolio/keep-on-change.ts'
import type { EventDocument } from '../../src/lib/ports.ts'
import { namesOf, recordOf } from '../../src/lib/record-of.ts'
import type { ScheduleName } from '../../src/lib/schedules.ts'
import { onEmailCreated, onMessageCreated, syncThreadById } from '../../src/triggers/documents.ts'
import { countedReads } from './counted-reads.ts'
import { endpoints } from './deployed.ts'
import { onWrite } from './firestore.ts'
import { listen } from './listen.ts'
import type { SandboxAt, Vendor } from './sandbox.ts'

/** An act's use: functions that ran, documents, and calls of each vendor by `METHOD path`, a send with its channel. */
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
  /** Documents in memory. */
  db: Sdk
  sandbox: SandboxAt
  /** The settings, given the address that vendors call. */
  settings(publicUrl: string): Settings
  /** Whether callers prove themselves by an ID token; else by `tokenOf`. */
  isSignedIn?: boolean
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

/**
 * The deployed functions in one process, woken as the platform wakes them: by requests and by the documents that they
 * write. Their use is counted where it passes: invocations here, documents at the Firestore client, calls at the
 * doors of the vendors' stand-ins. Callers prove themselves by `tokenOf`.
 */
export async function startPlatform({
  db,
  sandbox,
  settings,
  isSignedIn = false,
  ...options
}: PlatformOptions) {
  const counted = { invocations: 0, reads: 0, writes: 0, deletes: 0 }
  const documents = countedReads(db, counted)
  const underWay = new Set<Promise<unknown>>()
  const wake = (run: () => Promise<unknown>): void => {
    counted.invocations += 1
    const failed = (error: unknown) => ready().log.error('a function failed', { error })
    const done = run()
      .catch(failed)
      .finally(() => underWay.delete(done))
    underWay.add(done)
  }
  let context: Context | undefined
  const ready = () => {
    if (!context) throw new Error('the platform is not up')
    return context
  }

  const ignoreWrites = onWrite(db, ({ path, isNew }) => {
    for (const { run, isOfNew, ids } of triggersOf(path))
      if (isNew || !isOfNew) wake(async () => run(ready(), ids, eventDocument(await db.doc(path).get())))
  })

  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost')
    const rawBody = await buffer(request)
    const received: HttpRequest = Object.assign(request, {
      method: request.method ?? 'GET',
      path: pathname,
      originalUrl: request.url ?? '/',
      query: queryIn(search),
      body: undefined,
      ...(rawBody.length > 0 && { rawBody }),
      get: (name: string) => {
        const value = request.headers[name.toLowerCase()]
        return Array.isArray(value) ? value[0] : value
      },
    })
    const name = await functionAt(pathname)
    if (!name) return void response.writeHead(404).end()
    wake(() => endpoint(routesOf[name], ready())(received, response))
  })
  const url = `http://127.0.0.1:${await listen(server)}`
  const contextAt = (publicUrl: string) =>
    createContext({
      ...options,
      settings: settings(publicUrl),
      firestore: {
        ...documents.firestore,
        commit(writes) {
          for (const { kind } of writes) counted[kind === 'delete' ? 'deletes' : 'writes'] += 1
          return documents.firestore.commit(writes)
        },
      },
    })
  context = {
    ...contextAt(url),
    ...(!isSignedIn && { signIn: { prove: async (token: string) => actorOf(token) } }),
  }

  const lastNumbers = recordOf(vendorNames, () => 0)
  /** Calls of a vendor since the last such question. */
  const callsOf = async (vendor: Vendor) => {
    const made = await sandbox.requests(vendor, lastNumbers[vendor])
    lastNumbers[vendor] = made.at(-1)?.number ?? lastNumbers[vendor]
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
      const text = await answer.text()
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
      return text === '' ? undefined : JSON.parse(text)
    },
    settled,
    /** Keeps reads and writes of `look` out of the bill. */
    async aside<Result>(look: () => Promise<Result>): Promise<Result> {
      await settled()
      const before = { ...counted }
      const found = await look()
      await settled()
      Object.assign(counted, before)
      return found
    },
    /** The bill of an act, with everything that it wakes. */
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
      ignoreWrites()
      server.close()
      server.closeAllConnections()
    },
  }
}

export type Platform = Awaited<ReturnType<typeof startPlatform>>

const channelOf = (to: unknown): string =>
  typeof to === 'string' ? ` to ${to.startsWith('whatsapp:') ? 'chatapp' : 'SMS'}` : ''

const tokenOf = (actor: Actor): string => Buffer.from(JSON.stringify(actor)).toString('base64url')
const actorOf = (token: string): Actor => JSON.parse(Buffer.from(token, 'base64url').toString())

/** The query as the platform parses it: a name that comes twice has a list, `a[b]` a map. */
const queryIn = (search: string): object =>
  Object.fromEntries(
    Object.entries(parse(search.slice(1))).map(([name, value]) => {
      const [, map, key] = /^(.+)\[(.*)\]$/.exec(name) ?? []
      return map === undefined ? [name, value] : [map, { [key ?? '']: value }]
    }),
  )

/** The function whose routes have that path, else one whose routes begin with the same segment. */
async function functionAt(pathname: string): Promise<HttpsName | undefined> {
  const all = await Promise.all(httpsNames.map(async name => ({ name, routes: await routesOf[name]() })))
  const having = (isOf: (pattern: string) => boolean) =>
    all.find(({ routes }) => routes.some(({ path }) => isOf(path)))?.name
  const isBeside = (pattern: string) => pattern.split('/')[1] === pathname.split('/')[1]
  const colons = (pattern: string) => pattern.replaceAll(/:(\w+)/g, '{$1}')
  return having(pattern => idsIn(pathname, colons(pattern)) !== undefined) ?? having(isBeside)
}

type Ids = Record<string, string>

/** The work of each function of a document, for a context of this process. */
const runs: Record<
  Exclude<keyof typeof functions, HttpsName | ScheduleName>,
  (context: Context, ids: Ids, document: EventDocument | undefined) => Promise<unknown>
> = {
  handlemessage: (context, { threadId = '', messageId = '' }, created) =>
    onMessageCreated(context, { threadId, messageId }, created),
  sendemail: (context, { emailId = '' }) => onEmailCreated(context, emailId),
  syncthread: (context, { threadId = '' }) => syncThreadById(context, threadId),
  keepproperty: (context, { propertyId = '' }, written) => keepOfProperty(context, propertyId, written),
  keepchannel: (context, { channelId = '' }, written) => keepOfChannel(context, channelId, written),
  keeprequest: (context, { requestId = '' }, written) => keepOfRequest(context, requestId, written),
  keepitem: (context, _, written) => keepOfItem(context, written),
}

/** The functions that a write of this document wakes. */
const triggersOf = (path: string) =>
  namesOf(runs).flatMap(name => {
    const trigger = endpoints.get(name)?.eventTrigger
    const ids = idsIn(path, trigger?.eventFilterPathPatterns.document ?? '')
    return ids ? [{ run: runs[name], ids, isOfNew: trigger?.eventType.endsWith('created') }] : []
  })

function idsIn(path: string, pattern: string): Ids | undefined {
  const [parts, patternParts] = [path.split('/'), pattern.split('/')]
  if (parts.length !== patternParts.length) return undefined
  const ids: Ids = {}
  for (const [at, part] of patternParts.entries()) {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? []
    if (name !== undefined) ids[name] = parts[at] ?? ''
    else if (part !== parts[at]) return undefined
  }
  return ids
}

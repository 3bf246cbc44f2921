import { randomUUID } from 'node:crypto'
import type { Firestore } from 'firebase-admin/firestore'
import { firestoreWith } from '../functions/src/adapters/firestore/sdk.ts'
import { createContext } from '../functions/src/context.ts'
import type { Actor } from '../functions/src/lib/actor.ts'
import { createMessage } from '../functions/src/lib/chat/posting/create-message.ts'
import { onMessageCreated } from '../functions/src/triggers/documents.ts'
import { memoryLog } from '../functions/test/support/memory-log.ts'
import { sandboxAt } from '../functions/test/support/sandbox.ts'
import { limits, sandboxSettings } from '../functions/test/support/test-context.ts'
import { sandboxCredentials } from '../sandbox/src/index.ts'
import { openBenchSystem } from './bench-system.ts'
import { type Home, newHomes } from './homes.ts'
import { compare, quantile, type Report } from './result.ts'

const warmUp = 50
const blocks = 20
const sendsPerBlock = 15

const staff: Actor = {
  uid: 'sam',
  role: 'support',
  origin: { ipAddress: '127.0.0.1', userAgent: 'bench' },
}

const ends = ['provider', 'index'] as const
type End = (typeof ends)[number]

/** Calls `reached` at each end. */
type Send = (home: Home, body: string, reached: (end: End) => void) => Promise<void>

/**
 * Time from the post until the provider's acceptance of the message is stored, and until the index has the thread,
 * without the platform's time for events of documents. Compared with the same reads, commits and requests without
 * limits, checks, lanes or caps.
 */
export async function benchSend(): Promise<Report> {
  await using system = await openBenchSystem()
  await using running = await system.sandbox()
  const provider = sandboxAt(running.url)
  const contestants = { project: projectSend(system.db, running.url), bare: bareSend(system.db, running.url) }
  const empty = () => ({ provider: [] as number[], index: [] as number[] })
  const samples = { project: empty(), bare: empty() }
  for (let block = -1; block < blocks; block += 1) {
    const isWarmUp = block < 0
    for (const name of ['project', 'bare'] as const) {
      // The emulator answers a sum by reading every message; the platform has an index.
      await system.db.recursiveDelete(system.db.collection('threads'))
      const homes = await newHomes(system.db, isWarmUp ? warmUp : sendsPerBlock)
      for (const home of homes) {
        const began = performance.now()
        await contestants[name](home, `Your room is ready, the key is in the box. ${randomUUID()}`, end => {
          if (!isWarmUp) samples[name][end].push(performance.now() - began)
        })
      }
    }
  }
  const { messages } = await provider.state('twilio')
  const posted = 2 * (warmUp + blocks * sendsPerBlock)
  if (messages.length !== posted) throw new Error(`The provider has ${messages.length} of ${posted}.`)
  const row = (end: End, share: number, goal: number | null) =>
    compare(
      `post to ${end} p${share * 100}`,
      ...([quantile(samples.project[end], share), quantile(samples.bare[end], share), goal] as const),
    )
  return {
    title: 'send: from a post until the provider and the index have it',
    method: `n = ${blocks * sendsPerBlock} chatapp messages each, after ${warmUp} to warm up, in ${blocks} alternating blocks; in one process, the vendors beside it`,
    results: ends.flatMap(end => [row(end, 0.5, end === 'provider' ? 1.5 : null), row(end, 0.99, null)]),
  }
}

const endOf: Record<string, End> = { 'send accepted': 'provider', 'thread synced': 'index' }

function projectSend(db: Firestore, sandboxUrl: string): Send {
  const settings = {
    ...sandboxSettings({ sandboxUrl }),
    chatLimits: () => ({ ...limits, userPostsPerMinute: 1_000_000 }),
  }
  // The time of the last commit, which the platform's event would have.
  let updateTime = { seconds: 0, nanoseconds: 0 }
  const firestore = firestoreWith(db, store => ({
    ...store,
    async commit(writes) {
      const times = await store.commit(writes)
      updateTime = times.at(-1) ?? updateTime
      return times
    },
  }))
  let tell: (end: End) => void = () => {}
  const log = {
    ...memoryLog([]),
    info(event: string) {
      const end = endOf[event]
      if (end) tell(end)
    },
  }
  const context = createContext({ settings, firestore, log })
  return async ({ threadId, guestId }, body, reached) => {
    tell = reached
    const { message } = await createMessage(context, staff, {
      threadId,
      body,
      source: 'platform',
      contentType: 'text',
      type: 'chatapp-message',
    })
    await onMessageCreated(
      context,
      { threadId, messageId: message.messageId },
      { fields: { ...message, delivery: { ...message.delivery, guestId } }, updateTime },
    )
  }
}

const sender = sandboxCredentials.chatappSender

function bareSend(db: Firestore, sandboxUrl: string): Send {
  const { twilioAccountSid: account, twilioAuthToken } = sandboxCredentials
  const address = `${sandboxUrl}/twilio/2010-04-01/Accounts/${account}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${account}:${twilioAuthToken}`).toString('base64')}`
  const bringToIndex = bareSync(sandboxUrl)
  return async ({ threadId, reservationId, guestId, phone }, body, reached) => {
    const message = db.doc(`threads/${threadId}/messages/${randomUUID()}`)
    const thread = await db.doc(`threads/${threadId}`).get()
    const post = db.batch()
    const stored = {
      messageId: message.id,
      threadId,
      body,
      authorId: 'sam',
      type: 'chatapp-message',
      createdAt: new Date(),
      source: 'platform',
      contentType: 'text',
      delivery: { status: 'pending', reservationId, attempts: 0, dueAt: new Date() },
    }
    post.create(message, stored)
    post.update(thread.ref, { lastMessage: stored, updatedAt: stored.createdAt, needsAttention: ['maria'] })
    post.create(db.doc(`auditLog/${randomUUID()}`), {
      action: 'message.create',
      actorId: 'sam',
      targetType: 'message',
      targetId: message.id,
      outcome: 'success',
      at: stored.createdAt,
      ipAddress: '127.0.0.1',
      userAgent: 'bench',
    })
    await post.commit()
    await db.getAll(message, thread.ref, db.doc(`reservations/${reservationId}`))
    const isIndexed = bringToIndex(threadId, { lastMessage: { body } }).then(() => reached('index'))
    await db.getAll(db.doc(`guests/${guestId}`))
    await message.update({ delivery: { ...stored.delivery, status: 'sending', leaseUntil: new Date() } })
    const response = await fetch(address, {
      method: 'POST',
      headers: { authorization },
      body: new URLSearchParams({ From: sender, To: `whatsapp:${phone}`, Body: body }),
    })
    if (response.status !== 201) throw new Error(`The provider answered ${response.status}.`)
    await message.update({ delivery: { status: 'sent', reservationId, attempts: 1 } })
    reached('provider')
    await isIndexed
  }
}

function bareSync(sandboxUrl: string) {
  const { algoliaAppId, algoliaApiKey } = sandboxCredentials
  const headers = {
    'x-algolia-application-id': algoliaAppId,
    'x-algolia-api-key': algoliaApiKey,
    'content-type': 'application/json',
  }
  return async (threadId: string, record: object) => {
    const url = `${sandboxUrl}/algolia/1/indexes/threads/${threadId}/partial`
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(record) })
    if (response.status !== 200) throw new Error(`The index answered ${response.status}.`)
  }
}

import { randomUUID } from 'node:crypto'
import type { Firestore } from 'firebase-admin/firestore'
import { firestoreWith } from '../functions/src/adapters/firestore/client.ts'
import { createContext } from '../functions/src/composition.ts'
import type { Actor } from '../functions/src/lib/actor.ts'
import { createMessage } from '../functions/src/lib/chat/posting/create-message.ts'
import { onMessageCreated } from '../functions/src/triggers/documents.ts'
import { memoryLog } from '../functions/test/support/memory-log.ts'
import { sandboxAt } from '../functions/test/support/sandbox.ts'
import { limits, sandboxSettings } from '../functions/test/support/test-context.ts'
import { sandboxCredentials } from '../sandbox/src/index.ts'
import { type Home, newHomes } from './homes.ts'
import { compare, quantile, type Report } from './result.ts'
import { openYard } from './yard.ts'

const warmUp = 50
const blocks = 20
const sendsPerBlock = 15

const staff: Actor = {
  uid: 'sam',
  role: 'support',
  origin: { ipAddress: '127.0.0.1', userAgent: 'bench' },
}

type Send = (home: Home, body: string) => Promise<void>

/**
 * From the post until the provider has accepted the message and that is recorded, without the time in which the platform
 * tells of a document; beside the same reads, commits and request without limits, checks, lanes or caps.
 */
export async function benchSend(): Promise<Report> {
  await using yard = await openYard()
  await using running = await yard.sandbox()
  const provider = sandboxAt(running.url)
  const contestants = { project: projectSend(yard.db, running.url), bare: bareSend(yard.db, running.url) }
  const samples = { project: [] as number[], bare: [] as number[] }
  for (let block = -1; block < blocks; block += 1) {
    const isWarmUp = block < 0
    for (const name of ['project', 'bare'] as const) {
      const homes = await newHomes(yard.db, isWarmUp ? warmUp : sendsPerBlock)
      for (const home of homes) {
        const began = performance.now()
        await contestants[name](home, `Your room is ready, the key is in the box. ${randomUUID()}`)
        if (!isWarmUp) samples[name].push(performance.now() - began)
      }
    }
  }
  const { messages } = await provider.state('twilio')
  const posted = 2 * (warmUp + blocks * sendsPerBlock)
  if (messages.length !== posted) throw new Error(`The provider has ${messages.length} of ${posted}.`)
  const row = (name: string, share: number, goal: number | null) =>
    compare(name, quantile(samples.project, share), quantile(samples.bare, share), goal)
  return {
    title: 'send: from a post until the provider has it',
    method: `n = ${blocks * sendsPerBlock} chatapp messages each, after ${warmUp} to warm up, in ${blocks} alternating blocks; in one process, the provider beside it`,
    results: [row('post to provider p50', 0.5, 1.5), row('post to provider p99', 0.99, null)],
  }
}

function projectSend(db: Firestore, sandboxUrl: string): Send {
  const settings = {
    ...sandboxSettings({ sandboxUrl }),
    chatLimits: () => ({ ...limits, userPostsPerMinute: 1_000_000 }),
  }
  // When the last commit was made, which the platform tells with the event.
  let updateTime = { seconds: 0, nanoseconds: 0 }
  const firestore = firestoreWith(db, store => ({
    ...store,
    async commit(writes) {
      const times = await store.commit(writes)
      updateTime = times.at(-1) ?? updateTime
      return times
    },
  }))
  const context = createContext({ settings, firestore, log: memoryLog([]) })
  return async ({ threadId }, body) => {
    const { message } = await createMessage(context, staff, {
      ...{ threadId, body, source: 'platform', contentType: 'text', type: 'chatapp-message' },
    })
    await onMessageCreated(
      context,
      { threadId, messageId: message.messageId },
      { fields: message, updateTime },
    )
  }
}

const sender = sandboxCredentials.chatappSender

function bareSend(db: Firestore, sandboxUrl: string): Send {
  const { twilioAccountSid: account, twilioAuthToken } = sandboxCredentials
  const address = `${sandboxUrl}/twilio/2010-04-01/Accounts/${account}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${account}:${twilioAuthToken}`).toString('base64')}`
  return async ({ threadId, reservationId, guestId, phone }, body) => {
    const message = db.doc(`threads/${threadId}/messages/${randomUUID()}`)
    const thread = await db.doc(`threads/${threadId}`).get()
    const post = db.batch()
    const stored = {
      ...{ messageId: message.id, threadId, body, authorId: 'sam', type: 'chatapp-message' },
      ...{ createdAt: new Date(), source: 'platform', contentType: 'text' },
      delivery: { status: 'pending', reservationId, attempts: 0, dueAt: new Date() },
    }
    post.create(message, stored)
    post.update(thread.ref, { lastMessage: stored, updatedAt: stored.createdAt, needsAttention: ['maria'] })
    post.create(db.doc(`auditLog/${randomUUID()}`), {
      ...{ action: 'message.create', actorId: 'sam', targetType: 'message', targetId: message.id },
      ...{ outcome: 'success', at: stored.createdAt, ipAddress: '127.0.0.1', userAgent: 'bench' },
    })
    await post.commit()
    await db.getAll(message, thread.ref, db.doc(`reservations/${reservationId}`))
    await db.getAll(db.doc(`guests/${guestId}`))
    await message.update({ delivery: { ...stored.delivery, status: 'sending', leaseUntil: new Date() } })
    const response = await fetch(address, {
      method: 'POST',
      headers: { authorization },
      body: new URLSearchParams({ From: sender, To: `whatsapp:${phone}`, Body: body }),
    })
    if (response.status !== 201) throw new Error(`The provider answered ${response.status}.`)
    await message.update({ delivery: { status: 'sent', reservationId, attempts: 1 } })
  }
}

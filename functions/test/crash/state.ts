import { plain } from '../../src/adapters/firestore/sdk.ts'
import { threadRecord } from '../../src/lib/chat/search/thread-record.ts'
import { storedThread } from '../../src/lib/chat/thread.ts'
import { asJson, sandbox } from '../support/chat.ts'
import { db } from '../support/stack.ts'
import type { World } from './rounds.ts'

// biome-ignore lint/suspicious/noExplicitAny: documents are looked at as they are stored
export type Json = any

/** Everything that the rounds left behind, here and at the vendors. */
export type State = Awaited<ReturnType<typeof readState>>
export type ThreadState = State['threads'][number]

export async function readState({ threads }: World) {
  const [twilio, mirror, algolia, audit] = await Promise.all([
    sandbox().state('twilio'),
    sandbox().state('guest-platform'),
    sandbox().state('algolia'),
    db().collection('auditLog').where('action', '==', 'message.create').get(),
  ])
  const outbound: Json[] = twilio.messages.filter(({ direction }: Json) => direction === 'outbound-api')
  return {
    /** Messages that the provider has accepted. */
    accepted: outbound,
    audit: audit.docs.map(document => asJson(document.data())) as Json[],
    threads: await Promise.all(
      threads.map(async threadId => ({
        ...(await readThread(threadId, outbound)),
        mirrored: mirror.messages.filter((one: Json) => one.threadId === threadId) as Json[],
        record: algolia.records.find((one: Json) => one.objectID === threadId) as Json,
      })),
    ),
  }
}

async function readThread(threadId: string, outbound: Json[]) {
  const reference = db().doc(`threads/${threadId}`)
  // One snapshot, or a write in between would look like a disagreement.
  const [thread, messages] = await db().runTransaction(
    transaction =>
      Promise.all([
        transaction.get(reference),
        transaction.get(reference.collection('messages').orderBy('createdAt')),
      ]),
    { readOnly: true },
  )
  const projection = threadRecord(threadId, storedThread.parse(plain(thread.data() ?? {})))
  return {
    threadId,
    thread: asJson(thread.data()),
    projection: JSON.parse(JSON.stringify(projection)) as Json,
    messages: messages.docs.map(document => {
      const message = asJson(document.data())
      return { ...message, id: document.id, accepted: sendsOf(message.messageId, outbound) }
    }) as Json[],
  }
}

/** The sends of a message that the provider accepted, by the address it was given for their statuses. */
const sendsOf = (messageId: string, outbound: Json[]): Json[] =>
  outbound.filter(
    ({ status_callback: callback }) => new URL(callback).searchParams.get('message') === messageId,
  )

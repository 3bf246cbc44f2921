import { isDeepStrictEqual } from 'node:util'
import { plain } from '../../src/adapters/firestore/sdk.ts'
import { threadRecord } from '../../src/lib/chat/search/thread-record.ts'
import { storedThread } from '../../src/lib/chat/thread.ts'
import { asJson } from '../support/chat.ts'
import type { World } from './world.ts'

// biome-ignore lint/suspicious/noExplicitAny: documents are looked at as they are stored
export type Json = any

export const json = ({ docs }: FirebaseFirestore.QuerySnapshot): Json[] =>
  docs.map(document => ({ id: document.id, ...asJson(document.data()) }))

/** Everything that is stored, and what the vendors have. */
export type State = Awaited<ReturnType<typeof readWorld>>
export type Check = (holds: boolean, what: string) => void

/** Checks that did not hold. */
export function checks() {
  const found: string[] = []
  const check: Check = (holds, what) => void (holds || found.push(what))
  return { found, check }
}

export async function readWorld({ db, sandbox, threadId }: World) {
  const all = async (query: FirebaseFirestore.Query) => json(await query.get())
  const [thread, messages, audit, emails, triage, inbound, items, spent, ledger] = await Promise.all([
    db.doc(`threads/${threadId}`).get(),
    all(db.collection(`threads/${threadId}/messages`).orderBy('createdAt')),
    all(db.collection('auditLog')),
    all(db.collection('emails')),
    all(db.collection('triage')),
    all(db.collection('inboundMessages')),
    all(db.collection('items')),
    all(db.collection('spendCounters')),
    all(db.collection('ledger').where('threadId', '==', threadId)),
  ])
  const [twilio, mirror, algolia, mails] = await Promise.all([
    sandbox.state('twilio'),
    sandbox.state('guest-platform'),
    sandbox.state('algolia'),
    sandbox.state('sendgrid'),
  ])
  return {
    messages,
    audit,
    emails,
    triage,
    inbound,
    items,
    spent,
    ledger,
    thread: asJson(thread.data()),
    accepted: (twilio.messages as Json[]).filter(one => identityOf(one).thread === threadId),
    mirrored: mirror.messages.filter((one: Json) => one.threadId === threadId) as Json[],
    record: algolia.records.find((one: Json) => one.objectID === threadId) as Json,
    mails: mails.mails as Json[],
  }
}

/** The successful entries of an action. */
export const entriesOf = ({ audit }: State, action: string): Json[] =>
  audit.filter(entry => entry.action === action && entry.outcome === 'success')

/** The message of a send, from the address for the send's status. */
export const identityOf = (sent: Json): Record<string, string> =>
  Object.fromEntries(new URL(sent.status_callback ?? 'https://none.example').searchParams)

/** Statuses of sends that are still to be made. */
export const open = new Set(['pending', 'sending'])

/** Whether the index has the record of the thread as it is now. */
export async function isRecordRight({ db, sandbox, threadId }: World): Promise<boolean> {
  const [thread, { records }] = await Promise.all([
    db.doc(`threads/${threadId}`).get(),
    sandbox.state('algolia'),
  ])
  const expected = threadRecord(threadId, storedThread.parse(plain(thread.data())))
  const record = records.find(({ objectID }: { objectID: string }) => objectID === threadId)
  return isDeepStrictEqual(record, JSON.parse(JSON.stringify(expected)))
}

import { isDeepStrictEqual } from 'node:util'
import { storedThread } from '../../src/lib/chat/thread.ts'
import { asJson } from '../support/chat.ts'
import type { SandboxAt } from '../support/sandbox.ts'
import { secrets, type World } from './world.ts'

// biome-ignore lint/suspicious/noExplicitAny: documents are looked at as they are stored
type Json = any

/** What the world was promised: it must hold once nothing moves any more. */
export interface Promised {
  /** Ids of the messages that were acknowledged, with their texts. */
  posted: { messageId: string; body: string; audited: boolean }[]
  /** Provider ids of the messages that guests sent. */
  received: string[]
  /** Ids of e-mails put into the outbox. */
  emails: string[]
  /** Users whose attention they cleared themselves, or who were added later: the rest must still have it. */
  attentive?: string[]
  /** Statuses that the provider told of its sends. */
  told?: { providerMessageId: string; status: string }[]
  /** A person sent a message again, so that a second send of it is theirs. */
  resent?: string[]
}

export const nothingPromised = (): Promised => ({ posted: [], received: [], emails: [] })

/** Reads the whole world and names every invariant of the blueprint that it breaks. */
export async function violations(world: World, sandbox: SandboxAt, promised: Promised): Promise<string[]> {
  const found: string[] = []
  const check = (holds: boolean, what: string) => void (holds || found.push(what))
  const state = await readWorld(world, sandbox)
  checkMessages(state, promised, check)
  checkThread(state, promised, check)
  for (const message of state.messages) checkDelivery(state, message, promised, check)
  checkForwards(state, check)
  checkInbound(state, promised, check)
  checkEmails(state, promised, check)
  await checkRecord(world, state, check)
  checkLog(world, check)
  return found
}

type Check = (holds: boolean, what: string) => void
type State = Awaited<ReturnType<typeof readWorld>>

async function readWorld({ db, threadId, guestId }: World, sandbox: SandboxAt) {
  const [thread, messages, audit, emails, triage, inbound, guest] = await Promise.all([
    db.doc(`threads/${threadId}`).get(),
    db.collection(`threads/${threadId}/messages`).orderBy('createdAt').get(),
    db.collection('auditLog').get(),
    db.collection('emails').get(),
    db.collection('triage').get(),
    db.collection('inboundMessages').get(),
    db.doc(`guests/${guestId}`).get(),
  ])
  const [twilio, mirror, algolia, mails] = await Promise.all([
    sandbox.state('twilio'),
    sandbox.state('guest-platform'),
    sandbox.state('algolia'),
    sandbox.state('sendgrid'),
  ])
  const json = (found: FirebaseFirestore.QuerySnapshot): Json[] =>
    found.docs.map(document => ({ id: document.id, ...asJson(document.data()) }))
  return {
    raw: thread.data(),
    thread: asJson(thread.data()),
    guest: asJson(guest.data()),
    messages: json(messages),
    audit: json(audit),
    emails: json(emails),
    triage: json(triage),
    inbound: json(inbound),
    accepted: (twilio.messages as Json[]).filter(one => identityOf(one).thread === threadId),
    mirrored: mirror.messages.filter((one: Json) => one.threadId === threadId) as Json[],
    record: algolia.records.find((one: Json) => one.objectID === threadId) as Json,
    mails: mails.mails as Json[],
  }
}

const isSuccess = ({ action, outcome }: Json): boolean => action === 'message.create' && outcome === 'success'

function checkMessages({ messages, audit }: State, { posted }: Promised, check: Check): void {
  for (const { messageId, body, audited } of posted) {
    const stored = messages.filter(message => message.messageId === messageId)
    check(stored.length === 1 && stored[0].body === body, `I1: ${messageId} is not stored once as posted`)
    const entries = audit.filter(entry => isSuccess(entry) && entry.targetId === messageId)
    check(!audited || entries.length === 1, `I12: ${messageId} has ${entries.length} audit entries`)
  }
  const ids = messages.map(({ externalMessageId }) => externalMessageId).filter(id => id !== undefined)
  check(new Set(ids).size === ids.length, 'I15: two messages have the same provider id')
}

function checkThread({ thread, messages }: State, { attentive }: Promised, check: Check): void {
  const { needsAttention, needsAttentionMap, participantIds } = thread
  check(
    isDeepStrictEqual([...needsAttention].sort(), Object.keys(needsAttentionMap).sort()),
    'I4: list and map of attention differ',
  )
  const last = messages.at(-1)
  if (!last) return
  const expected = attentive ?? participantIds.filter((id: string) => id !== last.authorId)
  for (const id of expected) check(needsAttention.includes(id), `I4: ${id} does not have to attend`)
  check(thread.updatedAt === last.createdAt, 'I6: updatedAt is not the last message')
  check(thread.lastMessage?.messageId === last.messageId, 'I6: lastMessage is not the last message')
  const open = messages.filter(message => message.type !== 'note').at(-1)
  check(!open || thread.lastPublicMessage?.messageId === open.messageId, 'I6: lastPublicMessage is another')
  for (const { authorId } of messages) check(participantIds.includes(authorId), `I7: ${authorId} is missing`)
  for (const { type, source, createdAt } of messages) {
    if (type !== 'chatapp-message' || source === 'chatapp') continue
    check(thread.lastChatappMessageSentAt >= createdAt, 'I6: lastChatappMessageSentAt went back')
  }
  const failedOnes = messages.filter(({ delivery }) => ['failed', 'unknown'].includes(delivery?.status))
  for (const { authorId } of attentive ? [] : failedOnes) {
    check(needsAttention.includes(authorId), 'a failed send does not have its author attend')
  }
  // A send that did not work, whatever came of it later, may have its author attend.
  const isPlain = messages.every(({ authorId, delivery }) => authorId === last.authorId && !delivery)
  check(
    !isPlain || !needsAttention.includes(last.authorId),
    'I5: the author has to attend to their own message',
  )
}

const open = new Set(['pending', 'sending'])
const stages = ['failed', 'sent', 'delivered', 'read']
const gone = new Set(stages.slice(1))

function checkDelivery(state: State, message: Json, promised: Promised, check: Check): void {
  const { resent = [], told = [] } = promised
  const { delivery, messageId, body, externalMessageId } = message
  const sends = state.accepted.filter(one => identityOf(one).message === messageId)
  if (!delivery) {
    check(sends.length === 0, `I2: ${messageId} was sent although no send was due`)
    return
  }
  const retries = resent.filter(id => id === messageId).length
  check(sends.length <= 1 + retries, `I2: ${messageId} was sent ${sends.length} times`)
  const { status } = delivery
  check(!open.has(status), `I3: ${messageId} is still ${status}`)
  check(status !== 'unknown' || delivery.lookUpAt === undefined, `I3: ${messageId} is still looked up`)
  for (const one of told) {
    const isOfIt = one.providerMessageId === externalMessageId && status !== 'failed'
    check(
      !isOfIt || stages.indexOf(status) >= stages.indexOf(one.status),
      `${messageId} went back to ${status}`,
    )
  }
  const isUnwell = status === 'failed' || status === 'unknown'
  check(!isUnwell || delivery.failure?.nextAction !== undefined, `${messageId} does not say what to do`)
  if (gone.has(status)) {
    const isOurs = sends.some(one => one.sid === externalMessageId)
    check(isOurs, `I3: ${messageId} is ${status}, but the provider has no such send of it`)
    const isTimed = message.type !== 'chatapp-message' || state.thread.lastChatappMessageSentAt !== undefined
    check(isTimed, 'I6: lastChatappMessageSentAt was not set')
    return
  }
  // Two equal texts to one guest cannot be told apart in the provider's list.
  const isAmbiguous = state.messages.filter(other => other.body === body).length > 1
  const isKnown = status === 'failed' || isAmbiguous || retries > 0
  check(isKnown || sends.length === 0, `I3: ${messageId} was sent but is ${status}`)
}

/** Which message a send is of, from the address its status is told to. */
const identityOf = (sent: Json): Record<string, string> =>
  Object.fromEntries(new URL(sent.status_callback ?? 'https://none.example').searchParams)

function checkForwards({ messages, mirrored }: State, check: Check): void {
  for (const { messageId, forwarding, type } of messages) {
    const copies = mirrored.filter(one => one.messageId === messageId)
    check(type !== 'note' || copies.length === 0, `note ${messageId} reached the guest platform`)
    if (!forwarding) continue
    check(forwarding.status !== 'pending', `forwarding of ${messageId} is still pending`)
    check(
      copies.length === (forwarding.status === 'forwarded' ? 1 : copies.length),
      `${messageId} is not mirrored`,
    )
  }
}

function checkInbound({ messages, inbound, triage }: State, { received }: Promised, check: Check): void {
  for (const sid of received) {
    const stored = messages.filter(message => message.externalMessageId === sid)
    check(stored.length === 1, `I15: ${sid} is stored ${stored.length} times`)
    check(
      inbound.some(one => one.id === sid),
      `I15: ${sid} has no trace`,
    )
    check(!triage.some(one => one.id === sid), `I15: ${sid} is stored and waits for triage`)
  }
}

function checkEmails({ emails, mails }: State, promised: Promised, check: Check): void {
  for (const emailId of promised.emails) {
    const email = emails.find(one => one.id === emailId)
    const sent = mails.filter(mail => JSON.stringify(mail).includes(emailId))
    check(sent.length <= 1, `I11: e-mail ${emailId} was sent ${sent.length} times`)
    check(!open.has(email?.status), `I11: e-mail ${emailId} is still ${email?.status}`)
    check(email?.status !== 'sent' || sent.length === 1, `I11: e-mail ${emailId} is sent but never arrived`)
  }
}

async function checkRecord({ source, db, threadId }: World, state: State, check: Check): Promise<void> {
  if (state.messages.length === 0) return
  const { plain } = await import('../../src/adapters/firestore/values.ts')
  const thread = storedThread.parse(plain((await db.doc(`threads/${threadId}`).get()).data() ?? state.raw))
  const expected = source.threadRecord(threadId, thread)
  check(
    isDeepStrictEqual(state.record, JSON.parse(JSON.stringify(expected))),
    'I13: the index is not the thread',
  )
  const notes = state.messages.filter(({ type }) => type === 'note')
  for (const { body } of notes) check(!JSON.stringify(state.record).includes(body), 'a note is in the index')
}

function checkLog({ log, phone, texts }: World, check: Check): void {
  const text = log.lines.join('\n')
  const forbidden = [phone, phone.slice(1), ...texts, ...Object.values(secrets)]
  for (const secret of forbidden) check(!text.includes(secret), `I16: "${secret}" is in the log`)
}

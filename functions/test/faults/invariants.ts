import { isDeepStrictEqual } from 'node:util'
import { checkDelivery, checkLedger, checkRetries, checkSpending } from './delivery-invariants.ts'
import { secrets, type World } from './world.ts'
import { type Check, checks, entriesOf, isRecordRight, open, readWorld, type State } from './world-state.ts'

/** Promises to the world: they must hold once nothing moves any more. */
export interface Promised {
  /** Ids of the messages that were acknowledged, with their texts. */
  posted: { messageId: string; body: string; audited: boolean }[]
  /** Provider ids of the messages that guests sent. */
  received: string[]
  /** Provider ids of messages from an unknown sender. */
  strangerIds?: string[]
  /** Ids of e-mails put into the outbox. */
  emails: string[]
  /** Users who must have attention, and who must not; without it all participants but the last author must. */
  attention?: { attentive: string[]; inattentive: string[] }
  /** Users who joined by posting. */
  selfJoined?: string[]
  /** Users who joined by posting in a role; undefined: anybody may have. */
  roleJoined?: string[]
  /** Statuses of sends that the provider has reported, in their order. */
  providerStatuses?: { providerMessageId: string; status: string }[]
  /** Messages that a person sent again with success, once for each time. */
  resent?: string[]
  /** How many more retries died, so that nobody knows whether they were written. */
  unansweredRetries?: number
}

export const nothingPromised = (): Promised => ({ posted: [], received: [], emails: [] })

/** Reads the whole world and names every invariant (docs/contract.md, section 6) that it breaks. */
export async function violations(world: World, promised: Promised): Promise<string[]> {
  const { found, check } = checks()
  const state = await readWorld(world)
  checkMessages(state, promised, check)
  checkThread(state, promised, check)
  checkRetries(state, promised, check)
  for (const message of state.messages) checkDelivery(state, message, promised, check)
  checkSpending(state, check)
  checkLedger(state, check)
  checkForwards(state, check)
  checkInbound(state, promised, check)
  checkEmails(state, promised, check)
  await checkRecord(world, state, check)
  checkLog(world, check)
  return found
}

function checkMessages(state: State, { posted }: Promised, check: Check): void {
  const { messages } = state
  for (const { messageId, body, audited } of posted) {
    const stored = messages.filter(message => message.messageId === messageId)
    check(stored.length === 1 && stored[0].body === body, `I1: ${messageId} is not stored once as posted`)
    const entries = entriesOf(state, 'message.create').filter(({ targetId }) => targetId === messageId)
    check(!audited || entries.length === 1, `I12: ${messageId} has ${entries.length} audit entries`)
  }
  const ids = messages.map(({ externalMessageId }) => externalMessageId).filter(id => id !== undefined)
  check(new Set(ids).size === ids.length, 'I15: two messages have the same provider id')
}

function checkThread({ thread, messages, record }: State, promised: Promised, check: Check): void {
  const { attention, selfJoined = [], roleJoined } = promised
  const { needsAttention, needsAttentionMap, participantIds } = thread
  check(
    isDeepStrictEqual([...needsAttention].sort(), Object.keys(needsAttentionMap).sort()),
    'I4: list and map of attention differ',
  )
  const last = messages.at(-1)
  if (!last) return
  const expected = attention?.attentive ?? participantIds.filter((id: string) => id !== last.authorId)
  for (const id of expected) check(needsAttention.includes(id), `I4: ${id} does not have to attend`)
  for (const id of attention?.inattentive ?? [])
    check(!needsAttention.includes(id), `I5: ${id} has to attend to what they know`)
  check(thread.updatedAt === last.createdAt, 'I6: updatedAt is not the last message')
  check(thread.lastMessage?.messageId === last.messageId, 'I6: lastMessage is not the last message')
  const open = messages.filter(message => message.type !== 'note').at(-1)
  check(!open || thread.lastPublicMessage?.messageId === open.messageId, 'I6: lastPublicMessage is another')
  for (const { authorId } of messages) check(participantIds.includes(authorId), `I7: ${authorId} is missing`)
  check(
    isDeepStrictEqual([...(thread.selfJoinedIds ?? [])].sort(), [...selfJoined].sort()),
    'users who joined by posting are not in selfJoinedIds',
  )
  check(
    !roleJoined || isDeepStrictEqual([...(thread.roleJoinedIds ?? [])].sort(), [...roleJoined].sort()),
    'users who joined by posting in a role are not in roleJoinedIds',
  )
  for (const id of [...selfJoined, ...(thread.roleJoinedIds ?? [])])
    check(!record?._tags.includes(id), `the index lets ${id} find the thread`)
  for (const { type, source, createdAt } of messages) {
    if (type !== 'chatapp-message' || source === 'chatapp') continue
    check(thread.lastChatappMessageSentAt >= createdAt, 'I6: lastChatappMessageSentAt went back')
  }
  const failedOnes = messages.filter(({ delivery }) => ['failed', 'unknown'].includes(delivery?.status))
  for (const { authorId } of attention ? [] : failedOnes) {
    check(needsAttention.includes(authorId), 'I4: a failed send does not have its author attend')
  }
  // A failed send may call its author, even if it arrived later.
  const isPlain = messages.every(({ authorId, delivery }) => authorId === last.authorId && !delivery)
  check(
    !isPlain || !needsAttention.includes(last.authorId),
    'I5: the author has to attend to their own message',
  )
}

function checkForwards({ messages, mirrored }: State, check: Check): void {
  for (const { messageId, forwarding, type } of messages) {
    const copies = mirrored.filter(one => one.messageId === messageId)
    check(type !== 'note' || copies.length === 0, `note ${messageId} reached the guest platform`)
    if (!forwarding) continue
    // None of the faults is a refusal, so each message is forwarded in the end.
    check(forwarding.status === 'forwarded', `forwarding of ${messageId} is ${forwarding.status}`)
    check(copies.length === 1, `${messageId} is mirrored ${copies.length} times`)
  }
}

function checkInbound(state: State, { received, strangerIds = [] }: Promised, check: Check): void {
  const { messages, inbound, triage } = state
  for (const sid of received) {
    const stored = messages.filter(message => message.externalMessageId === sid)
    check(stored.length === 1, `I15: ${sid} is stored ${stored.length} times`)
    check(
      inbound.some(one => one.id === sid),
      `I15: ${sid} has no trace`,
    )
    check(!triage.some(one => one.id === sid), `I15: ${sid} is stored and waits for triage`)
  }
  for (const sid of strangerIds) {
    check(
      triage.some(one => one.id === sid && one.status === 'open'),
      `I15: ${sid} does not wait for triage`,
    )
    check(!messages.some(({ externalMessageId }) => externalMessageId === sid), `I15: ${sid} is stored, too`)
  }
}

function checkEmails({ emails, mails, items }: State, promised: Promised, check: Check): void {
  for (const emailId of promised.emails) {
    const email = emails.find(one => one.id === emailId)
    const sent = mails.filter(mail => JSON.stringify(mail).includes(emailId))
    // Each copy beyond the first has a lost answer.
    check(
      sent.length <= 1 + Math.min(3, email?.lostAnswers ?? 0),
      `I11: e-mail ${emailId} was sent ${sent.length} times`,
    )
    check(!open.has(email?.status), `I11: e-mail ${emailId} is still ${email?.status}`)
    check(email?.status !== 'sent' || sent.length > 0, `I11: e-mail ${emailId} is sent but never arrived`)
    const isTold = items.some(item => item.emailId === emailId && item.status === 'open')
    const isDoubtful = email?.status === 'unknown' || email?.status === 'failed'
    check(!isDoubtful || isTold, `I11: e-mail ${emailId} is ${email?.status}, and nobody is told`)
  }
}

async function checkRecord(world: World, state: State, check: Check): Promise<void> {
  if (state.messages.length === 0) return
  check(await isRecordRight(world), 'I13: the index is not the thread')
  const notes = state.messages.filter(({ type }) => type === 'note')
  for (const { body } of notes) check(!JSON.stringify(state.record).includes(body), 'a note is in the index')
}

function checkLog({ log, phone, strangerPhone, texts }: World, check: Check): void {
  const text = log.lines.join('\n')
  const numbers = [phone.slice(1), strangerPhone.slice(1)]
  const forbidden = [...numbers, ...texts, ...Object.values(secrets)]
  for (const secret of forbidden) check(!text.includes(secret), `I16: "${secret}" is in the log`)
}

import type { Firestore } from 'firebase-admin/firestore'
import type { Actor } from '../functions/src/lib/actor.ts'
import { seedGuestThread, seedThread } from '../functions/test/support/chat-deps.ts'
import { uniqueId } from '../functions/test/support/stack.ts'
import type { Cost, Stage } from './acts.ts'

/** The maximum cost of each act of an attacker, from which docs/threat-model.md computes its table. */
export const mostOfHostile = {
  'a call without a sign-in': { invocations: 1, reads: 0, writes: 0 },
  'a post of a member': { invocations: 2, reads: 4, writes: 4, indexCalls: 1 },
  'a send that fails': { invocations: 4, reads: 10, writes: 8, indexCalls: 2 },
  'a refused post': { invocations: 1, reads: 2, writes: 0 },
  'a mark': { invocations: 2, reads: 2, writes: 2, indexCalls: 1 },
  'a refused read': { invocations: 1, reads: 1, writes: 0 },
  'a search key': { invocations: 1, reads: 1, writes: 0 },
  'the longest page': { invocations: 1, reads: 402, writes: 0 },
} satisfies Record<string, Partial<Cost>>
export type HostileActName = keyof typeof mostOfHostile

/** Messages of the longest page. */
const pageSize = 100

/** A thread of two pages: each message has another author, and each of the second page replies to one of the first. */
async function longestThread(db: Firestore, member: Actor): Promise<string> {
  const threadId = await seedThread({ participantIds: [member.uid] }, db)
  const batch = db.batch()
  for (let nth = 0; nth < 2 * pageSize; nth += 1) {
    const [messageId, isReply] = [`m${nth}`, nth >= pageSize]
    batch.set(db.doc(`threads/${threadId}/messages/${messageId}`), {
      messageId,
      threadId,
      authorId: `author-${nth}`,
      createdAt: new Date(Date.now() + nth),
      source: 'platform',
      type: 'message',
      contentType: 'text',
      body: 'x',
      ...(isReply
        ? { metadata: { replyToProviderId: `SM${nth - pageSize}` } }
        : { externalMessageId: `SM${nth}` }),
    })
  }
  await batch.commit()
  return threadId
}

/** Attackers' acts, and the documents that they need. An act can be repeated any number of times. */
export async function hostileActsOn({
  db,
  platform,
}: Stage): Promise<Record<HostileActName, () => Promise<unknown>>> {
  const member: Actor = { uid: uniqueId('landlord'), role: 'landlord' }
  const stranger: Actor = { uid: uniqueId('stranger'), role: 'user' }
  const own = await seedThread({ participantIds: [member.uid] }, db)
  const long = await longestThread(db, member)
  const refused = (actor: Actor, method: string, path: string, body?: object) =>
    platform.call(actor, method, path, body).then(
      () => {
        throw new Error(`${method} ${path} was not refused`)
      },
      () => {},
    )
  const post = (threadId: string, type: string) =>
    platform.call(member, 'POST', `/chat/threads/${threadId}/messages`, { body: uniqueId('text'), type })
  let isImportant = false

  return {
    'a call without a sign-in': () => fetch(`${platform.url}/chat/threads/${own}`),
    'a post of a member': async () => post(await seedThread({ participantIds: [member.uid] }, db), 'message'),
    'a send that fails': async () => {
      const { threadId, guestId } = await seedGuestThread({ participantIds: [member.uid] }, db)
      await db.doc(`guests/${guestId}`).update({ phone: 'none' })
      await post(threadId, 'sms-message')
    },
    'a refused post': () =>
      refused(stranger, 'POST', '/chat/threads/nobodys/messages', { body: uniqueId('text') }),
    'a mark': () => {
      isImportant = !isImportant
      return platform.call(member, 'PUT', `/chat/threads/${own}/important`, { important: isImportant })
    },
    'a refused read': () => refused(stranger, 'GET', `/chat/threads/${own}/messages`),
    'a search key': () => platform.call(member, 'GET', '/chat/search-key'),
    'the longest page': () =>
      platform.call(member, 'GET', `/chat/threads/${long}/messages?limit=${pageSize}`),
  }
}

import type { Firestore } from 'firebase-admin/firestore'
import type { Actor } from '../../src/lib/actor.ts'
import { type Cost, most } from './acts.ts'
import { seedGuestThread, seedThread } from './chat-deps.ts'
import type { Platform } from './platform.ts'
import { uniqueId } from './stack.ts'

/** The most that each act of an attacker may take: what the table of docs/threat-model.md counts with. */
export const mostOfHostile = {
  'a call without a sign-in': most({ invocations: 1, reads: 0, writes: 0, indexCalls: 0 }),
  'a post of a member': most({ invocations: 2, reads: 4, writes: 4, indexCalls: 1 }),
  'a send that fails': most({ invocations: 4, reads: 10, writes: 8, indexCalls: 2 }),
  'a refused post': most({ invocations: 1, reads: 2, writes: 0, indexCalls: 0 }),
  'a mark': most({ invocations: 2, reads: 2, writes: 2, indexCalls: 1 }),
  'a refused read': most({ invocations: 1, reads: 1, writes: 0, indexCalls: 0 }),
  'a search key': most({ invocations: 1, reads: 2, writes: 1, indexCalls: 0 }),
  'the longest page': most({ invocations: 1, reads: 402, writes: 0, indexCalls: 0 }),
} satisfies Record<string, Cost>
export type HostileActName = keyof typeof mostOfHostile

/** Messages of the longest page. */
const pageSize = 100

/** Messages of as many authors, each replying to one that is on no page with it. */
async function longestThread(db: Firestore, member: Actor): Promise<string> {
  const threadId = await seedThread(db, { participantIds: [member.uid] })
  const batch = db.batch()
  for (let nth = 0; nth < 2 * pageSize; nth += 1) {
    const [messageId, isReply] = [`m${nth}`, nth >= pageSize]
    batch.set(db.doc(`threads/${threadId}/messages/${messageId}`), {
      ...{ messageId, threadId, authorId: `author-${nth}`, createdAt: new Date(Date.now() + nth) },
      ...{ source: 'platform', type: 'message', contentType: 'text', body: 'x' },
      ...(isReply
        ? { metadata: { replyToProviderId: `SM${nth - pageSize}` } }
        : { externalMessageId: `SM${nth}` }),
    })
  }
  await batch.commit()
  return threadId
}

/** What attackers do, each with what it needs. They can be played any number of times. */
export async function hostileActsOn(
  db: Firestore,
  platform: Platform,
): Promise<Record<HostileActName, () => Promise<unknown>>> {
  const member: Actor = { uid: uniqueId('landlord'), role: 'landlord' }
  const stranger: Actor = { uid: uniqueId('stranger'), role: 'user' }
  const own = await seedThread(db, { participantIds: [member.uid] })
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
    'a post of a member': async () => post(await seedThread(db, { participantIds: [member.uid] }), 'message'),
    'a send that fails': async () => {
      const { threadId, guestId } = await seedGuestThread(db, { participantIds: [member.uid] })
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

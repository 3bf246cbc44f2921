import { randomInt, randomUUID } from 'node:crypto'
import { sandboxAt } from '../../../functions/test/support/sandbox.ts'
import { db, fromStack, uniqueId, users } from '../../../functions/test/support/stack.ts'

export interface Staff {
  uid: string
  name: string
  email: string
  password: string
}

export const sandbox = () => sandboxAt(fromStack('SANDBOX_URL'))

const password = 'local-only'

const isStaff = (role: string): boolean => role === 'support' || role === 'operations'

/** A new user of that role. */
export async function person(name: string, role = 'support'): Promise<Staff> {
  const uid = uniqueId(name.toLowerCase())
  const email = `${uid}@example.com`
  const auth = users()
  await auth.createUser({ uid, email, displayName: name, password, emailVerified: true })
  if (role) await auth.setCustomUserClaims(uid, { role })
  await db().doc(`users/${uid}`).set({ displayName: name, email, role })
  // The standing that the watch of roles would soon store.
  if (isStaff(role)) await db().doc(`standings/${uid}`).set({ role, validSince: 0 })
  return { uid, name, email, password }
}

export interface Conversation {
  threadId: string
  guestId: string
  guestName: string
  phone: string
}

interface ConversationOptions {
  staff: Staff[]
  /** The guest's last message by chatapp; a minute ago by default. */
  lastInboundAt?: Date | null
  name?: string
  thread?: Record<string, unknown>
}

/** A guest with a stay and a thread of their own. */
export async function conversation({
  staff,
  lastInboundAt = new Date(Date.now() - 60_000),
  name,
  thread = {},
}: ConversationOptions): Promise<Conversation> {
  const id = randomUUID().slice(0, 8)
  const [guestId, threadId, reservationId, propertyId] = ['guest', 'thread', 'stay', 'property'].map(
    kind => `${kind}-${id}`,
  )
  if (!guestId || !threadId) throw new Error('no ids')
  const guestName = name ?? `Guest ${id}`
  const phone = `+3462${randomInt(1_000_000, 9_999_999)}`
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const participantIds = [guestId, ...staff.map(({ uid }) => uid)]
  const writes: [path: string, data: Record<string, unknown>][] = [
    [
      `guests/${guestId}`,
      { name: guestName, phone, ...(lastInboundAt && { lastChatappInboundAt: lastInboundAt }) },
    ],
    [`properties/${propertyId}`, { name: 'Casa Alameda', landlordId: 'nobody' }],
    [`reservations/${reservationId}`, { guestId, propertyId, arrival: day(0), departure: day(4) }],
    [
      `threads/${threadId}`,
      {
        source: 'guest',
        guestName,
        participantIds,
        needsAttention: [],
        needsAttentionMap: {},
        updatedAt: new Date(Date.now() - 3_600_000),
        version: 0,
        reservationId,
        propertyId,
        ...thread,
      },
    ],
  ]
  const batch = db().batch()
  for (const [path, data] of writes) batch.set(db().doc(path), data)
  await batch.commit()
  return { threadId, guestId, guestName, phone }
}

/** The guest writes by chatapp. */
export const guestWrites = async (
  { phone }: Conversation,
  body: string,
  extra: Record<string, string> = {},
) => {
  const answer = await sandbox().inbound({ from: `whatsapp:${phone}`, body, ...extra })
  if (answer.status !== 200) throw new Error(`the webhook answered ${answer.status}`)
  return answer
}

/** The messages of a thread, oldest first. */
export async function messagesIn(threadId: string): Promise<Record<string, unknown>[]> {
  const { docs } = await db().collection(`threads/${threadId}/messages`).orderBy('createdAt').get()
  return docs.map(document => document.data())
}

/** Messages that were said long ago, written past the API. */
export async function history(threadId: string, authorIds: string[], count: number): Promise<void> {
  const writer = db().bulkWriter()
  const start = Date.now() - 40 * 86_400_000
  for (let number = 0; number < count; number += 1) {
    const messageId = `old-${String(number).padStart(5, '0')}`
    const message = {
      messageId,
      threadId,
      body: `Message ${number}. ${'Some more words to read. '.repeat(number % 7)}`.trim(),
      authorId: authorIds[number % authorIds.length],
      createdAt: new Date(start + number * 60_000 * 7),
      source: 'platform',
      type: number % 11 === 0 ? 'note' : 'message',
      contentType: 'text',
    }
    void writer.set(db().doc(`threads/${threadId}/messages/${messageId}`), message)
  }
  await writer.close()
}

import { createReadStream } from 'node:fs'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { type DocumentData, Timestamp } from 'firebase-admin/firestore'
import { expect } from 'vitest'
import { type Fault, type SandboxAt, sandboxAt } from './sandbox.ts'
import { type Answer, call, type Data, db, expectProblem, fromStack, type User, uniqueId } from './stack.ts'

export const messagesOf = (threadId: string): string => `/chat/threads/${threadId}/messages`

/** Posts a message as that user, over the public address. */
export const post = (
  threadId: string,
  user: User,
  body: unknown,
  headers?: Record<string, string>,
): Promise<Answer> =>
  call('POST', messagesOf(threadId), { token: user.token, body, ...(headers && { headers }) })

/** Posts a message, which must succeed; returns the message. */
export async function posted(...sent: Parameters<typeof post>): Promise<Data> {
  const { status, text, body } = await post(...sent)
  expect(status, text).toBe(201)
  return body
}

/** A value as the HTTP API writes it: times in ISO 8601. */
export function asJson(value: unknown): Data {
  if (value instanceof Timestamp) return value.toDate().toISOString()
  if (Array.isArray(value)) return value.map(asJson)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asJson(item)]))
}

/** Firestore's document at that path, as JSON; undefined when there is none. */
export async function stored(path: string): Promise<Data> {
  const data: DocumentData | undefined = (await db().doc(path).get()).data()
  return data && asJson(data)
}

export const storedThread = (threadId: string): Promise<Data> => stored(`threads/${threadId}`)

export const storedMessage = (threadId: string, messageId: string): Promise<Data> =>
  stored(`threads/${threadId}/messages/${messageId}`)

/** The messages of a thread, oldest first. */
export async function storedMessages(threadId: string): Promise<Data[]> {
  const found = await db().collection(`threads/${threadId}/messages`).orderBy('createdAt').get()
  return found.docs.map(document => asJson(document.data()))
}

/** The audit entries of posts to a thread. */
export async function auditEntries(threadId: string): Promise<Data[]> {
  const found = await db().collection('auditLog').where('metadata.threadId', '==', threadId).get()
  return found.docs.map(document => asJson(document.data()))
}

/** Expects the list and the map of attention to name just these users. */
export function expectAttention(thread: Data, userIds: string[]): void {
  expect([...thread.needsAttention].sort()).toEqual([...userIds].sort())
  expect(thread.needsAttentionMap).toEqual(Object.fromEntries(userIds.map(id => [id, true])))
}

/** Expects the thread, its messages and, unless it is `audited`, its audit log to be the same after `run`. */
export async function expectUnchanged<T>(
  threadId: string,
  run: () => Promise<T>,
  { audited = false } = {},
): Promise<T> {
  const state = async () => ({
    thread: await storedThread(threadId),
    messages: await storedMessages(threadId),
    audit: audited ? [] : await auditEntries(threadId),
  })
  const before = await state()
  const result = await run()
  expect(await state()).toEqual(before)
  return result
}

/** Expects the request to be refused ("403 forbidden") and to change nothing; returns the refusal. */
export async function expectRefused(
  threadId: string,
  refusal: string,
  ask: () => Promise<Answer>,
  options?: { audited: boolean },
): Promise<Answer> {
  const answer = await expectUnchanged(threadId, ask, options)
  expectProblem(answer, refusal)
  return answer
}

/** The same, except for an entry in the audit log. */
export const expectAuditedRefusal = (threadId: string, refusal: string, ask: () => Promise<Answer>) =>
  expectRefused(threadId, refusal, ask, { audited: true })

/** Asks until the answer passes the check, ever less often; fails with the last failed check. */
export async function eventually<T>(
  ask: () => Promise<T>,
  check: (value: T) => void,
  timeoutMs = 90_000,
): Promise<T> {
  const giveUpAt = Date.now() + timeoutMs
  for (let pauseMs = 30; ; pauseMs = Math.min(pauseMs * 1.25, 300)) {
    const value = await ask()
    try {
      check(value)
      return value
    } catch (error) {
      if (Date.now() > giveUpAt) throw error
    }
    await sleep(pauseMs)
  }
}

/** Waits until the delivery of a message has that status. */
export const deliveryOf = (
  threadId: string,
  messageId: string,
  status: string,
  timeoutMs?: number,
): Promise<Data> =>
  eventually(
    () => storedMessage(threadId, messageId),
    message => expect(message?.delivery?.status).toBe(status),
    timeoutMs,
  )

/** Fields of a delivery once it was claimed. */
export const claimed = (to: string) => ({
  to,
  claimId: expect.any(String),
  claimedAt: expect.any(String),
  segments: expect.any(Number),
  sendUntil: expect.any(String),
})

export const sandbox = () => sandboxAt(fromStack('SANDBOX_URL'))

/** A text no other test uses, by which a test finds its requests at a vendor. */
export const uniqueText = (): string => `Hello, this is ${uniqueId('text')}.`

/** The calls that asked the provider to send this text, accepted or not. */
export const sendsOf = async (text: string) =>
  (await sandbox().requests('twilio')).filter(({ method, body }) => method === 'POST' && body?.Body === text)

/** The messages with this text that the provider has accepted. */
export const acceptedOf = async (text: string): Promise<Data[]> =>
  (await sandbox().state('twilio')).messages.filter((message: Data) => message.body === text)

/** Messages that the provider has accepted for that number by chatapp. */
export const acceptedBy = async (phone: string): Promise<Data[]> =>
  (await sandbox().state('twilio')).messages.filter(({ to }: Data) => to === chatapp(phone))

/** Sends a guest's message to the webhook, which must succeed; returns its id. */
export async function inbound(message: Parameters<SandboxAt['inbound']>[0]): Promise<string> {
  const { status, messageSid } = await sandbox().inbound(message)
  expect(status).toBe(200)
  return messageSid
}

/** A number as a sender or recipient by chatapp. */
export const chatapp = (phone: string): string => `whatsapp:${phone}`

/** Makes the next send meet this fault at the provider. */
export const failNextSend = (fault: Omit<Fault, 'vendor'>): Promise<void> =>
  sandbox().fault({ vendor: 'twilio', method: 'POST', times: 1, ...fault })

/** The calls that forwarded messages of this thread to the guest platform. */
export const forwardsOf = async (threadId: string) =>
  (await sandbox().requests('guest-platform')).filter(({ path }) => path.startsWith(`/threads/${threadId}/`))

export const searchRecord = async (threadId: string): Promise<Data> =>
  (await sandbox().state('algolia')).records.find((record: Data) => record.objectID === threadId)

/** Waits until the search record of a thread has these fields; returns it. */
export const indexed = (threadId: string, fields: object, timeoutMs?: number): Promise<Data> =>
  eventually(
    () => searchRecord(threadId),
    record => expect(record).toMatchObject(fields),
    timeoutMs,
  )

/** The log of functions and emulators; from that byte on. */
export async function stackLog(from = 0): Promise<string> {
  const file = process.env.STACK_LOG_FILE
  if (!file) throw new Error('STACK_LOG_FILE is not set')
  return text(createReadStream(file, { start: from }))
}

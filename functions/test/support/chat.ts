import { type DocumentData, Timestamp } from 'firebase-admin/firestore'
import { expect } from 'vitest'
import { sandboxAt } from './sandbox.ts'
import { type Answer, call, db, fromStack, type User, uniqueId } from './stack.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document's shape is what the tests are about
type Json = any

export const messagesOf = (threadId: string): string => `/chat/threads/${threadId}/messages`

/** Posts a message as that user, over the public address. */
export const post = (
  threadId: string,
  user: User,
  body: unknown,
  headers?: Record<string, string>,
): Promise<Answer> =>
  call('POST', messagesOf(threadId), { token: user.token, body, ...(headers && { headers }) })

/** A value as the HTTP API writes it: times in ISO 8601. */
export function asJson(value: unknown): Json {
  if (value instanceof Timestamp) return value.toDate().toISOString()
  if (Array.isArray(value)) return value.map(asJson)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asJson(item)]))
}

/** What Firestore holds at that path, as JSON; undefined when there is nothing. */
export async function stored(path: string): Promise<Json> {
  const data: DocumentData | undefined = (await db().doc(path).get()).data()
  return data && asJson(data)
}

export const storedThread = (threadId: string): Promise<Json> => stored(`threads/${threadId}`)

export const storedMessage = (threadId: string, messageId: string): Promise<Json> =>
  stored(`threads/${threadId}/messages/${messageId}`)

/** Brings the time forward at which the landlords of a support thread are told, for whom it was to come at all. */
export async function makeEmailsOverdue(threadId: string): Promise<void> {
  const { supportNotificationDueFor: dueFor = {} } = await storedThread(threadId)
  const past = new Date(Date.now() - 1000)
  await db()
    .doc(`threads/${threadId}`)
    .update({
      supportNotificationDueAt: past,
      supportNotificationDueFor: Object.fromEntries(Object.keys(dueFor).map(id => [id, past])),
    })
}

/** The messages of a thread, oldest first. */
export async function storedMessages(threadId: string): Promise<Json[]> {
  const found = await db().collection(`threads/${threadId}/messages`).orderBy('createdAt').get()
  return found.docs.map(document => asJson(document.data()))
}

/** The audit entries of posts to a thread. */
export async function auditEntries(threadId: string): Promise<Json[]> {
  const found = await db().collection('auditLog').where('metadata.threadId', '==', threadId).get()
  return found.docs.map(document => asJson(document.data()))
}

/** List and map name the same users, and these are they. */
export function expectAttention(thread: Json, userIds: string[]): void {
  expect([...thread.needsAttention].sort()).toEqual([...userIds].sort())
  expect(thread.needsAttentionMap).toEqual(Object.fromEntries(userIds.map(id => [id, true])))
}

/** A problem document as contract.md section 2 has it. */
export function expectProblem(answer: Answer, status: number, code: string): void {
  expect({ status: answer.status, code: answer.body?.code }, answer.text).toEqual({ status, code })
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/)
  expect(answer.body).toMatchObject({
    type: expect.any(String),
    title: expect.any(String),
    status,
    detail: expect.any(String),
    retryable: expect.any(Boolean),
    errors: expect.any(Array),
  })
  expect(answer.body.requestId).toMatch(/^[0-9a-f-]{36}$/)
  expect(answer.headers.get('x-request-id')).toBe(answer.body.requestId)
}

/** Runs what is given and checks that the thread, its messages and, unless told otherwise, its audit log stay as they were. */
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

/** Asks until the answer passes the check; fails with the last failed check. */
export async function eventually<T>(
  ask: () => Promise<T>,
  check: (value: T) => void,
  timeoutMs = 90_000,
): Promise<T> {
  const giveUpAt = Date.now() + timeoutMs
  for (;;) {
    const value = await ask()
    try {
      check(value)
      return value
    } catch (error) {
      if (Date.now() > giveUpAt) throw error
    }
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

/** Waits until the delivery of a message has that status. */
export const deliveryOf = (
  threadId: string,
  messageId: string,
  status: string,
  timeoutMs?: number,
): Promise<Json> =>
  eventually(
    () => storedMessage(threadId, messageId),
    message => expect(message?.delivery?.status).toBe(status),
    timeoutMs,
  )

/** What a claim leaves on a delivery. */
export const claimed = (to: string) => ({ to, claimId: expect.any(String), claimedAt: expect.any(String) })

export const sandbox = () => sandboxAt(fromStack('SANDBOX_URL'))

/** A text no other test uses, so that a vendor's requests can be told apart by it. */
export const uniqueText = (): string => `Hello, this is ${uniqueId('text')}.`

/** The calls that asked the provider to send this text, accepted or not. */
export const sendsOf = async (text: string) =>
  (await sandbox().requests('twilio')).filter(({ method, body }) => method === 'POST' && body?.Body === text)

/** The messages with this text that the provider has accepted. */
export const acceptedOf = async (text: string): Promise<Json[]> =>
  (await sandbox().state('twilio')).messages.filter((message: Json) => message.body === text)

/** The calls that told the guest platform of messages of this thread. */
export const forwardsOf = async (threadId: string) =>
  (await sandbox().requests('guest-platform')).filter(({ path }) => path.startsWith(`/threads/${threadId}/`))

export const searchRecord = async (threadId: string): Promise<Json> =>
  (await sandbox().state('algolia')).records.find((record: Json) => record.objectID === threadId)

/** Calls that failed at a vendor are told in the log of the functions. */
export const stackLog = async (): Promise<string> => {
  const { readFile } = await import('node:fs/promises')
  const file = process.env.STACK_LOG_FILE
  if (!file) throw new Error('STACK_LOG_FILE is not set')
  return readFile(file, 'utf8')
}

import type { DocumentData } from 'firebase-admin/firestore'
import { document, eventually, olivia, sandbox } from './world.ts'

export const messagesOf = (threadId: string): string => `/chat/threads/${threadId}/messages`

/** Olivia writes in the thread; a plain message by default. */
export const write = (threadId: string, body: string, type = 'message') =>
  olivia.post(messagesOf(threadId), { body, type })

/** The stored message, once its delivery has that status. */
export const delivery = (threadId: string, messageId: string, status: string) =>
  eventually(
    () => document(`threads/${threadId}/messages/${messageId}`),
    message => message.delivery?.status === status,
  )

/** The provider's messages to a number, oldest first. */
export async function sentTo(phone: string): Promise<{ sid: string; body: string }[]> {
  const { messages } = await sandbox.state('twilio')
  return messages.filter(({ to }: { to: string }) => to.endsWith(phone))
}

/** The status of a send; if it failed, with the reason and the remedy. */
export function statusOf({ delivery: { status, failure } = {} }: DocumentData): string {
  return failure ? `${status} (${failure.code}): ${failure.detail} ${failure.nextAction}` : status
}

/** The thread's search record, once it shows that text. */
export const indexed = (threadId: string, text: string) =>
  eventually(
    async () => {
      const { records } = await sandbox.state('algolia')
      return records.find(({ objectID }: { objectID: string }) => objectID === threadId)
    },
    record => record?.lastMessage?.body === text,
  )

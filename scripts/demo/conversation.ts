import type { DocumentData } from 'firebase-admin/firestore'
import { document, eventually, olivia, sandbox } from './world.ts'

export const messagesOf = (threadId: string): string => `/chat/threads/${threadId}/messages`

/** Olivia writes there; a plain message unless told. */
export const write = (threadId: string, body: string, type = 'message') =>
  olivia.post(messagesOf(threadId), { body, type })

/** The stored message, once its delivery has that status. */
export const delivery = (threadId: string, messageId: string, status: string) =>
  eventually(
    () => document(`threads/${threadId}/messages/${messageId}`),
    message => message?.delivery?.status === status,
  )

/** What the provider was given to send, oldest first. */
export async function sentTo(
  phone: string,
): Promise<{ sid: string; to: string; body: string; content_sid?: string }[]> {
  const { messages } = await sandbox.state('twilio')
  return messages.filter(({ to }: { to: string }) => to.endsWith(phone))
}

/** Why a send failed and what to do, as a person reads it. */
export const told = (message: DocumentData | undefined): string => {
  const { status, failure } = message?.delivery ?? {}
  return failure ? `${status} (${failure.code}): ${failure.detail} ${failure.nextAction}` : String(status)
}

/** The thread's search record, once it shows that text. */
export function indexed(threadId: string, body: string) {
  const find = async () =>
    (await sandbox.state('algolia')).records.find(
      ({ objectID }: { objectID: string }) => objectID === threadId,
    )
  return eventually(find, record => record?.lastMessage?.body === body)
}

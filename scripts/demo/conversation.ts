import type { DocumentData } from 'firebase-admin/firestore'
import type { World } from './world.ts'

export const messagesOf = (threadId: string): string => `/chat/threads/${threadId}/messages`

/** Olivia writes there; a plain message unless told. */
export const write = (world: World, threadId: string, body: string, type = 'message') =>
  world.post(messagesOf(threadId), { body, type })

/** The stored message, once its delivery has that status. */
export const delivery = (world: World, threadId: string, messageId: string, status: string) =>
  world.eventually(
    () => world.document(`threads/${threadId}/messages/${messageId}`),
    message => message?.delivery?.status === status,
  )

/** What the provider was given to send, oldest first. */
export async function sentTo(
  world: World,
  phone: string,
): Promise<{ sid: string; to: string; body: string; content_sid?: string }[]> {
  const { messages } = await world.sandbox.state('twilio')
  return messages.filter(({ to }: { to: string }) => to.endsWith(phone))
}

/** Why a send failed and what to do, as a person reads it. */
export const told = (message: DocumentData | undefined): string => {
  const { status, failure } = message?.delivery ?? {}
  return failure ? `${status} (${failure.code}): ${failure.detail} ${failure.nextAction}` : String(status)
}

/** The thread's search record, once it shows that text and is at least that version. */
export function indexed(world: World, threadId: string, body: string, version = 0) {
  const find = async () =>
    (await world.sandbox.state('algolia')).records.find(
      ({ objectID }: { objectID: string }) => objectID === threadId,
    )
  return world.eventually(find, record => record?.lastMessage?.body === body && record.version >= version)
}

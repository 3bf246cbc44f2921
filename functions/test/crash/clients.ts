import { setTimeout as sleep } from 'node:timers/promises'
import { messagesOf } from '../support/chat.ts'
import { fromStack, type User } from '../support/stack.ts'

/** A message that a client means to post, whatever it takes. */
export interface Intended {
  threadId: string
  author: User
  messageId: string
  body: string
  type: 'message' | 'chatapp-message' | 'sms-message'
}

const tries = 30
const patience = 15_000
const pause = 150

/** Posts until it is acknowledged: without an answer, or after a 5xx, again with the same id. Throws on any refusal. */
export async function postUntilAcknowledged(message: Intended): Promise<void> {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const status = await postOnce(message).catch(() => 0)
    if (status === 200 || status === 201) return
    if (status !== 0 && status < 500) throw new Error(`${message.messageId} was answered ${status}`)
    await sleep(pause)
  }
  throw new Error(`${message.messageId} was not acknowledged in ${tries} tries`)
}

async function postOnce({ threadId, author, messageId, body, type }: Intended): Promise<number> {
  const response = await fetch(fromStack('API_URL') + messagesOf(threadId), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${author.token}` },
    body: JSON.stringify({ messageId, body, type }),
    signal: AbortSignal.timeout(patience),
  })
  await response.arrayBuffer()
  return response.status
}

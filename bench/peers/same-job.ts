import { randomUUID } from 'node:crypto'
import type { Served } from '../../functions/test/deployed/serve.ts'
import { send } from '../post.ts'
import type { Contestant } from './contestants.ts'

/** Throws where a contestant does not do what a post asks of all of them. The bare function does not try to. */
export async function assertSameJob(contestant: Contestant, served: Served): Promise<void> {
  const [threadId = ''] = await contestant.threads(1)
  const messageId = randomUUID()
  const asks = async (what: string, post: object, word: string, uid = 'sam', thread = threadId) => {
    const { status, text } = await send(served, contestant.call(thread, uid, post))
    const isStored = status === 201 || status === 200
    if (isStored === (word === messageId) && text.includes(word)) return
    throw new Error(`${contestant.name} answers ${what} with ${status} ${text}\n${served.output()}`)
  }
  const post = { messageId, body: 'The key is in the box.' }
  await asks('a post without a token', post, 'unauthenticated', '')
  await asks('an unknown field', { ...post, extra: 1 }, 'validation-failed')
  await asks('a body that is too long', { body: 'x'.repeat(10_001) }, 'validation-failed')
  await asks('an unknown thread', post, 'thread-not-found', 'sam', 'no-such-thread')
  await asks('a post', post, messageId)
  await asks('the same post again', post, messageId)
  await asks('another post with its id', { ...post, body: 'Another one.' }, 'message-conflict')
}

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { auditOf, authorizeRate, limitsOf, messageOf, replayOf } from '../job/post.mjs'
import { Refused } from '../job/refused.mjs'

const master = { useMasterKey: true }
const triesOfOnePost = 10

/**
 * One transaction of Parse Server. It has no conditional writes: two posts may read the same thread, and the one that
 * is written last has the last word in it. What both change goes by operations that add (see the README).
 */
export async function storePost(Parse, caller, { threadId, post, origin }) {
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt(Parse, caller, { threadId, post, origin })
    } catch (error) {
      if (error instanceof Refused || tried === triesOfOnePost) throw error
      // Somebody has made the same counter or message meanwhile, or the database has ended a deadlock.
      await sleep(Math.random() * 10 * tried)
    }
  }
}

async function attempt(Parse, caller, { threadId, post, origin }) {
  const now = new Date()
  const limits = limitsOf(caller, threadId, now)
  const [thread, counters, stored] = await Promise.all([
    new Parse.Query('Thread').equalTo('objectId', threadId).first(master),
    new Parse.Query('RateLimit')
      .containedIn(
        'objectId',
        limits.map(({ id }) => id),
      )
      .find(master),
    post.messageId && new Parse.Query('Message').equalTo('objectId', post.messageId).first(master),
  ])
  if (!thread) throw new Refused(404, 'thread-not-found')
  if (stored) return replayOf(stored.get('content'), caller, post)
  const held = new Map(counters.map(counter => [counter.id, counter]))
  authorizeRate(limits, id => held.get(id)?.get('count') ?? 0)
  const messageId = post.messageId ?? randomUUID()
  const message = messageOf(caller, threadId, messageId, post, thread.get('lastPostAt'), now)
  const content = JSON.parse(JSON.stringify(message))
  const make = (name, fields) => new Parse.Object(name, fields)
  patch(thread, caller, message, content)
  await Parse.Object.saveAll(
    [
      make('Message', { id: messageId, threadId, postedAt: message.createdAt, content }),
      thread,
      make('AuditEntry', {
        id: randomUUID(),
        at: message.createdAt,
        entry: content && auditOf(content, origin),
      }),
      make('Outbox', { id: randomUUID(), threadId, messageId }),
      ...limits.map(({ id }) => counted(held.get(id), id, now, make)),
    ],
    { ...master, transaction: true },
  )
  return content
}

function patch(thread, caller, message, content) {
  const others = thread.get('participantIds').filter(id => id !== caller.uid)
  thread.set('lastMessage', content)
  if (message.type !== 'note') thread.set('lastPublicMessage', content)
  thread.set('lastPostAt', message.createdAt)
  thread.addAllUnique('needsAttention', others)
  thread.addUnique('participantIds', caller.uid)
  thread.increment('version')
}

function counted(counter, id, now, make) {
  counter?.increment('count')
  return counter ?? make('RateLimit', { id, count: 1, expiresAt: new Date(now.getTime() + 7_200_000) })
}

import { randomUUID } from 'node:crypto'
import { attentionAfter, auditOf, authorizeRate, limitsOf, messageOf, replayOf } from '../job/post.mjs'
import { Refused } from '../job/refused.mjs'

const read = {
  name: 'read',
  text: `
    SELECT t.participant_ids, t.needs_attention, t.updated_at,
      (SELECT content FROM messages m WHERE m.thread_id = t.id AND m.id = $2) AS stored,
      (SELECT json_object_agg(id, count) FROM rate_limits WHERE id = ANY ($3)) AS counts
    FROM threads t WHERE t.id = $1 FOR UPDATE OF t`,
}

const write = {
  name: 'write',
  text: `
    WITH message AS (
      INSERT INTO messages (thread_id, id, created_at, content) VALUES ($1, $2, $3, $4)
      ON CONFLICT DO NOTHING RETURNING id
    ), thread AS (
      UPDATE threads SET last_message = $4::jsonb,
        last_public_message = CASE WHEN $5 THEN last_public_message ELSE $4::jsonb END,
        needs_attention = $6, participant_ids = $7, updated_at = $3, version = version + 1
      WHERE id = $1
    ), audit AS (
      INSERT INTO audit_log (id, at, entry) VALUES ($8, $3, $9)
    ), counters AS (
      INSERT INTO rate_limits (id, count, expires_at)
      SELECT id, 1, $11 FROM unnest($10::text[]) AS id
      ON CONFLICT (id) DO UPDATE SET count = rate_limits.count + 1
    )
    SELECT count(*)::int AS stored FROM message`,
}

const triesOfOnePost = 3

/**
 * One transaction: lock and read, put the job into the queue, write, commit. The counters, which a user's posts to
 * different threads share, are locked by the last statement.
 */
export async function storePost({ pool, boss }, caller, { threadId, post, origin }) {
  for (let tried = 1; ; tried += 1) {
    const client = await pool.connect()
    try {
      await client.query('BEGIN')
      const done = await attempt({ client, boss }, caller, { threadId, post, origin })
      await client.query(done.isStored ? 'COMMIT' : 'ROLLBACK')
      if (done.message) return done
    } catch (error) {
      await client.query('ROLLBACK')
      throw error
    } finally {
      client.release()
    }
    // Another post has taken the same id meanwhile: it is there to be read now.
    if (tried === triesOfOnePost) throw new Refused(503, 'thread-busy')
  }
}

async function attempt({ client, boss }, caller, { threadId, post, origin }) {
  const now = new Date()
  const messageId = post.messageId ?? randomUUID()
  const limits = limitsOf(caller, threadId, now)
  const counterIds = limits.map(({ id }) => id)
  const { rows } = await client.query({ ...read, values: [threadId, messageId, counterIds] })
  const [thread] = rows
  if (!thread) throw new Refused(404, 'thread-not-found')
  if (thread.stored) return { message: replayOf(thread.stored, caller, post), isReplay: true }
  authorizeRate(limits, id => thread.counts?.[id] ?? 0)
  const message = messageOf(caller, threadId, messageId, post, thread.updated_at, now)
  const participantIds = [...new Set([...thread.participant_ids, caller.uid])]
  const db = { executeSql: (text, values) => client.query(text, values) }
  await boss.send('message-created', { threadId, messageId }, { db })
  const written = await client.query({
    ...write,
    values: [
      ...[threadId, messageId, message.createdAt, message, message.type === 'note'],
      attentionAfter(thread.needs_attention, participantIds, caller.uid),
      participantIds,
      ...[randomUUID(), auditOf(message, origin), counterIds, new Date(now.getTime() + 7_200_000)],
    ],
  })
  return written.rows[0].stored === 1 ? { message, isStored: true } : {}
}

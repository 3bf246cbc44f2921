import type { Firestore } from 'firebase-admin/firestore'

const hourMs = 3_600_000

/** So many threads: a third wait for an answer, the others are waiting, done or snoozed. */
export async function storeInbox(db: Firestore, count: number): Promise<void> {
  const writer = db.bulkWriter()
  const since = Date.now() - 3 * hourMs
  for (let at = 0; at < count; at += 1) {
    const time = new Date(since + at)
    const state = (['open', 'waiting', 'done', 'open', 'snoozed', 'done'] as const)[at % 6] ?? 'open'
    const waits = { unansweredSince: time, dueBy: new Date(time.getTime() + hourMs) }
    void writer.set(db.collection('threads').doc(), {
      ...{ source: 'guest', participantIds: [], needsAttention: [], needsAttentionMap: {}, version: 0 },
      ...{ state, ownerId: null, teamId: null, updatedAt: time },
      ...(state === 'open' && waits),
      ...(state === 'snoozed' && { snoozedUntil: new Date(time.getTime() + 24 * hourMs) }),
    })
  }
  await writer.close()
}

import type { Firestore } from 'firebase-admin/firestore'

const hourMs = 3_600_000

/** As many writes as go into one commit. */
const mostWrites = 500

/** Stores so many threads: a third wait for an answer, the others are waiting, done or snoozed. */
export async function storeInbox(db: Firestore, count: number): Promise<void> {
  const since = Date.now() - 3 * hourMs
  for (let first = 0; first < count; first += mostWrites) {
    const batch = db.batch()
    for (let at = first; at < Math.min(count, first + mostWrites); at += 1)
      batch.set(db.collection('threads').doc(), threadOf(at, new Date(since + at)))
    await batch.commit()
  }
}

function threadOf(at: number, time: Date) {
  const state = (['open', 'waiting', 'done', 'open', 'snoozed', 'done'] as const)[at % 6] ?? 'open'
  const waits = { unansweredSince: time, dueBy: new Date(time.getTime() + hourMs) }
  return {
    source: 'guest',
    participantIds: [],
    needsAttention: [],
    needsAttentionMap: {},
    version: 0,
    state,
    ownerId: null,
    teamId: null,
    updatedAt: time,
    ...(state === 'open' && waits),
    ...(state === 'snoozed' && { snoozedUntil: new Date(time.getTime() + 24 * hourMs) }),
  }
}

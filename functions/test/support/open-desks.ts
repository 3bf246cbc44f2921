import type { DocumentReference, Firestore, Query } from 'firebase-admin/firestore'
import { seedGuestThread, staffActor } from './chat-deps.ts'
import type { Platform } from './platform.ts'
import type { SandboxAt } from './sandbox.ts'
import { uniqueId } from './stack.ts'

interface Stage {
  db: Firestore
  sandbox: SandboxAt
  platform: Platform
}

const [longAgo, farAhead] = [new Date(0), new Date('2100-01-01')]

/** A list that a dashboard listens to (dashboard/src/live/worker/watch-threads.ts), and a thread that stands first in it. */
interface List {
  query: Query
  first: object
}

function listsOf(db: Firestore, userId: string): List[] {
  const threads = db.collection('threads')
  const mine = threads.where('ownerId', '==', userId).where('state', 'in', ['open', 'waiting'])
  const own = { ownerId: userId, state: 'open' }
  const of = (state: string) => threads.where('state', '==', state)
  return [
    { query: threads.orderBy('updatedAt', 'desc'), first: { updatedAt: farAhead } },
    { query: mine.orderBy('unansweredSince'), first: { ...own, unansweredSince: longAgo } },
    { query: mine.orderBy('updatedAt', 'desc'), first: { ...own, updatedAt: farAhead } },
    {
      query: threads.where('ownerId', '==', null).orderBy('unansweredSince'),
      first: { ownerId: null, unansweredSince: longAgo },
    },
    { query: threads.orderBy('dueBy'), first: { dueBy: longAgo } },
    { query: of('waiting').orderBy('updatedAt'), first: { state: 'waiting', updatedAt: longAgo } },
    { query: of('snoozed').orderBy('snoozedUntil'), first: { state: 'snoozed', snoozedUntil: longAgo } },
    { query: of('done').orderBy('updatedAt', 'desc'), first: { state: 'done', updatedAt: farAhead } },
  ]
}

/** Listeners, as so many dashboards have them that are spread over all views, and what they have read. */
async function listeners(db: Firestore, dashboards: number, userId: string) {
  const lists = listsOf(db, userId)
  let reads = 0
  const heard = new Map<number, Set<string>>()
  const used: { ref: DocumentReference }[] = []
  const stops = await Promise.all(
    Array.from({ length: dashboards }, async (_, dashboard) => {
      const list = lists[dashboard % lists.length]
      if (!list) throw new Error('there is no list')
      const ids = new Set<string>()
      heard.set(dashboard, ids)
      const first = Promise.withResolvers<void>()
      const stop = list.query.limit(50).onSnapshot(snapshot => {
        for (const { type, doc } of snapshot.docChanges()) {
          if (type === 'removed') continue
          reads += 1
          ids.add(doc.id)
        }
        first.resolve()
      }, first.reject)
      await first.promise
      return stop
    }),
  )
  return {
    /** What was read since then, once all have heard of everything. */
    async readsOf(act: () => Promise<unknown>): Promise<number> {
      reads = 0
      await act()
      const markers = lists.map(({ first }) => ({ ref: db.doc(`threads/${uniqueId('first')}`), first }))
      await Promise.all(markers.map(({ ref, first }) => ref.set(first)))
      const markerOf = (dashboard: number) => markers[dashboard % lists.length]?.ref.id ?? ''
      while ([...heard].some(([dashboard, ids]) => !ids.has(markerOf(dashboard))))
        await new Promise(resolve => setTimeout(resolve, 20))
      const isMarker = new Set(markers.map(({ ref }) => ref.id))
      let ofMarkers = 0
      for (const ids of heard.values()) for (const id of ids) if (isMarker.has(id)) ofMarkers += 1
      const found = reads - ofMarkers
      used.push(...markers)
      return found
    },
    async stop() {
      for (const stop of stops) stop()
      await Promise.all(used.map(({ ref }) => ref.delete()))
    },
  }
}

/**
 * What so many open dashboards read when a guest writes and when staff answer: a listener reads a thread that changed
 * in its list, and one that moves up in place of another.
 */
export async function readsOfDashboards(
  { db, sandbox, platform }: Stage,
  dashboards: number,
): Promise<{ guestWrites: number; staffAnswer: number }> {
  const staff = staffActor()
  const { threadId, phone } = await seedGuestThread(db, { ownerId: staff.uid })
  const open = await listeners(db, dashboards, staff.uid)
  try {
    const acted = async (act: Promise<unknown>) => {
      await act
      await platform.settled()
    }
    const guestWrites = await open.readsOf(() =>
      acted(sandbox.inbound({ from: `whatsapp:${phone}`, body: 'Hello?' })),
    )
    const answer = { body: 'Here we are.' }
    const staffAnswer = await open.readsOf(() =>
      acted(platform.call(staff, 'POST', `/chat/threads/${threadId}/messages`, answer)),
    )
    return { guestWrites, staffAnswer }
  } finally {
    await open.stop()
  }
}

import type { Firestore } from 'firebase-admin/firestore'
import type { Actor } from '../../src/lib/actor.ts'
import { lookAtDesk } from '../../src/lib/chat/desk/look-at-desk.ts'
import type { AssignBy } from '../../src/lib/chat/desk/team.ts'
import { receiveMessage } from '../../src/lib/chat/inbound/receive-message.ts'
import { createMessage } from '../../src/lib/chat/posting/create-message.ts'
import { input, receivedFrom, seedGuestThread, staffActor, steppedClock } from './chat-deps.ts'
import { dueIds } from './due.ts'
import { uniqueId } from './stack.ts'
import { builtContext } from './test-context.ts'

export const minute = 60_000

/** A guest's thread, a team with somebody to escalate to, a clock for everything, and what happens. */
export async function deskTalk(db: Firestore, team: object = {}, assignBy: AssignBy = 'hand') {
  const clock = steppedClock()
  const [teamId, propertyId, boss] = [uniqueId('team'), uniqueId('property'), uniqueId('boss')]
  await db
    .doc(`teams/${teamId}`)
    .set({ name: 'Front desk', answerWithinMinutes: 60, escalateTo: [boss], ...team })
  await db.doc(`properties/${propertyId}`).set({ name: 'Casa', teamId })
  const { threadId, phone } = await seedGuestThread(db, { propertyId })
  const context = await builtContext({ firestore: db, clock })
  const deps = { ...context, rules: { ...context.rules, assignBy: () => assignBy } }
  const staff = staffActor()
  await db.doc(`standings/${staff.uid}`).set({ role: 'support', validSince: 0 })
  const reference = db.doc(`threads/${threadId}`)
  const post = (actor: Actor, fields = {}) => createMessage(deps, actor, input(threadId, fields))
  return {
    ...{ clock, deps, threadId, teamId, propertyId, boss, staff, post },
    writes: () => receiveMessage(deps, receivedFrom(phone)),
    look: () => lookAtDesk(deps, threadId),
    isDue: async () => (await dueIds(db, clock.now(), 'desk')).includes(threadId),
    thread: async () => {
      const data = (await reference.get()).data() ?? {}
      return Object.fromEntries(
        Object.entries(data).map(([name, value]) => [name, value?.toDate?.() ?? value]),
      )
    },
    ledger: async () =>
      (await db.collection('ledger').where('threadId', '==', threadId).get()).docs.map(one => one.data()),
    items: async () =>
      (await db.collection('items').where('threadId', '==', threadId).get()).docs
        .map(one => ({ kind: one.get('kind'), status: one.get('status') }))
        .sort((a, b) => a.kind.localeCompare(b.kind)),
    audits: async (action: string) =>
      (await db.collection('auditLog').where('targetId', '==', threadId).get()).docs
        .filter(one => one.get('action') === action)
        .map(one => one.data()),
  }
}

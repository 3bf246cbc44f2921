import type { Actor } from '../../src/lib/actor.ts'
import { lookAtDesk } from '../../src/lib/chat/desk/look-at-desk.ts'
import type { AssignBy } from '../../src/lib/chat/desk/team.ts'
import { receiveMessage } from '../../src/lib/chat/inbound/receive-message.ts'
import { createMessage } from '../../src/lib/chat/posting/create-message.ts'
import { input, receivedFrom, seedGuestThread, staffActor, steppedClock } from './chat-deps.ts'
import { dueIds } from './due.ts'
import { type Data, db, listed, put, stored, uniqueId } from './stack.ts'
import { builtContext } from './test-context.ts'

export const minute = 60_000

/** A guest's thread, its team with a boss, a clock, and the acts on the thread. */
export async function deskTalk(team: object = {}, assignBy: AssignBy = 'hand') {
  const clock = steppedClock()
  const [teamId, propertyId, boss] = [uniqueId('team'), uniqueId('property'), uniqueId('boss')]
  await put(`teams/${teamId}`, { name: 'Front desk', answerWithinMinutes: 60, escalateTo: [boss], ...team })
  await put(`properties/${propertyId}`, { name: 'Casa', teamId })
  const { threadId, phone } = await seedGuestThread({ propertyId })
  const context = await builtContext({ clock })
  const deps = { ...context, rules: { ...context.rules, assignBy: () => assignBy } }
  const staff = staffActor()
  await put(`standings/${staff.uid}`, { role: 'support', validSince: 0 })
  const post = (actor: Actor, fields = {}) => createMessage(deps, actor, input(threadId, fields))
  return {
    clock,
    deps,
    threadId,
    teamId,
    propertyId,
    boss,
    staff,
    post,
    writes: () => receiveMessage(deps, receivedFrom(phone)),
    look: () => lookAtDesk(deps, threadId),
    isDue: async () => (await dueIds(db(), clock.now(), 'desk')).includes(threadId),
    thread: async () => {
      const data: Record<string, Data> = (await stored(`threads/${threadId}`)) ?? {}
      return Object.fromEntries(
        Object.entries(data).map(([name, value]) => [name, value?.toDate?.() ?? value]),
      )
    },
    ledger: () => listed('ledger', 'threadId', threadId),
    items: async () =>
      (await listed('items', 'threadId', threadId))
        .map(({ kind, status }) => ({ kind, status }))
        .sort((a, b) => a.kind.localeCompare(b.kind)),
    audits: async (action: string) =>
      (await listed('auditLog', 'targetId', threadId)).filter(one => one.action === action),
  }
}

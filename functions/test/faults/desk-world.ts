import type { Firestore } from 'firebase-admin/firestore'
import { firestoreWith, plain } from '../../src/adapters/firestore/sdk.ts'
import { createContext } from '../../src/context.ts'
import type { Actor } from '../../src/lib/actor.ts'
import { type AssignBy, storedTeam, type Team } from '../../src/lib/chat/desk/team.ts'
import type { Context } from '../../src/lib/context.ts'
import { steppedClock } from '../support/chat-deps.ts'
import { memoryLog } from '../support/memory-log.ts'
import { sandboxSettings } from '../support/test-context.ts'
import type { Written } from './desk-recount.ts'
import { Process } from './effects.ts'

const origin = { ipAddress: '198.51.100.3', userAgent: 'A desk/1.0' }
const staff = (uid: string): Actor => ({ uid, role: 'support', origin })

export const people = {
  anna: staff('anna'),
  ben: staff('ben'),
  /** A colleague of no team. */
  cleo: staff('cleo'),
  landlord: { uid: 'landlord', role: 'landlord', origin },
  stranger: { uid: 'stranger', role: 'user', origin },
  robot: { uid: 'robot', role: 'service', origin },
  guest: { uid: 'guest', role: 'guest' },
} as const satisfies Record<string, Actor>
export const colleagues = ['anna', 'ben', 'cleo', 'boss'] as const
export const threadIds = ['one', 'two'] as const
/** Two teams of the same people and times. */
export const teamIds = ['desk', 'night'] as const

export type Data = Record<string, unknown>

export interface Plan {
  start: Date
  calendar: object
  assignBy: AssignBy
}

/** Two threads of a team of two, and the log of all writes. */
export async function deskWorld(db: Firestore, { start, calendar, assignBy }: Plan) {
  const clock = steppedClock(start)
  let latest = start
  const log: Written[] = []
  const firestore = firestoreWith(db, store => ({
    ...store,
    async commit(writes) {
      const times = await store.commit(writes)
      log.push({ at: clock.now(), latest, writes })
      return times
    },
  }))
  const read = async (collection: string) =>
    new Map((await db.collection(collection).get()).docs.map(one => [one.id, plain(one.data()) as Data]))
  const settings = { ...sandboxSettings({ sandboxUrl: 'http://nowhere.invalid' }), assignBy: () => assignBy }
  const context = (process = new Process()): Context =>
    createContext({
      settings,
      firestore,
      clock,
      log: memoryLog(),
      decorate: (name, port) => process.watch(name, port),
    })

  const put = (path: string, fields: object) => db.doc(path).set(fields)
  const team: Team = storedTeam.parse({
    name: 'Front desk',
    memberIds: ['anna', 'ben'],
    escalateTo: ['boss'],
    ...calendar,
  })
  const { hours, ...rest } = team
  const periods = hours && {
    hours: Object.fromEntries(
      Object.entries(hours).map(([day, some]) => [day, some.map(([from, to]) => ({ from, to }))]),
    ),
  }
  for (const id of teamIds) await put(`teams/${id}`, { ...rest, ...periods })
  const moveTo = async (teamId: string) =>
    void (await firestore.commit([
      { kind: 'set', path: 'properties/casa', fields: { name: 'Casa', teamId } },
    ]))
  await moveTo('desk')
  for (const uid of colleagues) await put(`standings/${uid}`, { role: 'support', validSince: 0 })
  for (const id of threadIds)
    await put(`threads/${id}`, {
      source: 'guest',
      participantIds: ['guest', 'landlord', 'anna'],
      propertyId: 'casa',
      needsAttention: [],
      needsAttentionMap: {},
    })
  return {
    team,
    log,
    read,
    context,
    assignBy,
    moveTo,
    clock: {
      ...clock,
      forward(milliseconds: number) {
        clock.forward(milliseconds)
        latest = new Date(Math.max(latest.getTime(), clock.now().getTime()))
      },
    },
    /** The latest time that the clock has ever shown. */
    latest: () => latest,
  }
}
export type DeskWorld = Awaited<ReturnType<typeof deskWorld>>

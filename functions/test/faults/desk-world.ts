import type { Firestore as Sdk } from 'firebase-admin/firestore'
import { firestoreOver, firestoreWith, type Store } from '../../src/adapters/firestore/client.ts'
import { plain } from '../../src/adapters/firestore/repository.ts'
import { createContext } from '../../src/composition.ts'
import type { Actor } from '../../src/lib/actor.ts'
import { type AssignBy, storedTeam, type Team } from '../../src/lib/chat/desk/team.ts'
import type { Context } from '../../src/lib/context.ts'
import { steppedClock } from '../support/chat-deps.ts'
import { memoryLog } from '../support/memory-log.ts'
import { memoryStore } from '../support/memory-store.ts'
import { decorated, sandboxSettings } from '../support/test-context.ts'
import type { Written } from './desk-recount.ts'
import { Process } from './effects.ts'

const origin = { ipAddress: '198.51.100.3', userAgent: 'A desk/1.0' }
const staff = (uid: string): Actor => ({ uid, role: 'support', origin })

export const people = {
  anna: staff('anna'),
  ben: staff('ben'),
  /** Of the staff, of no team. */
  cleo: staff('cleo'),
  landlord: { uid: 'landlord', role: 'landlord', origin },
  stranger: { uid: 'stranger', role: 'user', origin },
  robot: { uid: 'robot', role: 'service', origin },
  guest: { uid: 'guest', role: 'guest' },
} as const satisfies Record<string, Actor>
export const colleagues = ['anna', 'ben', 'cleo', 'boss'] as const
export const threadIds = ['one', 'two'] as const
/** Of the same people, at the same times. */
export const teamIds = ['desk', 'night'] as const

export type Data = Record<string, unknown>

interface Database {
  store: Store
  documents(collection: string): Promise<Map<string, Data>>
  /** The emulator's client, for queries. */
  sdk?: Sdk
}

export function inMemory(): Database {
  const { store, documents } = memoryStore()
  return { store, documents: async name => documents(name) }
}

/** An emulated project of its own. */
export function onEmulator(sdk: Sdk): Database {
  let store: Store | undefined
  firestoreWith(sdk, real => {
    store = real
    return real
  })
  if (!store) throw new Error('the client has no store')
  return {
    ...{ store, sdk },
    documents: async name =>
      new Map((await sdk.collection(name).get()).docs.map(one => [one.id, one.data()])),
  }
}

export interface Plan {
  start: Date
  calendar: object
  assignBy: AssignBy
}

/** Two threads of a team of two, and what is written of them. */
export async function deskWorld({ store, documents, sdk }: Database, { start, calendar, assignBy }: Plan) {
  const clock = steppedClock(start)
  let latest = start
  const log: Written[] = []
  const recording: Store = {
    ...store,
    async commit(writes) {
      const times = await store.commit(writes)
      log.push({ at: clock.now(), latest, writes })
      return times
    },
  }
  const firestore = sdk
    ? firestoreWith(sdk, () => recording)
    : firestoreOver(recording, async () => Promise.reject(new Error('memory has no queries')))
  const read = async (collection: string) =>
    new Map([...(await documents(collection))].map(([id, data]) => [id, plain(data) as Data]))
  const owned = async (userId: string, states: readonly string[]) =>
    [...(await read('threads'))]
      .filter(([, { ownerId, state }]) => ownerId === userId && states.includes(String(state)))
      .map(([id]) => id)
  const settings = { ...sandboxSettings({ sandboxUrl: 'http://nowhere.invalid' }), assignBy: () => assignBy }
  const context = (process = new Process()): Context =>
    createContext({
      ...{ settings, firestore, clock, log: memoryLog() },
      decorate: (name, port) =>
        process.watch(
          name,
          decorated(
            sdk
              ? {}
              : {
                  threads: threads => ({
                    ...threads,
                    ownedBy: userId => owned(userId, ['open', 'waiting', 'snoozed']),
                    openOf: async userId => (await owned(userId, ['open'])).length,
                  }),
                },
            name,
            port,
          ),
        ),
    })

  const put = (path: string, fields: object) => store.commit([{ kind: 'set', path, fields: { ...fields } }])
  const team: Team = storedTeam.parse({
    ...{ name: 'Front desk', memberIds: ['anna', 'ben'], escalateTo: ['boss'] },
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
    void (await recording.commit([
      { kind: 'set', path: 'properties/casa', fields: { name: 'Casa', teamId } },
    ]))
  await moveTo('desk')
  for (const uid of colleagues) await put(`standings/${uid}`, { role: 'support', validSince: 0 })
  for (const id of threadIds)
    await put(`threads/${id}`, {
      ...{ source: 'guest', participantIds: ['guest', 'landlord', 'anna'], propertyId: 'casa' },
      ...{ needsAttention: [], needsAttentionMap: {} },
    })
  return {
    ...{ team, log, read, context, assignBy, moveTo },
    clock: {
      ...clock,
      forward(milliseconds: number) {
        clock.forward(milliseconds)
        latest = new Date(Math.max(latest.getTime(), clock.now().getTime()))
      },
    },
    /** The latest that the clock has ever shown. */
    latest: () => latest,
  }
}
export type DeskWorld = Awaited<ReturnType<typeof deskWorld>>

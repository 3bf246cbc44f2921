import type { Actor } from '../../src/lib/actor.ts'
import {
  type ChannelWorkDeps,
  disconnectChannel,
} from '../../src/lib/connection/channels/disconnect-channel.ts'
import type { Mapping } from '../../src/lib/connection/model.ts'
import { finishChannelWork } from '../../src/lib/connection/review/finish-mapping.ts'
import { type WriteMappingInput, writeMapping } from '../../src/lib/connection/review/write-mapping.ts'
import type { startWatchSurroundings } from './watch-world.ts'
import { watchWorld } from './watch-world.ts'

const origin = { ipAddress: '203.0.113.7', userAgent: 'test' }
const someone = (uid: string): Actor => ({ uid, role: 'operations', origin })

/** Beyond the lease of whoever is at a channel. */
const pastLease = 91_000

// biome-ignore lint/suspicious/noExplicitAny: a port's methods have any signature
type Method = (...args: any[]) => Promise<unknown>
type Effect =
  | `channels.${keyof ChannelWorkDeps['channels']}`
  | `channelManager.${Exclude<keyof ChannelWorkDeps['channelManager'], 'within'>}`
type Replace = (original: Method, call: number) => Method

/** The same ports with one method replaced; it gets the original and the number of its call, from 1. */
export function intercepted(deps: ChannelWorkDeps, effect: Effect, replace: Replace): ChannelWorkDeps {
  const [port, name] = effect.split('.') as [keyof ChannelWorkDeps, string]
  let calls = 0
  const wrap = (target: object): object => {
    const original: Method = Reflect.get(target, name).bind(target)
    const wrapped: Record<string, unknown> = { ...target }
    wrapped[name] = (...args: unknown[]) => {
      calls += 1
      return replace(original, calls)(...args)
    }
    if ('within' in target) wrapped.within = (left: () => number) => wrap(deps.channelManager.within(left))
    return wrapped
  }
  return { ...deps, [port]: wrap(deps[port]) }
}

/** A project of the test's own, with an operations team. */
export async function reviewWorld(surroundings: Awaited<ReturnType<typeof startWatchSurroundings>>) {
  const world = await watchWorld(surroundings)
  const { db, clock, manager } = world
  const deps = await world.services.channels()
  type Connected = Awaited<ReturnType<typeof world.connected>>
  const refOf = ({ property, channelId }: Connected) => ({ propertyId: property.propertyId, channelId })

  return {
    ...world,
    deps,
    refOf,
    late: () => clock.forward(pastLease),
    /** The mapping that stands there, without its first line. */
    async shorter(channel: Connected): Promise<WriteMappingInput> {
      const { version, mapping } = await world.stored(channel.channelId)
      const { rooms, ratePlans }: Mapping = structuredClone(mapping)
      const [first, ...rest] = ratePlans
      const rows = first ? [{ ...first, ratePlanId: null, primary: false }, ...rest] : rest
      return { ...refOf(channel), version, rooms, ratePlans: rows, finalize: false }
    },
    write: (input: WriteMappingInput, on = deps, uid = 'olivia') => writeMapping(on, someone(uid), input),
    disconnect: (channel: Connected, on = deps) => disconnectChannel(on, someone('oscar'), refOf(channel)),
    finish: ({ channelId }: Connected, on = deps) => finishChannelWork(on, channelId),
    linesOf: async ({ channelManagerChannelId }: Connected) =>
      (await manager.channel(channelManagerChannelId))?.rates ?? [],
    audits: async ({ channelId }: Connected): Promise<string[]> => {
      const { docs } = await db.collection('auditLog').where('targetId', '==', channelId).get()
      return docs
        .map(entry => `${entry.get('action')} ${entry.get('outcome')} ${entry.get('actorId')}`)
        .sort()
    },
    history: async ({ channelId }: Connected) =>
      (await world.channelDoc(channelId).collection('history').get()).docs.map(one => one.data()),
  }
}

/** Runs until the given call of an effect went through, and dies there. Resolves once dead. */
export async function dieAfter(
  deps: ChannelWorkDeps,
  { effect, call = 1 }: { effect: Effect; call?: number },
  run: (dying: ChannelWorkDeps) => Promise<unknown>,
): Promise<void> {
  const died = Promise.withResolvers<string>()
  const dying = intercepted(deps, effect, (original, number) => async (...args) => {
    const result = await original(...args)
    if (number !== call) return result
    died.resolve('died')
    return new Promise(() => undefined)
  })
  const ended = run(dying).then(() => 'completed', String)
  const end = await Promise.race([died.promise, ended])
  if (end !== 'died') throw new Error(`it never came to call ${call} of ${effect}: ${end}`)
}

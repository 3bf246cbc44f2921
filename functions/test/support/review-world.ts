import type { Actor } from '../../src/lib/actor.ts'
import { disconnectChannel } from '../../src/lib/connection/channels/disconnect-channel.ts'
import type { Mapping } from '../../src/lib/connection/model.ts'
import { finishChannelWork } from '../../src/lib/connection/review/finish-mapping.ts'
import { type WriteMappingInput, writeMapping } from '../../src/lib/connection/review/write-mapping.ts'
import { watchWorld } from './watch-world.ts'
import type { Surroundings } from './world.ts'

const origin = { ipAddress: '203.0.113.7', userAgent: 'test' }
const someone = (uid: string): Actor => ({ uid, role: 'operations', origin })

/** Beyond the lease of a process that works on a channel; milliseconds. */
const pastLease = 91_000

/** A project of the test's own, with an operations team. */
export async function reviewWorld(surroundings: Surroundings) {
  const world = await watchWorld(surroundings)
  const { db, clock, manager } = world
  const deps = world.context
  type Connected = Awaited<ReturnType<typeof world.connected>>
  const refOf = ({ property, channelId }: Connected) => ({ propertyId: property.propertyId, channelId })

  return {
    ...world,
    deps,
    refOf,
    late: () => clock.forward(pastLease),
    /** An input with the stored mapping, without its first line. */
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

import {
  numberedHotel,
  obpHotel,
  type PropertySpec,
  reseedHotel,
  seedHotel,
} from '../support/connection-builders.ts'
import { sweeps } from '../support/due.ts'
import { beyondLease, type ConnectionWorld, type PressOptions } from './connection-world.ts'
import { dyingAt, type Process } from './effects.ts'
import { forward } from './time.ts'

/** An act on a connection, to be disturbed at any of its effects. */
export interface ConnectionScenario {
  spec?: PropertySpec
  /** Brings the world to where the disturbed process begins; returns that process. */
  prepare(world: ConnectionWorld): Promise<(process: Process) => Promise<unknown>>
  /** Acts of others while the process stands still, beyond its lease; by default they recover and press. */
  overtake?(world: ConnectionWorld): Promise<unknown>
  /** Promises broken in the end, where a connected property is not the whole promise. */
  ending?(world: ConnectionWorld): Promise<string[]>
  /** Ends what keeps the hotel from being connected. */
  cure?(world: ConnectionWorld): Promise<void>
}

const pressing = (spec: PropertySpec = {}): ConnectionScenario => ({
  spec,
  prepare: async world => process => world.press({ process }),
})

const paid: PropertySpec = { plan: 'paid' }

/** Without requests, so that no changed request stops a process that has lost its attempt. */
const unrequested: PropertySpec = { ...paid, requests: [] }

/** A press with other terms overtakes the attempt, so that all of the attempt is undone. */
const overtaken: ConnectionScenario = {
  ...pressing(unrequested),
  overtake(world) {
    forward(beyondLease)
    return world.press({ paymentId: undefined })
  },
}

/** A hotel whose behaviour prevents a connection until it is cured. */
const withBehaviour = (behaviour: NonNullable<typeof obpHotel.behaviour>): ConnectionScenario => ({
  ...pressing({ ...paid, hotel: { ...obpHotel, behaviour } }),
  cure: ({ property, sandbox }) => reseedHotel(property.hotelId, { behaviour: 'ok' }, { sandbox }),
})

/** While the attempt is undone, the hotel is cured, and another press connects the property. */
const outrun: ConnectionScenario = {
  ...withBehaviour('activation-refused'),
  async overtake(world) {
    forward(beyondLease)
    await outrun.cure?.(world)
    return world.press()
  },
}

/** A press dies right after the first effect of that name; then its lease runs out. */
async function dead(world: ConnectionWorld, name: string, options: PressOptions = {}): Promise<void> {
  await dyingAt(name, 'after', process => world.press({ ...options, process }))
  forward(beyondLease)
}

/** A dead attempt that a press takes up again. */
const resumed = (after: string): ConnectionScenario => ({
  spec: paid,
  async prepare(world) {
    await dead(world, after)
    return process => world.press({ process })
  },
})

/** A dead attempt that the sweep takes up. */
const swept = (after: string, scenario: Partial<ConnectionScenario> = {}): ConnectionScenario => ({
  spec: paid,
  ...scenario,
  async prepare(world) {
    await dead(world, after)
    return process => sweeps.connections(world.context(process))
  },
})

/** A channel of the hotel exists at the channel manager already, on or off. */
const adopting = (isActive: boolean): ConnectionScenario => ({
  async prepare(world) {
    await standingChannel(world, isActive)
    return process => world.press({ process })
  },
})

/** Creates a channel that sells one rate, as anybody may have done before the press. */
async function standingChannel(world: ConnectionWorld, isActive: boolean): Promise<void> {
  const { sandbox, property } = world
  const { channelManager } = world.context()
  const { hotels, properties } = await sandbox.state('channel-manager')
  const hotel = hotels.find((one: { hotelId: string }) => one.hotelId === property.hotelId)
  const managed = properties.find((one: { id: string }) => one.id === property.channelManagerId)
  const { id } = await channelManager.createChannel({
    ota: 'booking',
    hotelId: hotel.hotelId,
    title: 'Made by hand',
    groupId: managed.groupId,
    channelManagerPropertyId: managed.id,
    rates: [
      {
        channelManagerRatePlanId: managed.roomTypes[0].ratePlans[0].id,
        otaRoomId: hotel.rooms[0].id,
        otaRateId: hotel.rooms[0].rates[0].id,
        occupancy: 1,
        pricingType: hotel.pricingType,
        primary: true,
      },
    ],
  })
  if (isActive) await channelManager.activate(id)
  world.standing.set(id, { isActive })
}

/** The hotel was the wrong one: others connect another, and leave the adopted channel as it was found. */
const adoptingWrongly: ConnectionScenario = {
  ...adopting(false),
  async overtake(world) {
    const hotelId = await seedHotel(obpHotel, world)
    forward(beyondLease)
    return world.press({ hotelId })
  },
}

/** The dead attempt was for another hotel, which was wrong. */
const corrected: ConnectionScenario = {
  spec: paid,
  async prepare(world) {
    const hotelId = await seedHotel(obpHotel, world)
    await dead(world, 'channelManager.createChannel', { hotelId })
    return process => world.press({ process })
  },
}

/** A channel that the channel manager would not delete. */
const residue: ConnectionScenario = {
  ...withBehaviour('activation-refused'),
  async prepare(world) {
    await world.sandbox.fault({ vendor: 'channel-manager', method: 'DELETE', mode: 'status', status: 503 })
    await world.press()
    await world.sandbox.clearFaults()
    return process => sweeps.connections(world.context(process))
  },
}

/** A press once everything is connected. */
const repeated: ConnectionScenario = {
  spec: { ...paid, requests: ['pending', 'pending'] },
  async prepare(world) {
    await world.press()
    return process => world.press({ process })
  },
}

export const connectionScenarios = {
  'a free connect': pressing({ requests: ['pending', 'rejected'] }),
  'a paid connect': pressing(paid),
  'a connect without an e-mail address': pressing({ email: null }),
  'a connect of a hotel that create takes by number only': pressing({ hotel: numberedHotel }),
  'a connect that adopts an inactive channel': adopting(false),
  'a connect that adopts an active channel': adopting(true),
  'a connect that adopts, and that others overtake for another hotel': adoptingWrongly,
  'a connect that others overtake with other terms': overtaken,
  'an undo after all effects': withBehaviour('activation-refused'),
  'an undo during which others connect the property': outrun,
  'a test that fails': withBehaviour('test-fails'),
  'a hotel that is connected elsewhere': withBehaviour('connected-elsewhere'),
  'a press after one that died when it had created': resumed('channelManager.createChannel'),
  'a press for another hotel after one that died': corrected,
  'a sweep after a press that died when it had activated': swept('channelManager.activate'),
  'a sweep after a press that died while it undid': swept(
    'channelManager.deleteChannel',
    withBehaviour('activation-refused'),
  ),
  'a sweep of what could not be undone': residue,
  'a press on what is connected': repeated,
} satisfies Record<string, ConnectionScenario>

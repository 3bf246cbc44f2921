import { disconnectChannel } from '../../src/lib/connection/channels/disconnect-channel.ts'
import { writeMapping } from '../../src/lib/connection/review/write-mapping.ts'
import { loadReservations } from '../../src/lib/reservations/load-reservations.ts'
import { receiveBookings } from '../../src/lib/reservations/receive-bookings.ts'
import { reservationAt } from '../support/bookings.ts'
import { asJson } from '../support/chat.ts'
import { reseedHotel } from '../support/connection-builders.ts'
import { sweeps } from '../support/due.ts'
import { isBooking } from '../support/intercept.ts'
import { connectionViolations, openItems } from './connection-invariants.ts'
import type { ConnectionScenario } from './connection-scenarios.ts'
import { type ConnectionWorld, personCalled, recover } from './connection-world.ts'
import { dyingAt, type Process } from './effects.ts'
import { forward } from './time.ts'
import { type Json, json } from './world-state.ts'

/** An act on a connected property. A caller who got no answer may repeat `act`. */
interface Act {
  /** Sweeps that finish the act, besides those of connecting. */
  sweeps(world: ConnectionWorld): ConnectionWorld['sweeps']
  /** The act's needs besides the connection. */
  prepare?(world: ConnectionWorld): Promise<void>
  act(world: ConnectionWorld, process?: Process): Promise<unknown>
  /** Violations once nothing is under way; where `isDone`, the act was repeated, so all of it must be done. */
  broken(world: ConnectionWorld, isDone: boolean): Promise<string[]>
}

const onConnected = (act: Act): ConnectionScenario => ({
  spec: { plan: 'paid' },
  async prepare(world) {
    await world.press()
    await sweeps.emails(world.context())
    await act.prepare?.(world)
    world.sweeps.push(...act.sweeps(world))
    return process => act.act(world, process)
  },
  async overtake(world) {
    await recover(world)
    await act.act(world)
  },
  async ending(world) {
    await recover(world)
    const found = (await act.broken(world, false)).map(what => `${what} (after the sweeps)`)
    await act.act(world).catch(error => found.push(`doing it again failed: ${error}`))
    await recover(world)
    return [...found, ...(await act.broken(world, true)).map(what => `${what} (after doing it again)`)]
  },
})

/** The act, finished by the sweep after a process that died right after that effect. */
const sweptAfter = (effect: Parameters<typeof dyingAt>[0], act: Act): ConnectionScenario => {
  const scenario = onConnected(act)
  return {
    ...scenario,
    async prepare(world) {
      const run = await scenario.prepare(world)
      await dyingAt(effect, 'after', run)
      forward(91_000)
      return async process => {
        for (const sweep of act.sweeps(world)) await sweep(world.context(process))
      }
    },
  }
}

const refOf = ({ property: { propertyId } }: ConnectionWorld) => ({
  propertyId,
  channelId: `${propertyId}_booking`,
})

const channelOf = async (world: ConnectionWorld): Promise<Json> =>
  asJson((await world.db.doc(`propertyChannels/${refOf(world).channelId}`).get()).data())

const listed = async ({ db }: ConnectionWorld, collection: string) =>
  json(await db.collection(collection).get())

/** Successes in the audit log that concern channels. */
async function channelSuccesses(world: ConnectionWorld): Promise<number> {
  const audit = await listed(world, 'auditLog')
  return audit.filter(one => one.targetType === 'channel' && one.outcome === 'success').length
}

const person = personCalled('operations-at-the-channel')

const disconnecting: Act = {
  sweeps: () => [sweeps.channelWork],
  act: async (world, process) => disconnectChannel(world.context(process), person, refOf(world)),
  async broken(world, isDone) {
    const { status } = await channelOf(world)
    const successes = await channelSuccesses(world)
    if (status === 'active' && !isDone)
      return [
        ...(successes ? ['I12: audited, but not disconnected'] : []),
        ...(await connectionViolations(world)),
      ]
    if (status !== 'disconnected') return [`the channel is ${status}`]
    const { channels } = await world.sandbox.state('channel-manager')
    const isOurs = ({ attributes }: Json) => attributes.properties.includes(world.property.channelManagerId)
    const there: Json[] = channels.filter(isOurs)
    const subscriptions = await listed(world, 'subscriptions')
    const history = await world.db.collection(`propertyChannels/${refOf(world).channelId}/history`).get()
    return [
      ...(there.length === 1 && !there[0].attributes.is_active
        ? []
        : ['it is not off at the channel manager']),
      ...(subscriptions.some(one => one.status !== 'cancelled') ? ['I10: what it charged for is gone'] : []),
      ...(history.size === 1 ? [] : [`${history.size} copies in its history`]),
      ...(successes === 1 ? [] : [`I12: ${successes} successes in the audit log`]),
      ...(await openItems(world)),
    ]
  },
}

const reviewing: Act = {
  sweeps: () => [sweeps.channelWork],
  async act(world, process) {
    const { rooms, ratePlans } = await reviewed(world)
    const deps = world.context(process)
    const input = { ...refOf(world), version: 1, rooms, ratePlans, finalize: true }
    return writeMapping(deps, person, input)
  },
  async broken(world, isDone) {
    const { version, mappingStatus, pendingMapping } = await channelOf(world)
    const successes = await channelSuccesses(world)
    return [
      ...(pendingMapping ? ['a mapping is still pending'] : []),
      ...(version === 2 || (version === 1 && !isDone) ? [] : [`the mapping is at version ${version}`]),
      ...((mappingStatus === 'finalized') === (version === 2) ? [] : [`the mapping is ${mappingStatus}`]),
      ...(successes === version - 1 ? [] : [`I12: ${successes} successes in the audit log`]),
      ...(await connectionViolations(world)),
      ...(await openItems(world)),
    ]
  },
}

/** The first mapping without its last room. */
async function reviewed(world: ConnectionWorld): Promise<Json> {
  const { mapping } = await channelOf(world)
  const { otaRoomId } = mapping.rooms.at(-1)
  const ofRoom = (row: Json) => row.otaRoomId === otaRoomId
  return {
    rooms: mapping.rooms.map((row: Json) => (ofRoom(row) ? { ...row, roomId: null } : row)),
    ratePlans: mapping.ratePlans.map((row: Json) =>
      ofRoom(row) ? { ...row, ratePlanId: null, primary: false } : row,
    ),
  }
}

/** Two stays that overlap no other. */
const stays = [
  { code: 'F1', arrival: '2031-05-01', departure: '2031-05-04' },
  { code: 'F2', room: 1, arrival: '2031-06-01', departure: '2031-06-04' },
] as const

const reservationsOf = ({ property }: ConnectionWorld) => {
  const first = Number(property.hotelId) * 10
  return stays.map(stay => reservationAt({ otaRooms: [first, first + 1] }, stay))
}

async function bookingsBroken(world: ConnectionWorld, isDone: boolean): Promise<string[]> {
  const [reservations, guests, pulls, vendor] = await Promise.all([
    listed(world, 'reservations'),
    listed(world, 'guests'),
    listed(world, 'reservationPulls'),
    world.sandbox.state('channel-manager'),
  ])
  const isOurs = ({ attributes }: Json) => attributes.property_id === world.property.channelManagerId
  const waiting = vendor.revisions.filter(
    (one: Json) => isOurs(one) && one.attributes.acknowledge_status !== 'acknowledged',
  )
  const isBegun = isDone || pulls.length > 0
  const codes = reservations.map(one => one.code).sort()
  const text = world.log.lines.join('\n')
  return [
    ...(new Set(codes).size === codes.length ? [] : ['a reservation is stored twice']),
    ...(guests.length === codes.length ? [] : [`${guests.length} guests of ${codes.length} reservations`]),
    ...(isBegun && codes.length !== stays.length ? [`${codes.length} reservations are stored`] : []),
    ...(isBegun && waiting.length > 0 ? [`${waiting.length} revisions are not acknowledged`] : []),
    ...(pulls.some(one => one.open) ? ['a pull is still open'] : []),
    ...(pulls.some(one => one.error) ? ['a pull ended with an error'] : []),
    ...(/Rossi|maria|\+49\d{8}/.test(text) ? ['I16: a guest is in the log'] : []),
    ...(await connectionViolations(world)),
    ...(await openItems(world)),
  ]
}

const loading: Act = {
  sweeps: () => [sweeps.pulls],
  prepare: world => reseedHotel(world.property.hotelId, { reservations: reservationsOf(world) }, world),
  act: async (world, process) => loadReservations(world.context(process), person, refOf(world)),
  broken: bookingsBroken,
}

const beingTold: Act = {
  sweeps: () => [sweeps.pulls],
  async prepare(world) {
    const { hotelId } = world.property
    for (const reservation of reservationsOf(world))
      await world.sandbox.book({ hotelId, reservation, announce: false })
  },
  act: async (world, process) => receiveBookings(world.context(process), world.property.channelManagerId),
  broken: bookingsBroken,
}

const watching: Act = {
  sweeps: () => [sweeps.activeChannels],
  async prepare(world) {
    const { channelManager } = world.context()
    await channelManager.deactivate((await channelOf(world)).channelManagerChannelId)
  },
  act: (world, process) => sweeps.activeChannels(world.context(process)),
  async broken(world, isDone) {
    const expected = 'channel-off open,channel-removal open'
    const { webhooks } = world.context()
    const { complete, incomplete } = await webhooks.registered()
    const kinds = (await listed(world, 'items')).map(({ kind, status }) => `${kind} ${status}`)
    const { verdict, version } = await channelOf(world)
    return [
      ...(complete.length === 1 && incomplete.length === 0
        ? []
        : [`${complete.length} webhooks, and ${incomplete.length} others`]),
      ...(kinds.sort().join() === expected ? [] : [`items: ${kinds.join()}`]),
      ...(verdict?.result === 'success' ? [] : ['the verdict of the OTA is not kept']),
      ...(version === 1 ? [] : ['the watch has changed the version']),
      ...(isDone ? await itemsAfterCure(world) : []),
    ]
  },
}

/** Items that are still open once the channel is switched on again and watched. */
async function itemsAfterCure(world: ConnectionWorld): Promise<string[]> {
  const { channelManager } = world.context()
  await channelManager.activate((await channelOf(world)).channelManagerChannelId)
  await sweeps.activeChannels(world.context())
  return openItems(world)
}

export const channelScenarios = {
  'a disconnecting': onConnected(disconnecting),
  'a sweep of a disconnecting that died': sweptAfter('channelManager.deactivate', disconnecting),
  'a mapping that is reviewed': onConnected(reviewing),
  'a sweep of a reviewed mapping whose writing died': sweptAfter('channelManager.replaceRates', reviewing),
  'a load of reservations': onConnected(loading),
  'a sweep of a load that died': sweptAfter(
    ({ method, given }) => method === 'commit' && isBooking(given?.[0]),
    loading,
  ),
  'bookings that a webhook told of': onConnected(beingTold),
  'a watch that finds a channel off': onConnected(watching),
} satisfies Record<string, ConnectionScenario>

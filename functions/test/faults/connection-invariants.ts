import { isDeepStrictEqual } from 'node:util'
import { sandboxCredentials } from '../../../sandbox/src/index.ts'
import { brokenMappingRules } from '../support/lawful-mapping.ts'
import { type ConnectionWorld, recover } from './connection-world.ts'
import { type Check, checks, type Json, json } from './world-state.ts'

/** Presses, which must connect the property or find it connected; returns violations, open requests included. */
export async function violationsAfterPress(world: ConnectionWorld): Promise<string[]> {
  const outcome = await world.press({ hotelId: await hotelToPress(world) })
  const isOver = outcome === 'replayed'
  if (!isOver) await recover(world)
  const found = isOver ? [] : await connectionViolations(world)
  if (outcome !== 'completed' && outcome !== 'replayed') found.push(`pressing again ended ${outcome}`)
  const open = await world.db.collection('connectionRequests').where('status', '==', 'pending').get()
  if (!open.empty) found.push('I8: a request is still pending')
  return found.map(what => `${what} (after pressing again)`)
}

/** The connected hotel: a sweep may have continued a press for another one than the last press. */
async function hotelToPress({ db, property }: ConnectionWorld): Promise<string> {
  const channel = await db.doc(`propertyChannels/${property.propertyId}_booking`).get()
  return channel.get('hotelId') ?? property.hotelId
}

/** Items that are open although nothing is wrong in the end. */
export async function openItems({ db }: ConnectionWorld): Promise<string[]> {
  const { docs } = await db.collection('items').where('status', '==', 'open').get()
  return docs.map(item => `an item is open: ${item.get('kind')}`)
}

/** Reads the whole world, in which nothing is under way any more, and names every promise about connecting that it breaks. */
export async function connectionViolations(world: ConnectionWorld): Promise<string[]> {
  const { found, check } = checks()
  const state = await readWorld(world)
  checkRequests(state, check)
  checkChannels(world, state, check)
  checkBilling(state, check)
  checkNews(world, state, check)
  checkAudit(world, state, check)
  checkLog(world, check)
  return found
}

async function readWorld({ db, sandbox, property }: ConnectionWorld) {
  const all = async (collection: string) => json(await db.collection(collection).get())
  const [requests, channels, attempts, subscriptions, invoices, emails, items, audit, vendor, mailer] =
    await Promise.all([
      all('connectionRequests'),
      all('propertyChannels'),
      all('connectionAttempts'),
      all('subscriptions'),
      all('invoices'),
      all('emails'),
      all('items'),
      all('auditLog'),
      sandbox.state('channel-manager'),
      sandbox.state('sendgrid'),
    ])
  const isOurs = ({ attributes }: Json) => attributes.properties.includes(property.channelManagerId)
  return {
    requests,
    channel: channels[0],
    attempt: attempts[0],
    subscriptions,
    invoices,
    emails,
    items,
    audit,
    hotels: vendor.hotels as Json[],
    /** Channels of the property at the channel manager. */
    there: vendor.channels.filter(isOurs).map(({ attributes }: Json) => attributes) as Json[],
    mails: mailer.mails.filter(
      ({ personalizations }: Json) => personalizations[0].to[0].email === property.email,
    ) as Json[],
  }
}

type State = Awaited<ReturnType<typeof readWorld>>

const isConnected = ({ channel }: State): boolean => channel?.status === 'active'

function checkRequests(state: State, check: Check): void {
  const { requests, attempt } = state
  check(attempt?.status !== 'running', 'I8: the attempt is still running')
  check(attempt === undefined || attempt.undo === 'none', 'I9: something is still to be undone')
  for (const { id, status, rejection, completedAt } of requests) {
    const isAttempted = attempt?.requestIds?.includes(id)
    check(status !== 'pending' || !isAttempted, `I8: request ${id} is still pending`)
    check(status !== 'completed' || isConnected(state), `I8: request ${id} is completed without a channel`)
    check((status === 'completed') === (completedAt !== undefined), `I8: request ${id} is ${status}`)
    const isExplained = rejection?.code && rejection.detail && rejection.nextAction
    check(status !== 'rejected' || isExplained, `I8: the rejection of request ${id} is not explained`)
    check(status !== 'completed' || !rejection, `I8: request ${id} is completed and rejected`)
  }
  if (!isConnected(state)) return
  check(requests.length === 0 || requests.some(one => one.status === 'completed'), 'I8: no request completed')
  check(attempt?.status === 'completed', `I8: connected, but the attempt is ${attempt?.status}`)
}

function checkChannels({ standing }: ConnectionWorld, state: State, check: Check): void {
  const { channel, there, hotels } = state
  const isKept = ({ id, is_active }: Json) => standing.get(id)?.isActive === is_active
  for (const one of there) {
    const isOne = isConnected(state) && one.id === channel.channelManagerChannelId
    check(isOne || isKept(one), `I9: an orphan at the channel manager (active: ${one.is_active})`)
  }
  for (const id of standing.keys()) {
    check(
      there.some(one => one.id === id),
      'a channel that others made was deleted',
    )
  }
  const ids = there.map(({ settings }) => settings.hotel_id)
  check(new Set(ids).size === ids.length, 'I9: two channels for one hotel')
  if (!isConnected(state)) return
  const live = there.find(one => one.id === channel.channelManagerChannelId)
  check(live?.is_active === true, 'I8: connected, but not active at the channel manager')
  if (!live) return
  check(live.settings.hotel_id === channel.hotelId, 'I8: connected as another hotel')
  for (const rule of brokenMappingRules(live, hotels)) check(false, `the mapping breaks a rule: ${rule}`)
  const stored = rowsOf(channel)
  const standingRows = live.rate_plans.map(({ settings }: Json) => rowOf(settings)).sort()
  check(isDeepStrictEqual(stored, standingRows), 'the mapping that stands there is not the stored one')
}

const rowOf = ({ room_type_code, rate_plan_code, occupancy, primary_occ }: Json): string =>
  [room_type_code, rate_plan_code, occupancy, primary_occ].join('/')

/** The rows of a stored mapping that sell something. */
const rowsOf = ({ mapping }: Json): string[] =>
  mapping.ratePlans
    .filter(({ ratePlanId }: Json) => ratePlanId !== null)
    .map(({ otaRoomId, otaRateId, occupancy, primary }: Json) =>
      [otaRoomId, otaRateId, occupancy, primary].join('/'),
    )
    .sort()

function checkBilling(state: State, check: Check): void {
  const { subscriptions, invoices, channel } = state
  const active = subscriptions.filter(one => one.status === 'active')
  check(!subscriptions.some(one => one.status === 'pending'), 'I10: a subscription is still reserved')
  check(active.length <= 1, `I10: ${active.length} subscriptions for one connection`)
  check(isConnected(state) || active.length === 0, 'I10: charged for nothing')
  const currentId = isConnected(state) ? (channel.subscriptionId ?? undefined) : undefined
  check(active[0]?.id === currentId, 'I10: the channel names another subscription than the one that charges')
  for (const { id } of active) {
    const count = invoices.filter(one => one.subscriptionId === id).length
    check(count === 1, `I10: ${count} invoices for one subscription`)
  }
  for (const { subscriptionId } of invoices) {
    check(
      active.some(one => one.id === subscriptionId),
      'I10: an invoice without a subscription',
    )
  }
}

function checkNews({ spec }: ConnectionWorld, state: State, check: Check): void {
  const { emails, mails, items } = state
  const completions = isConnected(state) ? 1 : 0
  const due = spec.email === null ? 0 : completions
  check(emails.length === due, `I11: ${emails.length} e-mails for ${due}`)
  const unclear = items.filter(one => one.kind.startsWith('email-')).length
  const lost = emails.reduce((sum, { lostAnswers = 0 }) => sum + Math.min(3, lostAnswers), 0)
  check(mails.length <= due + lost, `I11: the landlord was told ${mails.length} times`)
  check(mails.length + unclear >= due, 'I11: the landlord was not told, and nobody knows')
  const missing = items.filter(one => one.kind === 'landlord-email-missing').length
  check(missing === completions - due, `${missing} items say that the landlord has no address`)
}

function checkAudit({ presses, accepted }: ConnectionWorld, state: State, check: Check): void {
  const audit = state.audit.filter(one => one.action === 'property.connect')
  const successes = audit.filter(one => one.outcome === 'success').length
  check(successes === (isConnected(state) ? 1 : 0), `I12: ${successes} successes in the audit log`)
  for (const { uid, outcome, isDisturbed } of presses) {
    const entries = audit.filter(one => one.actorId === uid)
    check(entries.length <= 1, `I12: ${entries.length} outcomes of a press that ended ${outcome}`)
    const isDue = accepted.has(uid) || (!isDisturbed && outcome !== 'replayed')
    check(!isDue || entries.length === 1, `I12: no outcome of a press that ended ${outcome}`)
    const isSuccess = entries[0]?.outcome === 'success'
    check(outcome !== 'completed' || isSuccess, 'I12: completed, and not audited so')
  }
}

function checkLog({ log, property }: ConnectionWorld, check: Check): void {
  const text = log.lines.join('\n')
  const { channelManagerApiKey, sendgridApiKey } = sandboxCredentials
  for (const secret of [channelManagerApiKey, sendgridApiKey, property.email]) {
    check(!text.includes(secret), `I16: "${secret}" is in the log`)
  }
}

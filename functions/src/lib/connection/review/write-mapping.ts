import * as z from 'zod'
import type { Actor } from '../../actor.ts'
import { auditingFailure } from '../../audit.ts'
import { leaseUntil } from '../../durable/lease.ts'
import { DomainError } from '../../errors.ts'
import { ready } from '../../lazy-port.ts'
import type { Channel, ChannelDraft, OtaOffer } from '../channel-manager.ts'
import {
  asChannelProblem,
  busy,
  type ChannelRef,
  changeChannel,
  channelNotFound,
  type LoadedChannel,
  loadChannel,
  mappingChanged,
  successEntry,
} from '../channels/change-channel.ts'
import { type ChannelWorkDeps, callBudgetMs } from '../channels/disconnect-channel.ts'
import { exampleOf, type MappingExample } from '../channels/mapping-example.ts'
import {
  isBusy,
  isSameConnection,
  type PendingMapping,
  type PropertyChannel,
} from '../channels/property-channel.ts'
import { mappingErrors } from '../choosing/check-mapping.ts'
import { choicesOf, composeMapping, type MappingRows } from '../choosing/compose-mapping.ts'
import { summarizeMapping, toChannelRates } from '../mapping/map-offer.ts'
import {
  type MappingDifference,
  mappingDifference,
  writtenDifference,
} from '../mapping/mapping-difference.ts'
import { type Mapping, summarizedMapping } from '../model.ts'
import { channelDraft, requireGroup } from '../steps/channel-steps.ts'
import { carryOut, finishMapping } from './finish-mapping.ts'
import { rateChoice, roomChoice } from './row-choices.ts'

/** The client returns our own words; nothing reads them. */
const ignored = {
  score: z.unknown().optional(),
  reasons: z.unknown().optional(),
  needsReview: z.unknown().optional(),
}

export const mappingBody = z.strictObject({
  version: z.int().nonnegative(),
  rooms: z
    .array(z.strictObject({ ...roomChoice.shape, otaRoomName: z.unknown().optional(), ...ignored }))
    .max(2_000),
  ratePlans: z
    .array(z.strictObject({ ...rateChoice.shape, otaRateName: z.unknown().optional(), ...ignored }))
    .max(10_000),
  finalize: z.boolean().default(false),
  preview: z.boolean().default(false),
})

const writtenMapping = z
  .object({
    version: z.number(),
    mappingStatus: z.enum(['initial', 'finalized']),
    mapping: summarizedMapping,
    difference: writtenDifference,
    replayed: z.boolean().meta({ description: 'True when the same had been written already.' }),
  })
  .meta({ id: 'WrittenMapping' })

export const mappingAnswer = z.union([
  writtenMapping,
  z
    .object({ difference: writtenDifference })
    .meta({ id: 'MappingPreview', description: 'With `preview` only.' }),
])

export interface WriteMappingInput extends ChannelRef, MappingRows {
  /** The version that the user edited. */
  version: number
  /** Whether every row was reviewed. */
  finalize: boolean
}

/** Throws as `writeMapping`. */
export async function previewMapping(
  deps: ChannelWorkDeps,
  input: WriteMappingInput,
): Promise<{ difference: MappingDifference }> {
  try {
    const context = await loadChannel(deps.store, input)
    if (isReplay(context.channel.value, input)) return { difference: nothingOf(context.channel.value) }
    requireWritable(context.channel.value, input, deps.clock.now())
    const { difference } = await prepare(deps, context, input)
    return { difference }
  } catch (error) {
    throw asChannelProblem(error)
  }
}

/** An interrupted write resumes. Idempotent. Throws `mapping-failed` with every bad row, or `mapping-changed`. */
export async function writeMapping(
  deps: ChannelWorkDeps,
  actor: Actor,
  input: WriteMappingInput,
): Promise<z.infer<typeof writtenMapping>> {
  const { version, finalize } = input
  const startedAt = deps.clock.now()
  await ready(deps.channelManager)
  const entry = successEntry(deps, actor, 'mapping.write', input, { version, finalize })
  const act = async () => {
    const context = await loadFinished(deps, input)
    const stored = context.channel.value
    if (isReplay(stored, input)) return result(stored, true)
    requireWritable(stored, input, deps.clock.now())
    const { draft, ...prepared } = await prepare(deps, context, input)
    const metadata = { ...entry?.metadata, ...counts(prepared.difference) }
    const pending: PendingMapping = {
      id: deps.ids.claim(),
      version,
      finalize,
      draft,
      ...prepared,
      by: actor.uid,
      at: deps.clock.now(),
      audit: entry && { ...entry, metadata },
    }
    const started = await start(deps, input, stored, pending)
    const work = { pending, startedAt, mayStandThere: false }
    return result(await carryOut(deps, input.channelId, started, work), false)
  }
  return auditingFailure(deps, entry, act, asChannelProblem)
}

async function loadFinished(deps: ChannelWorkDeps, ref: ChannelRef): Promise<LoadedChannel> {
  const context = await loadChannel(deps.store, ref)
  const { value } = context.channel
  if (!value.pendingMapping || isBusy(value, deps.clock.now())) return context
  await finishMapping(deps, ref.channelId)
  return loadChannel(deps.store, ref)
}

function requireWritable(channel: PropertyChannel, input: WriteMappingInput, now: Date): void {
  const { version } = input
  const { status, pendingMapping } = channel
  if (status === 'disconnecting') throw busy('disconnected')
  if (status !== 'active') throw channelNotFound()
  if (pendingMapping && isBusy(channel, now)) {
    if (isSameWork(pendingMapping, input)) throw busy('given this mapping')
    throw mappingChanged('Somebody is writing another mapping right now.')
  }
  if (version !== channel.version)
    throw mappingChanged(`The mapping is at version ${channel.version}, and yours was made from ${version}.`)
}

/** The earlier request's answer may be lost. */
const isSameWork = (pending: PendingMapping, { version, finalize, ...rows }: WriteMappingInput): boolean =>
  pending.version === version &&
  pending.finalize === finalize &&
  choicesOf(rows) === choicesOf(pending.mapping)

/** A repetition after a lost answer. */
const isReplay = (channel: PropertyChannel, { version, finalize, ...rows }: WriteMappingInput): boolean =>
  channel.status === 'active' &&
  channel.review?.version === channel.version &&
  channel.version === version + 1 &&
  (channel.mappingStatus === 'finalized') === finalize &&
  choicesOf(rows) === choicesOf(channel.mapping)

interface Prepared {
  mapping: Mapping
  offer: OtaOffer
  draft: ChannelDraft
  difference: MappingDifference
  example?: MappingExample
}

async function prepare(
  deps: ChannelWorkDeps,
  context: LoadedChannel,
  input: WriteMappingInput,
): Promise<Prepared> {
  const { rooms, ratePlans, channelManagerPropertyId, propertyName } = context
  const stored = context.channel.value
  const { ota, hotelId } = stored
  if (channelManagerPropertyId === undefined) throw connectionMissing()
  const { offer, channel, groupId } = await read(deps, stored, channelManagerPropertyId)
  const errors = mappingErrors(input, { offer, rooms, ratePlans })
  if (errors.length > 0) throw unlawful(errors)
  const mapping = composeMapping({ rows: input, stored: stored.mapping, offer, finalize: input.finalize })
  const rates = toChannelRates(mapping, offer, ratePlans)
  const draft = channelDraft({ ota, hotelId, groupId, channelManagerPropertyId, rates }, propertyName)
  return {
    mapping,
    offer,
    draft,
    difference: mappingDifference(channel.rates, rates, { offer, ratePlans }),
    ...(input.finalize && { example: exampleOf(stored.mapping, mapping, rooms) }),
  }
}

async function read(
  { channelManager, clock }: ChannelWorkDeps,
  { ota, hotelId, channelManagerChannelId }: PropertyChannel,
  channelManagerPropertyId: string,
): Promise<{ offer: OtaOffer; channel: Channel; groupId: string }> {
  const end = clock.now().getTime() + callBudgetMs / 2
  const inTime = channelManager.within(() => end - clock.now().getTime())
  const [offer, channel, groupId] = await Promise.all([
    inTime.offer(ota, hotelId),
    inTime.channel(channelManagerChannelId),
    requireGroup(inTime, channelManagerPropertyId),
  ])
  if (channel) return { offer, channel, groupId }
  throw new DomainError('channel-not-found', 'The channel manager has no such channel any more.', {
    nextAction: 'Disconnect the channel here, then connect the property again.',
  })
}

/** Certain from here: the mapping is written or reported. */
const start = (
  deps: ChannelWorkDeps,
  input: WriteMappingInput,
  before: PropertyChannel,
  pending: PendingMapping,
) =>
  changeChannel(deps, input.channelId, channel => {
    if (channel.pendingMapping?.id === pending.id) return 'done'
    const now = deps.clock.now()
    requireWritable(channel, input, now)
    if (channel.pendingMapping || !isSameConnection(channel, before))
      throw mappingChanged('Somebody else has changed the channel meanwhile.')
    return { set: { pendingMapping: pending, leaseUntil: leaseUntil('channel', now) } }
  })

const result = ({ version, mappingStatus, mapping, review }: PropertyChannel, replayed: boolean) => ({
  version,
  mappingStatus,
  mapping: { ...mapping, summary: summarizeMapping(mapping) },
  /** At the channel manager. */
  difference: review?.difference ?? { added: [], removed: [], changed: [], unchanged: 0 },
  replayed,
})

const nothingOf = ({ review }: PropertyChannel): MappingDifference => {
  const { added = [], changed = [], unchanged = 0 } = review?.difference ?? {}
  return { added: [], removed: [], changed: [], unchanged: unchanged + added.length + changed.length }
}

const counts = ({ added, removed, changed }: MappingDifference) => ({
  added: added.length,
  removed: removed.length,
  changed: changed.length,
})

const unlawful = (errors: DomainError['errors']): DomainError =>
  new DomainError('mapping-failed', 'The mapping cannot be written as it is.', {
    nextAction: 'Correct what "errors" names and send it again.',
    errors,
  })

const connectionMissing = (): DomainError =>
  new DomainError(
    'channel-manager-connection-missing',
    'The property has no connection to the channel manager any more.',
    { nextAction: 'Tell engineering: the property has lost its id at the channel manager.' },
  )

import * as z from 'zod'
import type { Actor } from '../../actor.ts'
import { type AuditEntry, type AuditSubject, audited, buildAuditEntry } from '../../audit.ts'
import { amend } from '../../durable/amend.ts'
import { DomainError, ProviderError } from '../../errors.ts'
import { isDocumentId } from '../../identifiers.ts'
import type { Clock, System } from '../../ports.ts'
import { collection, type Store, type StoredDocument, type Write } from '../../store.ts'
import type { RatePlan, Room } from '../model.ts'
import { readProperty } from '../properties/stored-property.ts'
import { refusals } from '../refusals.ts'
import { fromProviderError } from '../rejections.ts'
import { channelIdOf } from '../target.ts'
import { type ExampleRecord, exampleWrites } from './mapping-example.ts'
import type { PropertyChannel } from './property-channel.ts'
import { type ChannelChange, channelPatch, propertyChannels, readChannel } from './stored-channel.ts'

export interface ChannelRef {
  propertyId: string
  channelId: string
}

const attempts = collection(
  'connectionAttempts/{channelId}',
  z.looseObject({ status: z.string(), leaseUntil: z.date() }),
).sound

export interface LoadedChannel {
  propertyName: string
  channelManagerPropertyId: string | undefined
  /** Only the valid ones. */
  rooms: Room[]
  ratePlans: RatePlan[]
  channel: StoredDocument<PropertyChannel>
  attempt: { status: string; leaseUntil: Date } | undefined
}

/** Throws `property-not-found` or `channel-not-found`. */
export async function loadChannel(
  store: Store,
  { propertyId, channelId }: ChannelRef,
): Promise<LoadedChannel> {
  if (!isDocumentId(channelId)) throw refusals.propertyNotFound(propertyId)
  const [{ property, rooms, ratePlans, defects }, channel] = await Promise.all([
    readProperty(store, propertyId),
    store.read(propertyChannels.sound.at(channelId)),
  ])
  if (!property && defects.property.length === 0) throw refusals.propertyNotFound(propertyId)
  if (channel?.value.propertyId !== propertyId) throw channelNotFound()
  return {
    propertyName: property?.name ?? propertyId,
    channelManagerPropertyId: property?.channelManagerId ?? undefined,
    rooms,
    ratePlans,
    channel,
    attempt: (await store.read(attempts.at(channelIdOf(channel.value))))?.value,
  }
}

export type AuditedChange = ChannelChange & {
  audit?: AuditEntry | undefined
  example?: ExampleRecord | undefined
}

/** `decide` must return `done` for its own write; the watch only changes the revision. */
export const changeChannel = (
  deps: { clock: Clock; store: Store },
  channelId: string,
  decide: (channel: PropertyChannel) => AuditedChange | 'done',
): Promise<PropertyChannel> =>
  amend(
    deps,
    {
      async read() {
        const channel = await readChannel(deps.store, channelId)
        if (!channel) throw channelNotFound()
        return channel
      },
      decide(channel): { writes?: Write[]; result: PropertyChannel } {
        const decision = decide(channel.value)
        if (decision === 'done') return { result: channel.value }
        const { audit, example, ...fields } = decision
        return {
          writes: [channelPatch(channel, fields), ...audited(audit), ...exampleWrites(example)],
          result: { ...channel.value, ...fields.set },
        }
      },
    },
    { gaveUp },
  )

const gaveUp = () =>
  new DomainError('mapping-changed', 'The channel is being written to all the time.', {
    nextAction: 'Read it again, then try again.',
    retryAfterSeconds: 1,
  })

export const channelNotFound = (): DomainError =>
  new DomainError('channel-not-found', 'The property has no such channel that is connected.', {
    nextAction: "Read the property's channels again; connect it if it is not connected.",
  })

export const busy = (what: string): DomainError =>
  new DomainError('connection-in-progress', `The channel is being ${what} right now.`, {
    nextAction: 'Wait for it to finish, then look at the channel again.',
    retryAfterSeconds: 10,
  })

export const mappingChanged = (detail: string): DomainError =>
  new DomainError('mapping-changed', detail, {
    nextAction: 'Read the mapping again, make your changes there, and send it again.',
  })

/** Never claims that nothing was done: work may still run. */
export function asChannelProblem(error: unknown): DomainError {
  if (error instanceof DomainError) return error
  if (error instanceof ProviderError) return fromProviderError(error)
  return new DomainError('internal', 'Something went wrong on our side.', {
    nextAction:
      'Look at the channel again in a few minutes: what was begun goes on by itself. If it stays so, tell engineering the request id.',
    cause: error,
  })
}

export const successEntry = (
  deps: System,
  actor: Actor,
  action: AuditSubject['action'],
  { propertyId, channelId }: ChannelRef,
  metadata: AuditSubject['metadata'] = {},
): AuditEntry | undefined =>
  buildAuditEntry(deps, actor, {
    action,
    targetType: 'channel',
    targetId: channelId,
    metadata: { propertyId, ...metadata },
  })

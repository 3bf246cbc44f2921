import type { Actor } from '../../actor.ts'
import { type AuditEntry, type AuditSubject, buildAuditEntry } from '../../audit.ts'
import { change, resolvedAs } from '../../durable/change.ts'
import { DomainError, ProviderError } from '../../errors.ts'
import type { Clock, System, Versioned } from '../../ports.ts'
import { propertyNotFound } from '../prerequisites.ts'
import { fromProviderError } from '../rejections.ts'
import type { KeptExample } from '../review/mapping-example.ts'
import type { ChannelChange, ChannelContext, ChannelRef, Channels } from './ports.ts'
import type { PropertyChannel } from './property-channel.ts'

export type LoadedChannel = ChannelContext & { channel: Versioned<PropertyChannel> }

/** The channel with its context. Throws `property-not-found` or `channel-not-found`. */
export async function loadChannel(channels: Channels, ref: ChannelRef): Promise<LoadedChannel> {
  const context = await channels.load(ref)
  if (!context) throw propertyNotFound(ref.propertyId)
  if (!context.channel) throw channelNotFound()
  return { ...context, channel: context.channel }
}

/** With its audit entry, and an example to learn from. */
export type AuditedChange = ChannelChange & {
  audit?: AuditEntry | undefined
  example?: KeptExample | undefined
}

/**
 * Changes a property channel. `decide` must recognise its own write and then return `done`. The watch writes to
 * channels too; here that only changes the revision.
 */
export const changeChannel = (
  { clock, channels }: { clock: Clock; channels: Channels },
  channelId: string,
  decide: (channel: PropertyChannel) => AuditedChange | 'done',
): Promise<PropertyChannel> =>
  change<Versioned<PropertyChannel>, AuditedChange, PropertyChannel>(
    { clock },
    {
      async read() {
        const channel = await channels.read(channelId)
        if (!channel) throw channelNotFound()
        return channel
      },
      decide({ value }) {
        const decision = decide(value)
        return decision === 'done' ? { result: value } : { write: decision }
      },
      async commit({ audit, example, ...fields }, { value, revision }) {
        return resolvedAs(
          await channels.change(channelId, revision, fields, {
            audits: [audit],
            examples: [example],
          }),
          { ...value, ...fields.set },
        )
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

/** The channel is in use: being mapped, connected or disconnected. */
export const busy = (what: string): DomainError =>
  new DomainError('connection-in-progress', `The channel is being ${what} right now.`, {
    nextAction: 'Wait for it to finish, then look at the channel again.',
    retryAfterSeconds: 10,
  })

export const mappingChanged = (detail: string): DomainError =>
  new DomainError('mapping-changed', detail, {
    nextAction: 'Read the mapping again, make your changes there, and send it again.',
  })

/** The caller's error for a failed change. Work may still be running, so it never claims that nothing was done. */
export function asChannelProblem(error: unknown): DomainError {
  if (error instanceof DomainError) return error
  if (error instanceof ProviderError) return fromProviderError(error)
  return new DomainError('internal', 'Something went wrong on our side.', {
    nextAction:
      'Look at the channel again in a few minutes: what was begun goes on by itself. If it stays so, tell engineering the request id.',
    cause: error,
  })
}

/** The audit entry of a successful request to change a channel. */
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

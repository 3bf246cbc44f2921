import type { AuditEntry } from '../../audit.ts'
import { change } from '../../durable/change.ts'
import { DomainError } from '../../errors.ts'
import type { Clock, Versioned } from '../../ports.ts'
import { propertyNotFound } from '../prerequisites.ts'
import type { ChannelChange, ChannelContext, ChannelRef, Channels } from './ports.ts'
import type { PropertyChannel } from './property-channel.ts'
import { channelNotFound } from './refusals.ts'

export type LoadedChannel = ChannelContext & { channel: Versioned<PropertyChannel> }

/** The channel with what is around it. Throws `property-not-found` or `channel-not-found`. */
export async function loadChannel(channels: Channels, ref: ChannelRef): Promise<LoadedChannel> {
  const context = await channels.load(ref)
  if (!context) throw propertyNotFound(ref.propertyId)
  if (!context.channel) throw channelNotFound()
  return { ...context, channel: context.channel }
}

/** With the entry that attests it. */
export type AuditedChange = ChannelChange & { audit?: AuditEntry | undefined }

/**
 * How a property channel is changed. `decide` must know its own write when it sees it, and then answer `done`. The watch
 * writes to channels too, which changes nothing here but the revision.
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
      async commit({ audit, ...fields }, { value, revision }) {
        const ended = await channels.change(channelId, revision, fields, { audits: [audit] })
        return ended === 'unresolved' ? ended : { result: { ...value, ...fields.set } }
      },
    },
    { gaveUp },
  )

const gaveUp = () =>
  new DomainError('mapping-changed', 'The channel is being written to all the time.', {
    nextAction: 'Read it again, then try again.',
    retryAfterSeconds: 1,
  })

import type { Actor } from '../../actor.ts'
import { auditingFailure } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { asChannelProblem, changeChannel, loadChannel, successEntry } from '../channels/change-channel.ts'
import type { ChannelRef } from '../channels/ports.ts'
import type { Closure } from './bookable.ts'
import { firstNight } from './judge-channel.ts'

type Closed = Pick<Closure, 'roomId' | 'from' | 'to'>

interface Input extends ChannelRef {
  closures: readonly Closed[]
}

/**
 * Says which nights of a channel's rooms are closed on purpose, in place of what was said before; past ones are dropped.
 * The channel is looked at again at once. Throws `property-not-found`, `channel-not-found`, or `validation-failed` for a
 * room that is not the property's.
 */
export async function confirmClosures(
  deps: Needs<'auditLog' | 'channels' | 'connections'>,
  actor: Actor,
  { closures, ...ref }: Input,
): Promise<void> {
  const at = deps.clock.now()
  const audit = successEntry(deps, actor, 'channel.closures', ref, { closures: closures.length })
  await auditingFailure(
    deps,
    audit,
    async () => {
      const { rooms } = await loadChannel(deps.channels, ref)
      const property = await deps.connections.propertyAlone(ref.propertyId)
      requireRooms(closures, new Set(rooms.map(({ id }) => id)))
      const today = firstNight(at, property ?? {})
      const wanted = closures.filter(({ to }) => to > today)
      await changeChannel(deps, ref.channelId, ({ closures: before = [] }) => {
        const next = wanted.map(one => before.find(isSame(one)) ?? { ...one, by: actor.uid, at })
        const isDone = next.length === before.length && next.every(one => before.includes(one))
        return isDone ? 'done' : { set: { closures: next, lookAt: at }, audit }
      })
    },
    asChannelProblem,
  )
}

const isSame = (one: Closed) => (other: Closed) =>
  one.roomId === other.roomId && one.from === other.from && one.to === other.to

function requireRooms(closures: readonly Closed[], known: ReadonlySet<string>): void {
  const stranger = closures.find(({ roomId }) => !known.has(roomId))
  if (!stranger) return
  throw new DomainError('validation-failed', `The property has no room ${stranger.roomId}.`, {
    nextAction: 'Read the calendar again.',
  })
}

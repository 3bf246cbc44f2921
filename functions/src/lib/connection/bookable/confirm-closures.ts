import type { Actor } from '../../actor.ts'
import { auditingFailure } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { dayOf, laterDay } from '../../days.ts'
import { DomainError } from '../../errors.ts'
import { asChannelProblem, changeChannel, loadChannel, successEntry } from '../channels/change-channel.ts'
import type { ChannelRef } from '../channels/ports.ts'
import type { PropertyChannel } from '../channels/property-channel.ts'
import type { Bookable, Closure } from './bookable.ts'
import { openEnd, ruleReasons } from './calendar.ts'
import { daysOf } from './runs.ts'

export type Closed = Pick<Closure, 'roomId' | 'from' | 'to'>

interface Input extends ChannelRef {
  close: readonly Closed[]
  reopen: readonly Closed[]
}

/** Most closures of a channel. */
const most = 500

/**
 * Notes spans of nights that are closed on purpose, and takes back others; past ones are dropped. One that goes to the
 * end of the calendar has no end. The channel is looked at again at once. Throws `property-not-found`,
 * `channel-not-found`, or `validation-failed` for a room that is not the property's, for nights that the settings of the
 * property close, and for too many.
 */
export async function confirmClosures(
  deps: Needs<'auditLog' | 'channels'>,
  actor: Actor,
  { close, reopen, ...ref }: Input,
): Promise<void> {
  const at = deps.clock.now()
  const spans = { closed: listed(close), reopened: listed(reopen) }
  const audit = successEntry(deps, actor, 'channel.closures', ref, spans)
  const act = async () => {
    const { rooms } = await loadChannel(deps.channels, ref)
    requireRooms(close, new Set(rooms.map(({ id }) => id)))
    await changeChannel(deps, ref.channelId, channel => {
      const { closures: before = [], bookable } = channel
      requireNoRule(close, bookable)
      const next = closuresAfter(channel, { close, reopen, by: actor.uid, at })
      const isDone = next.length === before.length && next.every(one => before.includes(one))
      if (next.length > most) throw tooMany()
      return isDone ? 'done' : { set: { closures: next, lookAt: at }, audit }
    })
  }
  await auditingFailure(deps, audit, act, asChannelProblem)
}

const isSame = (one: Closed) => (other: Closed) =>
  one.roomId === other.roomId && one.from === other.from && one.to === other.to

interface Change extends Pick<Closure, 'by' | 'at'> {
  close: readonly Closed[]
  reopen: readonly Closed[]
}

/** Those that stay, with the new ones. Pure. */
function closuresAfter(
  { closures: before = [], bookable }: Pick<PropertyChannel, 'closures' | 'bookable'>,
  { close, reopen, by, at }: Change,
): Closure[] {
  const today = dayOf(at, bookable?.place.timeZone)
  const stay = before.filter(one => one.to > today && !reopen.some(isSame(one)))
  const news = close
    .map(({ roomId, from, to }) => ({ roomId, from, to: endOf(to, bookable) }))
    .filter(one => one.to > today && !stay.some(isSame(one)))
  return [...stay, ...news.map(one => ({ ...one, by, at }))]
}

const endOf = (to: string, bookable: Bookable | undefined): string =>
  bookable && to >= laterDay(bookable.from, bookable.place.nights) ? openEnd : to

const longest = 500

const listed = (spans: readonly Closed[]): string =>
  spans
    .map(({ roomId, from, to }) => `${roomId} ${from}/${to}`)
    .join(', ')
    .slice(0, longest)

function requireRooms(closures: readonly Closed[], known: ReadonlySet<string>): void {
  const stranger = closures.find(({ roomId }) => !known.has(roomId))
  if (!stranger) return
  throw new DomainError('validation-failed', `The property has no room ${stranger.roomId}.`, {
    nextAction: 'Read the calendar again.',
  })
}

/** Closed with the rest, the nights beyond a limit of days ahead would stay closed once it is gone. */
function requireNoRule(closures: readonly Closed[], bookable: Bookable | undefined): void {
  for (const room of bookable?.rooms ?? []) {
    const runs = daysOf(bookable?.from ?? '', room, false).filter(({ state }) =>
      ruleReasons.some(reason => reason === state),
    )
    const isByRule = ({ roomId, from, to }: Closed) =>
      roomId === room.roomId && runs.some(run => from < run.to && run.from < to)
    if (closures.some(isByRule)) throw byRule()
  }
}

const byRule = (): DomainError =>
  new DomainError('validation-failed', 'The settings of the property close some of these nights.', {
    nextAction:
      'Change them at the channel manager, or resolve the item: it does not come back by the same rule.',
  })

const tooMany = (): DomainError =>
  new DomainError('validation-failed', `A channel has at most ${most} closures.`, {
    nextAction: 'Take back some of them, or close longer spans.',
  })

import type { Needs } from '../../context.ts'
import { dayOf, laterDay } from '../../days.ts'
import { digestOf } from '../../digest.ts'
import { ProviderError } from '../../errors.ts'
import { lazily } from '../../lazily.ts'
import type { ChannelManager } from '../channel-manager.ts'
import type { PropertyChannel } from '../channels/property-channel.ts'
import { isSellable, nightsAhead } from '../channels/sellable.ts'
import type { PropertyRecord } from '../ports.ts'
import { isSelling, type Seen, type SeenPart, whyNotSelling } from './findings.ts'
import { readVerdict } from './verdict.ts'

export type LookDeps = Needs<'channelManager' | 'channels' | 'connections' | 'events' | 'items'>

export interface WatchedRef {
  channelId: string
  channel: PropertyChannel
}

/**
 * Observes a channel. Unreadable parts are logged and left out; nothing is concluded from them. Undefined if it looks as
 * it did when it was last compared that day (UTC) and nobody gave a reason to look. `calendar`: that of the channel
 * manager, or one that its channels of a property share.
 */
export async function look(
  deps: LookDeps,
  ref: WatchedRef,
  calendar: ChannelManager['calendar'] = deps.channelManager.calendar,
): Promise<Seen | undefined> {
  const { channel } = ref
  const heldUp = new Set<SeenPart>()
  const noteFailure = ({ kind }: ProviderError, part: SeenPart) => {
    if (kind !== 'permanent') heldUp.add(part)
  }
  const readChannel = async () => ({
    channel: (await deps.channelManager.channel(channel.channelManagerChannelId)) ?? null,
  })
  const readOffer = () => deps.channelManager.offer(channel.ota, channel.hotelId)
  const readWords = async () => ({
    verdict: await readVerdict(deps.events, channel, error => noteFailure(error, 'verdict')),
  })
  const part = <T>(what: SeenPart, read: () => Promise<T>) => readOrSkip(deps, ref, what, read, noteFailure)
  const [found, offer, words] = await Promise.all([
    part('channel', readChannel),
    part('offer', readOffer),
    part('verdict', readWords),
  ])
  const record = lazily(() => deps.connections.property(channel.propertyId))
  const readSellable = async () => ({
    isSellable: await sellableNow(channel, await record(), { calendar, now: deps.clock.now() }),
  })
  // What is switched off sells nothing, and has an item of its own.
  const nights = found?.channel?.isActive ? await part('calendar', readSellable) : undefined
  const today = dayOf(deps.clock.now())
  const isWhole = found && words && offer
  const picture = isWhole
    ? digestOf([today, channel.version, found, offer, words, nights?.isSellable])
    : undefined
  const isNews = found && whyNotSelling(found.channel) !== (channel.notSelling ?? null)
  const isSame = picture !== undefined && picture === channel.seen && !channel.lookAt && !isNews
  const seen = { today, ...found, offer, ...words, ...nights, heldUp: [...heldUp], picture }
  if (isSame) return heldUp.size > 0 ? seen : undefined
  const { property, ratePlans } = await record()
  const channelManagerPropertyId = property?.channelManagerId ?? undefined
  const propertyRemoval =
    channelManagerPropertyId === undefined || !found || isSelling(found)
      ? undefined
      : await part('property', () => deps.channelManager.removalOf(channelManagerPropertyId))
  return { ...seen, channelManagerPropertyId, ratePlans, propertyRemoval, heldUp: [...heldUp] }
}

/** One call of the channel manager; undefined as `isSellable` has it, or for a property without an id there. */
async function sellableNow(
  { mapping }: PropertyChannel,
  { property, ratePlans }: PropertyRecord,
  { calendar, now }: { calendar: ChannelManager['calendar']; now: Date },
): Promise<boolean | undefined> {
  if (!property?.channelManagerId) return undefined
  const from = dayOf(now, property.timeZone ?? undefined)
  const nights = await calendar(property.channelManagerId, { from, to: laterDay(from, nightsAhead - 1) })
  return isSellable({ mapping, ratePlans, calendar: nights, from })
}

/** Undefined if the channel manager gives no usable answer. */
async function readOrSkip<T>(
  { log }: Pick<LookDeps, 'log'>,
  { channelId }: Pick<WatchedRef, 'channelId'>,
  what: SeenPart,
  read: () => Promise<T>,
  onFailure: (error: ProviderError, what: SeenPart) => void,
): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    onFailure(error, what)
    log.warn('a channel could not be watched in full', { channelId, what, error })
    return undefined
  }
}

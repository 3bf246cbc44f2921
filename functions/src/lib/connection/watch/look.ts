import type { Needs } from '../../context.ts'
import { digestOf } from '../../digest.ts'
import { ProviderError } from '../../errors.ts'
import { lazily } from '../../lazily.ts'
import { seeBookable } from '../bookable/see-bookable.ts'
import type { PropertyChannel } from '../channels/property-channel.ts'
import { isSelling, type Seen, type SeenPart, whyNotSelling } from './findings.ts'
import { readVerdict } from './verdict.ts'

export type LookDeps = Needs<
  'channelManager' | 'channels' | 'connections' | 'events' | 'items' | 'reservations'
>

export interface WatchedRef {
  channelId: string
  channel: PropertyChannel
}

/**
 * Observes a channel. Unreadable parts are logged and left out; nothing is concluded from them. Undefined if it looks as
 * it did when it was last compared that day (UTC) and nobody gave a reason to look: then nothing of ours is read.
 */
export async function look(deps: LookDeps, ref: WatchedRef): Promise<Seen | undefined> {
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
  const today = deps.clock.now().toISOString().slice(0, 10)
  const isWhole = found && words && offer
  const picture = isWhole ? digestOf([today, channel.version, found, offer, words]) : undefined
  const isNews = found && whyNotSelling(found.channel) !== (channel.notSelling ?? null)
  const isSame = picture !== undefined && picture === channel.seen && !channel.lookAt && !isNews
  // What is switched off sells nothing, and has an item of its own.
  const calendar = found?.channel?.isActive
    ? await part('calendar', async () => ({ bookable: await seeBookable(deps, channel, record) }))
    : undefined
  const seen = { today, ...found, offer, ...words, ...calendar, heldUp: [...heldUp], picture }
  if (isSame) return calendar?.bookable || heldUp.size > 0 ? seen : undefined
  const { property, ratePlans } = await record()
  const channelManagerPropertyId = property?.channelManagerId ?? undefined
  const propertyRemoval =
    channelManagerPropertyId === undefined || !found || isSelling(found)
      ? undefined
      : await part('property', () => deps.channelManager.removalOf(channelManagerPropertyId))
  return { ...seen, channelManagerPropertyId, ratePlans, propertyRemoval, heldUp: [...heldUp] }
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

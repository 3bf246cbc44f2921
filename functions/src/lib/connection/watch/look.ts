import type { Needs } from '../../context.ts'
import { dayOf, laterDay } from '../../days.ts'
import { digestOf } from '../../digest.ts'
import { OddAnswerError, ProviderError } from '../../errors.ts'
import type { PropertyChannel } from '../channels/property-channel.ts'
import { isSellable, type NextNights, nightsAhead } from '../channels/sellable.ts'
import { propertyAlone, readProperty } from '../properties/stored-property.ts'
import { isSelling, type Observation, type ObservationPart, whyNotSelling } from './findings.ts'
import { readVerdict } from './verdict.ts'

export type LookDeps = Needs<'channelManager' | 'events' | 'store'>

export interface WatchedRef {
  channelId: string
  channel: PropertyChannel
}

/**
 * Unreadable parts are logged and absent. Undefined for the day's (UTC) last picture without a reason to look, after
 * reading only the property.
 */
export async function look(
  deps: LookDeps,
  ref: WatchedRef,
  nightsOf: NightsOf = propertyId => readNights(deps, propertyId),
): Promise<Observation | undefined> {
  const { channel } = ref
  const pendingParts = new Set<ObservationPart>()
  let isUnreadable = false
  const noteFailure = (error: ProviderError, part: ObservationPart) => {
    if (error.kind !== 'permanent') pendingParts.add(part)
    if (part === 'channel' && error instanceof OddAnswerError) isUnreadable = true
  }
  const readChannel = async () => ({
    channel: (await deps.channelManager.channel(channel.channelManagerChannelId)) ?? null,
  })
  const readOffer = () => deps.channelManager.offer(channel.ota, channel.hotelId)
  const readWords = async () => ({
    verdict: await readVerdict(deps.events, channel, error => noteFailure(error, 'verdict')),
  })
  const part = <T>(what: ObservationPart, read: () => Promise<T>) =>
    readOrSkip(deps, ref, what, read, noteFailure)
  const [answer, offer, words] = await Promise.all([
    part('channel', readChannel),
    part('offer', readOffer),
    part('verdict', readWords),
  ])
  const sold = answer?.channel?.isActive ? answer.channel : undefined
  const nights = sold && (await part('calendar', () => nightsOf(channel.propertyId)))
  const sellable = nights && isSellable({ ...channel, rates: sold.rates }, nights)
  const today = dayOf(deps.clock.now())
  const isWhole = answer && words && offer
  const picture = isWhole ? digestOf([today, channel.version, answer, offer, words, sellable]) : undefined
  const isNews = answer && whyNotSelling(answer.channel) !== (channel.notSelling ?? null)
  const isSame = picture !== undefined && picture === channel.seen && !channel.lookAt && !isNews
  const observation = {
    today,
    ...answer,
    isUnreadable,
    offer,
    ...words,
    isSellable: sellable,
    pendingParts: [...pendingParts],
    picture,
  }
  if (isSame) return pendingParts.size > 0 ? observation : undefined
  const { property, ratePlans } = await readProperty(deps.store, channel.propertyId)
  const channelManagerPropertyId = property?.channelManagerId ?? undefined
  const propertyRemoval =
    channelManagerPropertyId === undefined || !answer || isSelling(answer)
      ? undefined
      : await part('property', () => deps.channelManager.removalOf(channelManagerPropertyId))
  return {
    ...observation,
    channelManagerPropertyId,
    ratePlans,
    propertyRemoval,
    pendingParts: [...pendingParts],
  }
}

export type NightsOf = (propertyId: string) => Promise<NextNights | undefined>

/** By the property's clock, in one call; undefined without an id there. Throws ProviderError. */
export async function readNights(
  { channelManager, clock, store }: LookDeps,
  propertyId: string,
): Promise<NextNights | undefined> {
  const property = await propertyAlone(store, propertyId)
  if (!property?.channelManagerId) return undefined
  const from = dayOf(clock.now(), property.timeZone ?? undefined)
  const days = { from, to: laterDay(from, nightsAhead - 1) }
  return { from, calendar: await channelManager.calendar(property.channelManagerId, days) }
}

async function readOrSkip<T>(
  { log }: LookDeps,
  { channelId }: WatchedRef,
  what: ObservationPart,
  read: () => Promise<T>,
  onFailure: (error: ProviderError, what: ObservationPart) => void,
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

import { failureOf } from '../../audit.ts'
import { bestEffort } from '../../best-effort.ts'
import { leaseUntil } from '../../durable/lease.ts'
import { DomainError, isRefused, ProviderError, refusesOurKey } from '../../errors.ts'
import { openItem } from '../../items/change-item.ts'
import { ready } from '../../lazy-port.ts'
import { settleWaiting } from '../../reservations/settle-waiting.ts'
import type { Channel, ChannelDraft, ChannelManager } from '../channel-manager.ts'
import { changeChannel, channelNotFound, mappingChanged } from '../channels/change-channel.ts'
import { type ChannelWorkDeps, callBudgetMs, finishDisconnect } from '../channels/disconnect-channel.ts'
import { isBusy, type PendingMapping, type PropertyChannel } from '../channels/property-channel.ts'
import { hasLines } from './mapping-difference.ts'

interface Work {
  pending: PendingMapping
  /** Of the request or run that this is part of. */
  startedAt: Date
  /** An earlier try may already have written it to the channel manager. */
  mayStandThere: boolean
}

/**
 * Writes a pending mapping to the channel manager and ends it: written, or dropped if refused or not processed. With an
 * unknown outcome it stays pending and is resumed later.
 */
export async function carryOut(
  deps: ChannelWorkDeps,
  channelId: string,
  { propertyId, channelManagerChannelId }: Pick<PropertyChannel, 'propertyId' | 'channelManagerChannelId'>,
  { pending, startedAt, mayStandThere }: Work,
): Promise<PropertyChannel> {
  const { channelManager, clock } = deps
  const inTime = channelManager.within(() => startedAt.getTime() + callBudgetMs - clock.now().getTime())
  let channel: Channel | undefined
  try {
    channel = await writeLines(inTime, channelManagerChannelId, pending.draft)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const refusal = asRefusal(error)
    if (mayStandThere ? isFinal(refusal) : error.kind !== 'unknown')
      await drop(deps, channelId, pending, refusal)
    throw refusal
  }
  // Before the end, so that whoever resumes a write that died repeats it.
  await settleWaiting(deps, propertyId)
  return end(deps, channelId, pending, channel)
}

/**
 * Replaces the lines unless already there. Idempotent, so after a lost answer it is retried, then looked up.
 */
async function writeLines(
  channelManager: ChannelManager,
  id: string,
  draft: ChannelDraft,
): Promise<Channel | undefined> {
  const before = await channelManager.channel(id)
  if (before && hasLines(before.rates, draft.rates)) return before
  const replace = () => channelManager.replaceRates(id, draft, before?.rates ?? [])
  try {
    await replace().catch((error: unknown) => {
      if (!isUnknown(error)) throw error
      return replace().catch((again: unknown) => {
        // Refused after a lost answer: only looking can tell whether the first try went through.
        throw isRefused(again) ? again : error
      })
    })
    return before
  } catch (error) {
    if (!isUnknown(error)) throw error
    const after = await channelManager.channel(id).catch(() => undefined)
    if (after && hasLines(after.rates, draft.rates)) return after
    throw error
  }
}

const isUnknown = (error: unknown): error is ProviderError =>
  error instanceof ProviderError && error.kind === 'unknown'

function asRefusal(error: ProviderError): DomainError {
  if (error.status === 404) return channelNotFound()
  const refusedUs = refusesOurKey(error)
  if (isRefused(error)) {
    return new DomainError('mapping-failed', 'The channel manager refused the mapping.', {
      nextAction:
        'Read the mapping again: what the OTA offers may have changed. Correct it, then send it again.',
      quote: error.quote,
      cause: error,
    })
  }
  const code = error.timedOut ? 'provider-timeout' : 'provider-unavailable'
  if (error.kind === 'unknown') {
    return new DomainError(
      code,
      'The channel manager gave no usable answer, so the mapping is still being written.',
      {
        nextAction: 'It goes on by itself. Read the mapping again in a few minutes.',
        retryAfterSeconds: 60,
        cause: error,
      },
    )
  }
  return new DomainError(
    code,
    refusedUs
      ? 'The channel manager does not accept our credentials.'
      : 'The channel manager cannot be reached, so the mapping was not written.',
    {
      nextAction: refusedUs
        ? 'Tell engineering: the key for the channel manager has to be corrected.'
        : 'Nothing has changed. Try again in a few minutes; if it stays so, tell engineering.',
      cause: error,
    },
  )
}

const drop = (
  deps: ChannelWorkDeps,
  channelId: string,
  { id, audit }: PendingMapping,
  refusal: DomainError,
) =>
  changeChannel(deps, channelId, ({ pendingMapping }) =>
    pendingMapping?.id === id
      ? { clear: ['pendingMapping', 'leaseUntil'], audit: audit && failureOf(audit, refusal) }
      : 'done',
  )

/** The one commit of a mapping written at the channel manager. Throws `mapping-changed` if overtaken. */
const end = (
  deps: ChannelWorkDeps,
  channelId: string,
  pending: PendingMapping,
  channel: Channel | undefined,
) =>
  changeChannel(deps, channelId, ({ pendingMapping, review }) => {
    const { id, mapping, offer, finalize, difference, example, by, audit } = pending
    if (review?.id === id) return 'done'
    if (pendingMapping?.id !== id) throw mappingChanged('The channel was changed meanwhile.')
    const version = pending.version + 1
    return {
      set: {
        mapping,
        version,
        mappingStatus: finalize ? 'finalized' : 'initial',
        offer,
        pricingType: offer.pricingType,
        ...(channel?.currency && { currency: channel.currency }),
        review: { id, version, difference, by, at: deps.clock.now() },
        lookAt: deps.clock.now(),
      },
      clear: ['pendingMapping', 'leaseUntil'],
      audit,
      example: example && { id, at: deps.clock.now(), ...example },
    }
  })

/** Resumes abandoned work on a channel. */
export async function finishChannelWork(deps: ChannelWorkDeps, channelId: string): Promise<void> {
  await ready(deps.channelManager)
  await finishDisconnect(deps, channelId)
  await finishMapping(deps, channelId)
}

/**
 * Resumes an abandoned mapping. If the channel manager refuses it, it is dropped and an item opens, since nobody waits
 * for the answer any more. If it cannot be written now, it stays pending.
 */
export async function finishMapping(deps: ChannelWorkDeps, channelId: string): Promise<void> {
  const startedAt = deps.clock.now()
  const claimed = await claim(deps, channelId)
  if (!claimed?.pendingMapping) return
  const { pendingMapping } = claimed
  try {
    const work = { pending: pendingMapping, startedAt, mayStandThere: true }
    await carryOut(deps, channelId, claimed, work)
  } catch (error) {
    if (!isFinal(error)) throw error
    await bestEffort(deps.log, 'item for a mapping that was not written', () =>
      openItem(deps, notWrittenItem(channelId, claimed, pendingMapping, error, deps.clock.now())),
    )
  }
}

const isFinal = (error: unknown): error is DomainError =>
  error instanceof DomainError && (error.code === 'mapping-failed' || error.code === 'channel-not-found')

async function claim(deps: ChannelWorkDeps, channelId: string): Promise<PropertyChannel | undefined> {
  let isClaimed = false
  const channel = await changeChannel(deps, channelId, current => {
    const now = deps.clock.now()
    isClaimed = current.pendingMapping !== undefined && !isBusy(current, now)
    return isClaimed ? { set: { leaseUntil: leaseUntil('channel', now) } } : 'done'
  })
  return isClaimed ? channel : undefined
}

const notWrittenItem = (
  channelId: string,
  { propertyId, ota }: PropertyChannel,
  { id, by }: PendingMapping,
  { detail }: DomainError,
  createdAt: Date,
) => ({
  id: `mapping-not-written_${channelId}_${id}`,
  kind: 'mapping-not-written',
  detail: `A mapping that ${by} sent was not written. ${detail}`,
  nextAction: 'Read the mapping, make the changes again and send it.',
  propertyId,
  ota,
  channelId,
  createdAt,
})

import { failureOf } from '../../audit.ts'
import { bestEffort } from '../../best-effort.ts'
import { leaseUntil } from '../../durable/lease.ts'
import { DomainError, isRefused, ProviderError, refusesOurKey } from '../../errors.ts'
import { openItem } from '../../items/change-item.ts'
import { ready } from '../../lazy-port.ts'
import type { Channel, ChannelDraft, ChannelManager } from '../channel-manager.ts'
import { changeChannel, channelNotFound, mappingChanged } from '../channels/change-channel.ts'
import { type ChannelWorkDeps, callBudgetMs, finishDisconnect } from '../channels/disconnect-channel.ts'
import { isBusy, type PendingMapping, type PropertyChannel } from '../channels/property-channel.ts'
import { hasLines } from '../mapping/mapping-difference.ts'
import { settleWaiting } from '../pulls/request-pull.ts'

interface Work {
  pending: PendingMapping
  /** Start of the whole request or run. */
  startedAt: Date
  /** An earlier try may have written the mapping. */
  mayStandThere: boolean
}

/** Drops a mapping that was refused or not processed; an unknown outcome leaves it pending. */
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
  // A resumed write must repeat it.
  await settleWaiting(deps, propertyId)
  return end(deps, channelId, pending, channel)
}

/** Idempotent. */
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
        // The first try may have succeeded although its answer was lost.
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

/** Throws `mapping-changed` if overtaken. */
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

export async function finishChannelWork(deps: ChannelWorkDeps, channelId: string): Promise<void> {
  await ready(deps.channelManager)
  await finishDisconnect(deps, channelId)
  await finishMapping(deps, channelId)
}

/** No user waits for a refusal: it opens an item. */
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

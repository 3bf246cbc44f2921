import type { Needs } from '../../context.ts'
import { isAlive, isHeldBy, type Claim as LeaseClaim, leases, newClaim } from '../../durable/lease.ts'
import { ProviderError, refusesOurKey } from '../../errors.ts'
import { ready } from '../../lazy-port.ts'
import type { ChannelName } from '../channel-names.ts'
import { channelOfType } from '../channel-types.ts'
import { channels } from '../channels/registry.ts'
import { outcomeLookedUp, tooLate } from '../delivery-failures.ts'
import { fileLinks } from '../files/file-link.ts'
import { bytesOf } from '../files/open-file.ts'
import type { Delivery, StoredMessage } from '../message.ts'
import type { MessageRef } from '../ports.ts'
import type { MessageInThread } from '../stored-messages.ts'
import {
  changeDelivery,
  completeContext,
  decideDelivery,
  deliveryContext,
  isTooLate,
  retriedLater,
} from './change-delivery.ts'
import { checkSent } from './check-sent.ts'
import { lookUp } from './look-up.ts'
import { hasGone, waitsForOther } from './parts-in-turn.ts'
import {
  afterReport,
  type DeliveryChange,
  type DeliveryContext,
  type OutgoingContent,
  withoutClaim,
} from './provider.ts'
import { refusal, SendRefusedError } from './refusal.ts'
import { recipientOf, type SendContext, type SendContextDeps, sendContext } from './send-context.ts'
import { capsFor, decideSpend, type SpendCaps, segmentsAfter } from './spending.ts'

export type DeliverMessageDeps = SendContextDeps &
  Needs<'breaker' | 'carriers' | 'fileLinks' | 'files' | 'store' | 'webhookItems'>

/** Milliseconds before the first look-up. */
const usualFirstLookUp = 5_000

/** Idempotent: claimed, future and finished deliveries stay as they are. `first` replaces the first read. */
export async function deliverMessage(
  deps: DeliverMessageDeps,
  ref: MessageRef,
  { reservationId, first }: { reservationId?: string | undefined; first?: MessageInThread } = {},
): Promise<void> {
  const context = first ? completeContext(first) : await deliveryContext(deps, ref, reservationId)
  const delivery = context?.message.value.delivery
  const channel = channelOfType(context?.message.value.type)
  if (!context || !delivery || !channel) return
  const now = deps.clock.now()
  if (delivery.status === 'unknown' && hasCome(delivery.dueAt, now)) {
    await lookUp(deps, ref, context, channel)
  } else if (delivery.status === 'sent' && hasCome(delivery.dueAt, now)) {
    await checkSent(deps, ref, context, channel)
  } else if (isAbandoned(delivery, now)) {
    await changeDelivery(deps, ref, message => afterLease(message, now), { first: context })
  } else if (isDue(delivery, now) && !(await waitsForOther(deps, ref, context))) {
    const { next } = delivery
    const sent = await claimAndSend(deps, { ref, reservationId, channel }, context)
    if (next !== undefined && hasGone(sent)) await deliverMessage(deps, { ...ref, messageId: next })
  }
}

const unfinished = new Set<Delivery['status']>(['pending', 'sending', 'unknown'])

export const deliverLater = async (deps: DeliverMessageDeps, ref: MessageRef): Promise<void> =>
  void (await changeDelivery(deps, ref, ({ delivery }) =>
    delivery && unfinished.has(delivery.status) && delivery.dueAt === undefined
      ? { delivery: { ...delivery, dueAt: deps.clock.now() } }
      : undefined,
  ))

const hasCome = (time: Date | undefined, now: Date): boolean => time !== undefined && time <= now

/** The first try ignores `dueAt`, since clocks differ. */
const isDue = ({ status, attempts, dueAt }: Delivery, now: Date): boolean =>
  status === 'pending' && (attempts === 0 || dueAt === undefined || dueAt <= now)

const isAbandoned = (delivery: Delivery, now: Date): boolean =>
  delivery.status === 'sending' && !isAlive(delivery, now)

/** The process may have sent it, or still may, so a look-up follows, never a repetition. */
function afterLease({ delivery }: StoredMessage, now: Date): DeliveryChange | undefined {
  if (!delivery || !isAbandoned(delivery, now)) return undefined
  return {
    delivery: { ...withoutClaim(delivery), status: 'unknown', failure: outcomeLookedUp, dueAt: now },
  }
}

interface Outgoing {
  ref: MessageRef
  reservationId: string | undefined
  channel: ChannelName
}

async function claimAndSend(
  deps: DeliverMessageDeps,
  { ref, reservationId, channel }: Outgoing,
  initial: DeliveryContext,
): Promise<Delivery | undefined> {
  const now = deps.clock.now()
  const contextOf = (context: DeliveryContext) => sendContext(deps, context, channel, now)
  const first = await contextOf(initial)
  // Before the claim, a failure to build the carrier or a link proves that nothing was sent.
  if (!('failure' in recipientOf(first, channel, now)))
    await ready(deps.carriers[channel].messenger, ...(initial.message.value.files ? [deps.fileLinks] : []))
  const claim = newClaim(deps, 'delivery')
  const claimed = await decideDelivery<SendContext>(deps, {
    ref,
    first,
    read: async () => {
      const context = await deliveryContext(deps, ref, reservationId)
      return context && contextOf(context)
    },
    decide: context => claimedOrFailed(context, { channel, claim, caps: deps.rules.spendCaps(), now }),
  })
  const delivery = claimed && claimOf(claimed.value, claim)
  if (!delivery) return undefined
  const message = { value: { ...initial.message.value, delivery }, revision: claimed.revision }
  const decide = await attemptSend(deps, channel, message.value, delivery)
  const recorded = await changeDelivery(deps, ref, decide, { first: { ...initial, message } })
  if (!recorded) deps.log.info('nothing was left to record of a send', { ...ref })
  return recorded?.value
}

interface Claiming {
  channel: ChannelName
  claim: LeaseClaim
  caps: SpendCaps
  now: Date
}

function claimedOrFailed(
  context: SendContext,
  { channel, claim, caps, now }: Claiming,
): DeliveryChange | undefined {
  const { delivery } = context.message.value
  if (!delivery || !isDue(delivery, now)) return undefined
  const outcome = isTooLate(delivery, now) ? { failure: tooLate } : recipientOf(context, channel, now)
  const fresh = withoutClaim(delivery)
  if ('failure' in outcome) return { delivery: { ...fresh, status: 'failed', ...outcome } }
  const own = capsFor(caps, delivery, context.counts)
  const { failure, ...counted } = decideSpend(context.counts, own, context.segments, now)
  if (failure) return { delivery: { ...fresh, status: 'failed', failure }, ...counted }
  const attempts = delivery.attempts + 1
  const segments = segmentsAfter(delivery, context.segments, now)
  const claimFields = { ...claim, dueAt: claim.leaseUntil, claimedAt: now, segments }
  return { delivery: { ...fresh, status: 'sending', attempts, ...claimFields, ...outcome }, ...counted }
}

type Claim = Delivery & { claimId: string; to: string; claimedAt: Date }

function claimOf(delivery: Delivery, { claimId }: LeaseClaim): Claim | undefined {
  const { to, claimedAt } = delivery
  const isOurs = delivery.status === 'sending' && isHeldBy(delivery, claimId)
  return isOurs && to !== undefined && claimedAt ? { ...delivery, claimId, to, claimedAt } : undefined
}

type Decision = (message: StoredMessage) => DeliveryChange | undefined

async function attemptSend(
  deps: SendDeps,
  channel: ChannelName,
  message: StoredMessage,
  claim: Claim,
): Promise<Decision> {
  // After this delay the claim could end before the provider answers.
  if (deps.clock.now().getTime() - claim.claimedAt.getTime() > leases.delivery / 2)
    return becoming(claim, unsent(claim, deps.clock.now()))
  const { threadId, messageId } = message
  const startedAt = deps.clock.now().getTime()
  const line = () => {
    const now = deps.clock.now().getTime()
    // Means nothing for a retry.
    const sincePostMs = claim.retryId === undefined ? now - message.createdAt.getTime() : undefined
    return { threadId, messageId, channel, attempt: claim.attempts, ms: now - startedAt, sincePostMs }
  }
  try {
    const { providerMessageId } = await deps.carriers[channel].messenger.send({
      channel,
      to: claim.to,
      content: await contentOf(deps, channel, message, claim),
      send: { threadId: message.threadId, messageId: message.messageId, claimId: claim.claimId },
    })
    deps.log.info('send accepted', { ...line(), providerMessageId, outcome: 'accepted' })
    return now => afterReport(now, { providerMessageId, status: 'sent' }, claim.claimId)
  } catch (error) {
    deps.log.warn('send failed', { ...line(), outcome: 'failed', error })
    return becoming(claim, failedSend(error, claim, deps.clock.now(), channel))
  }
}

type SendDeps = Needs<'breaker' | 'carriers' | 'fileLinks' | 'files' | 'rules'>

async function contentOf(
  deps: SendDeps,
  channel: ChannelName,
  { body: text, attachments = [], files = [] }: StoredMessage,
  claim: Claim,
): Promise<OutgoingContent> {
  if (claim.template) return { template: claim.template }
  const [file] = files
  if (file && isApart(channel)) {
    // A storage failure must not hold up the lane's other messages.
    if ((await deps.breaker.state('storage')) === 'open')
      throw new ProviderError('storage', 'retryable', 'its lane is closed', { isUnasked: true })
    return { file: { ...file, bytes: await bytesOf(deps, file.fileId) } }
  }
  const links = await fileLinks(deps, files, { ...claim, triedUntil: lastTry(deps, channel, claim) })
  const mediaUrls = [...attachments, ...links]
  return { text, ...(mediaUrls.length > 0 && { mediaUrls }) }
}

const isApart = (channel: ChannelName): boolean => channels[channel].files.takes?.(undefined).apart === true

/** A link outlives every try, whatever `sendUntil` says. */
function lastTry({ rules }: Needs<'rules'>, channel: ChannelName, { claimedAt, sendUntil }: Claim): Date {
  const usual = claimedAt.getTime() + rules.sendWaits()[channel]
  return new Date(Math.max(usual, sendUntil?.getTime() ?? 0))
}

const becoming =
  (claim: Claim, delivery: Delivery): Decision =>
  message =>
    isStillOurs(message, claim, delivery) ? { delivery } : undefined

const unsent = ({ claimId: _claim, attempts, ...claim }: Claim, now: Date): Delivery => ({
  ...withoutClaim({ ...claim, attempts: attempts - 1 }),
  status: 'pending',
  dueAt: now,
})

/** Another process may have set the claim to unknown meanwhile. */
const isStillOurs = ({ delivery, externalMessageId }: StoredMessage, claim: Claim, next: Delivery): boolean =>
  delivery?.claimId === claim.claimId &&
  externalMessageId === undefined &&
  (delivery.status === 'sending' || delivery.status === 'unknown') &&
  !(delivery.status === next.status && delivery.callEnded === next.callEnded)

function failedSend(error: unknown, claim: Claim, now: Date, name: ChannelName): Delivery {
  const { claimId: _claim, ...unclaimed } = withoutClaim(claim)
  if (!(error instanceof ProviderError) || error.kind === 'unknown') {
    const { firstAfter = usualFirstLookUp } = channels[name].lookUp
    const dueAt = new Date(now.getTime() + firstAfter)
    return { ...withoutClaim(claim), status: 'unknown', failure: outcomeLookedUp, dueAt, callEnded: true }
  }
  if (error.kind === 'permanent' && !refusesOurKey(error)) {
    return {
      ...withoutClaim(claim),
      status: 'failed',
      failure: refusal(error instanceof SendRefusedError ? error.refusal : error),
    }
  }
  return retriedLater(unclaimed, now)
}

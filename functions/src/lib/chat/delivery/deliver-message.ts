import { ProviderError } from '../../errors.ts'
import type { System } from '../../ports.ts'
import { addressOf } from '../guest.ts'
import type { Delivery, StoredMessage } from '../message.ts'
import type { MessageRef } from '../ports.ts'
import { callbackPath } from './callback.ts'
import { changeDelivery } from './change-delivery.ts'
import { checkSent } from './check-sent.ts'
import { noGuestPhone, outcomeLookedUp, refusal } from './delivery-failures.ts'
import { lookUp } from './look-up.ts'
import { obstacle, planOf } from './obstacle.ts'
import { type OutboundChannel, outboundRule } from './outbound.ts'
import type { DeliveryContext, DeliveryStore, Messenger } from './ports.ts'
import { afterReport, type DeliveryChange, settled } from './provider-status.ts'
import { retriedLater } from './retry-later.ts'

export interface DeliverMessageDeps extends System {
  deliveries: DeliveryStore
  /** Asked for only when something is to be sent or looked up. */
  messenger(): Promise<Messenger>
}

/** Longer than any send takes; a claim older than this is dead. Milliseconds. */
const lease = 120_000
/** The provider is given this long before it is asked what became of a send. Milliseconds. */
const firstLookUp = 5_000
const claimTries = 3

/**
 * Brings a message's delivery on: sends what is due, once (claim, send, record), looks up what became of a send of
 * unknown outcome, and asks after one that no callback has told of. Safe to call again at any time: what is claimed, not yet due or finished is left alone.
 */
export async function deliverMessage(
  deps: DeliverMessageDeps,
  ref: MessageRef,
  reservationId?: string,
): Promise<void> {
  for (let tries = 0; tries < claimTries; tries += 1) {
    if ((await bringOn(deps, ref, reservationId)) !== 'changed') return
  }
}

/** `changed`: the message was written to between the read and the claim, though perhaps by nobody who sends it. */
async function bringOn(
  deps: DeliverMessageDeps,
  ref: MessageRef,
  reservationId: string | undefined,
): Promise<'changed' | undefined> {
  const context = await deps.deliveries.load(ref, reservationId)
  const delivery = context?.message.value.delivery
  const rule = context && outboundRule(context.message.value.type)
  if (!context || !delivery || !rule) return undefined
  const now = deps.clock.now()
  if (delivery.status === 'unknown' && delivery.lookUpAt && delivery.lookUpAt <= now) {
    await lookUp(deps, ref, context, rule.channel)
  } else if (delivery.status === 'sent' && delivery.lookUpAt && delivery.lookUpAt <= now) {
    await checkSent(deps, ref, context)
  } else if (delivery.status === 'sending' && (delivery.leaseUntil ?? now) <= now) {
    await changeDelivery(deps, ref, message => afterLease(message, now), { known: context })
  } else if (delivery.status === 'pending' && !(delivery.notBefore && delivery.notBefore > now)) {
    return claimAndSend(deps, ref, context, rule.channel, delivery)
  }
  return undefined
}

/** Whoever claimed it may have sent it, or may yet: it is looked up, but not sent again by itself. */
function afterLease({ delivery }: StoredMessage, now: Date): DeliveryChange | undefined {
  if (delivery?.status !== 'sending' || (delivery.leaseUntil ?? now) > now) return undefined
  return { delivery: { ...settled(delivery), status: 'unknown', failure: outcomeLookedUp, lookUpAt: now } }
}

async function claimAndSend(
  deps: DeliverMessageDeps,
  ref: MessageRef,
  context: DeliveryContext,
  channel: OutboundChannel,
  delivery: Delivery,
): Promise<'changed' | undefined> {
  const now = deps.clock.now()
  const guest = await deps.deliveries.guest(context)
  const failure = obstacle(guest, planOf(context.message.value, channel), now)
  const to = guest && addressOf(guest, channel)
  if (failure || to === undefined) {
    const failed = { ...settled(delivery), status: 'failed' as const, failure: failure ?? noGuestPhone }
    const isSame = (message: StoredMessage) => message.delivery?.status === 'pending'
    await changeDelivery(deps, ref, message => (isSame(message) ? { delivery: failed } : undefined), {
      known: context,
    })
    return undefined
  }
  const messenger = await deps.messenger()
  const claim = claimOf(delivery, deps.ids.claim(), to, now)
  const revision = await deps.deliveries.claim(ref, context.message.revision, claim)
  if (revision === undefined) return 'changed'
  const message = { value: { ...context.message.value, delivery: claim }, revision }
  const decide = await attemptSend({ ...deps, messenger }, channel, message.value, claim)
  const change = await changeDelivery(deps, ref, decide, { known: { ...context, message } })
  if (!change) deps.log.info('nothing was left to record of a send', { ...ref })
  return undefined
}

const claimOf = (delivery: Delivery, claimId: string, to: string, now: Date) => ({
  ...settled(delivery),
  status: 'sending' as const,
  attempts: delivery.attempts + 1,
  claimId,
  to,
  claimedAt: now,
  leaseUntil: new Date(now.getTime() + lease),
})

type Claim = ReturnType<typeof claimOf>
type Decision = (message: StoredMessage) => DeliveryChange | undefined

/** Sends, and answers what that changes on whatever the message is by then. */
async function attemptSend(
  deps: System & { messenger: Messenger },
  channel: OutboundChannel,
  message: StoredMessage,
  claim: Claim,
): Promise<Decision> {
  // Held up this long, it could be taken for dead before the provider answers. Nothing was sent yet.
  if (deps.clock.now().getTime() - claim.claimedAt.getTime() > lease / 2)
    return becoming(claim, unsent(claim))
  try {
    const { providerMessageId } = await deps.messenger.send({
      channel,
      to: claim.to,
      content: claim.template
        ? { template: claim.template }
        : { text: message.body, mediaUrls: message.attachments },
      callback: callbackPath(message, claim.claimId),
    })
    return now => afterReport(now, { providerMessageId, status: 'sent' }, claim.claimId)
  } catch (error) {
    const { threadId, messageId } = message
    deps.log.warn('send failed', { threadId, messageId, channel, error })
    return becoming(claim, afterFailure(error, claim, deps.clock.now()))
  }
}

const becoming =
  (claim: Claim, delivery: Delivery): Decision =>
  message =>
    isStillOurs(message, claim, delivery) ? { delivery } : undefined

/** The delivery as it was before the claim. */
const unsent = ({ claimId: _claim, attempts, ...claim }: Claim): Delivery => ({
  ...settled({ ...claim, attempts: attempts - 1 }),
  status: 'pending',
})

/** The claim stands, or was given up as unknown by somebody who knew less than we do now. */
const isStillOurs = ({ delivery, externalMessageId }: StoredMessage, claim: Claim, next: Delivery): boolean =>
  delivery?.claimId === claim.claimId &&
  externalMessageId === undefined &&
  (delivery.status === 'sending' || delivery.status === 'unknown') &&
  !(delivery.status === next.status && delivery.callEnded === next.callEnded)

function afterFailure(error: unknown, claim: Claim, now: Date): Delivery {
  const { claimId: _claim, ...unclaimed } = settled(claim)
  if (!(error instanceof ProviderError) || error.kind === 'unknown') {
    const lookUpAt = new Date(now.getTime() + firstLookUp)
    return { ...settled(claim), status: 'unknown', failure: outcomeLookedUp, lookUpAt, callEnded: true }
  }
  if (error.kind === 'permanent') {
    return { ...settled(claim), status: 'failed', failure: refusal(error.providerCode) }
  }
  return retriedLater(unclaimed, now)
}

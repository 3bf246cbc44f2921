import { ProviderError } from '../errors.ts'
import type { Revision, System } from '../ports.ts'
import { jittered } from '../retry-delay.ts'
import { attentionWith } from './attention.ts'
import { noGuestPhone, outcomeUnknown, providerBusy, refusal } from './delivery-failures.ts'
import type { Delivery, StoredMessage } from './message.ts'
import { type OutboundChannel, outboundRule } from './outbound.ts'
import type { DeliveryContext, DeliveryRecord, DeliveryStore, MessageRef, TextSender } from './ports.ts'
import type { Thread } from './thread.ts'
import { later } from './thread-patch.ts'

export interface DeliverMessageDeps extends System {
  deliveries: DeliveryStore
  /** Asked for only when something is to be sent. */
  sender(): Promise<TextSender>
}

/** Longer than any send takes; a claim older than this is dead. Milliseconds. */
const lease = 120_000
/** Sends refused before processing are tried this often, then failed. */
const maxAttempts = 6
const retryBase = 15_000
const retryCap = 10 * 60_000
const recordAttempts = 20
const claimTries = 3

/**
 * Sends a message that is due, once: claim, send, record. Safe to call again at any time: a message that is claimed,
 * not yet due or finished is left alone; a claim that died while sending becomes `unknown`, since the provider may
 * have it.
 */
export async function deliverMessage(
  deps: DeliverMessageDeps,
  ref: MessageRef,
  reservationId?: string,
): Promise<void> {
  for (let tries = 0; tries < claimTries; tries += 1) {
    if ((await claimAndSend(deps, ref, reservationId)) !== 'changed') return
  }
}

/** `changed`: the message was written to between the read and the claim, though perhaps by nobody who sends it. */
async function claimAndSend(
  deps: DeliverMessageDeps,
  ref: MessageRef,
  reservationId: string | undefined,
): Promise<'changed' | undefined> {
  const context = await deps.deliveries.load(ref, reservationId)
  const delivery = context?.message.value.delivery
  const rule = context && outboundRule(context.message.value.type)
  if (!context || !delivery || !rule) return undefined
  const now = deps.clock.now()
  if (delivery.status === 'sending' && (delivery.leaseUntil ?? now) <= now) {
    await record(deps, ref, context, ended(delivery, 'unknown', outcomeUnknown))
    return undefined
  }
  if (delivery.status !== 'pending' || (delivery.notBefore && delivery.notBefore > now)) return undefined

  const phone = context.guestId === undefined ? undefined : await deps.deliveries.guestPhone(context.guestId)
  if (phone === undefined) {
    await record(deps, ref, context, ended(delivery, 'failed', noGuestPhone))
    return undefined
  }

  const sender = await deps.sender()
  const claim = {
    ...delivery,
    status: 'sending' as const,
    attempts: delivery.attempts + 1,
    claimId: deps.ids.claim(),
    leaseUntil: new Date(now.getTime() + lease),
  }
  const revision = await deps.deliveries.claim(ref, context.message.revision, claim)
  if (revision === undefined) return 'changed'
  const outcome = await attemptSend({ ...deps, sender }, rule.channel, phone, context.message.value, claim)
  await record(deps, ref, withClaim(context, revision, claim), outcome)
  return undefined
}

interface SendOutcome {
  delivery: Delivery
  providerMessageId?: string
}

async function attemptSend(
  deps: System & { sender: TextSender },
  channel: OutboundChannel,
  phone: string,
  message: StoredMessage,
  claim: Delivery,
): Promise<SendOutcome> {
  try {
    const { providerMessageId } = await deps.sender.send(channel, phone, message.body)
    return { ...ended(claim, 'sent'), providerMessageId }
  } catch (error) {
    deps.log.warn('send failed', { threadId: message.threadId, messageId: message.messageId, channel, error })
    return afterFailure(error, claim, deps.clock.now())
  }
}

function afterFailure(error: unknown, claim: Delivery, now: Date): SendOutcome {
  if (!(error instanceof ProviderError) || error.kind === 'unknown')
    return ended(claim, 'unknown', outcomeUnknown)
  if (error.kind === 'permanent') return ended(claim, 'failed', refusal(error))
  if (claim.attempts >= maxAttempts) return ended(claim, 'failed', providerBusy)
  const wait = retryBase / 2 + jittered(claim.attempts, retryBase / 2, retryCap)
  return { delivery: { ...open(claim), status: 'pending', notBefore: new Date(now.getTime() + wait) } }
}

const ended = (
  delivery: Delivery,
  status: 'sent' | 'failed' | 'unknown',
  failure?: Delivery['failure'],
): SendOutcome => ({ delivery: { ...open(delivery), status, ...(failure && { failure }) } })

/** A delivery without what belongs to one claim or one try. */
const open = ({
  claimId: _claim,
  leaseUntil: _lease,
  notBefore: _notBefore,
  failure: _failure,
  ...rest
}: Delivery) => rest

const withClaim = (context: DeliveryContext, revision: Revision, delivery: Delivery): DeliveryContext => ({
  ...context,
  message: { value: { ...context.message.value, delivery }, revision },
})

/** Writes the outcome; when message or thread have moved meanwhile, reads them again, as long as the claim is still ours. */
async function record(
  deps: DeliverMessageDeps,
  ref: MessageRef,
  first: DeliveryContext,
  outcome: SendOutcome,
): Promise<void> {
  const before = first.message.value.delivery
  let context: DeliveryContext | undefined = first
  for (let attempt = 0; attempt < recordAttempts; attempt += 1) {
    if (attempt > 0 && isRecorded(context, outcome)) return
    if (!context || !isSameState(context.message.value.delivery, before)) {
      deps.log.warn('delivery was taken over; its outcome is not recorded', {
        ...ref,
        status: outcome.delivery.status,
      })
      return
    }
    if (await deps.deliveries.record(toRecord(ref, context, outcome, deps.clock.now()))) return
    await deps.clock.sleep(jittered(attempt, 10, 500))
    context = await deps.deliveries.load(ref, before?.reservationId)
  }
  throw new Error(`the outcome of ${ref.threadId}/${ref.messageId} could not be recorded`)
}

/** An earlier try of ours went through although its answer was lost. */
const isRecorded = (context: DeliveryContext | undefined, { delivery }: SendOutcome): boolean => {
  const now = context?.message.value.delivery
  return now?.status === delivery.status && now.attempts === delivery.attempts
}

const isSameState = (now: Delivery | undefined, before: Delivery | undefined): boolean =>
  now?.status === before?.status && now?.claimId === before?.claimId

function toRecord(
  ref: MessageRef,
  context: DeliveryContext,
  outcome: SendOutcome,
  now: Date,
): DeliveryRecord {
  const { message, thread } = context
  const patch = threadChange(message.value, thread.value, outcome.delivery, now)
  return {
    ref,
    messageRevision: message.revision,
    delivery: outcome.delivery,
    ...(outcome.providerMessageId !== undefined && { externalMessageId: outcome.providerMessageId }),
    ...(patch && {
      thread: { revision: thread.revision, patch: { ...patch, version: thread.value.version + 1 } },
    }),
  }
}

/** What the outcome of a send changes on the thread: a chatapp send its time, a failed one its author's attention. */
function threadChange(message: StoredMessage, thread: Thread, delivery: Delivery, now: Date) {
  if (delivery.status === 'failed' || delivery.status === 'unknown')
    return attentionWith(thread, message.authorId)
  if (delivery.status !== 'sent' || message.type !== 'chatapp-message') return undefined
  return { lastChatappMessageSentAt: later(now, thread.lastChatappMessageSentAt) }
}

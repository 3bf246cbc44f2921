import { type Actor, isStaff } from '../../actor.ts'
import { auditingFailure, buildAuditEntry } from '../../audit.ts'
import { bestEffort } from '../../best-effort.ts'
import type { Needs } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import type { ChannelName } from '../channel-names.ts'
import { channelOfType } from '../channel-types.ts'
import type { Delivery, StoredMessage } from '../message.ts'
import { withOptOuts } from '../opt-outs.ts'
import type { MessageRef } from '../ports.ts'
import { changeDelivery, deliveryContext, recipient } from './change-delivery.ts'
import { type DeliverMessageDeps, deliverMessage } from './deliver-message.ts'
import { type Finding, lookUp } from './look-up.ts'
import { obstacle, planOf } from './obstacle.ts'
import { lastTime, type SendWaits } from './outbound.ts'
import { type DeliveryContext, withoutClaim } from './provider.ts'
import { talkOfSend } from './send-context.ts'

/**
 * A look-up first keeps an unknown send from going twice; of concurrent requests one sends. Throws `not-retryable`
 * with the reason.
 */
export async function retryMessage(
  deps: DeliverMessageDeps & Needs<'auditLog' | 'breaker'>,
  actor: Actor,
  ref: MessageRef,
): Promise<void> {
  const audit = buildAuditEntry(deps, actor, {
    action: 'message.retry',
    targetType: 'message',
    targetId: ref.messageId,
    metadata: { threadId: ref.threadId },
  })
  const channel = await auditingFailure(deps, audit, async () => {
    if (!isStaff(actor)) throw new DomainError('forbidden', 'Only staff send a message again.')
    const { sendIds, channel } = await checkRetryable(deps, ref)
    const [retryId, now] = [deps.ids.claim(), deps.clock.now()]
    const change = await changeDelivery(
      deps,
      ref,
      message => restarted(message, { sendIds, retryId, now, waits: deps.rules.sendWaits() }),
      { audit },
    )
    if (!change) throw notRetryable(onItsWay)
    return channel
  })
  // The schedule finishes the rest.
  await bestEffort(deps.log, 'delivery after a retry', () =>
    deps.breaker.firstTry(channel, () => deliverMessage(deps, ref)),
  )
}

type SendIds = Pick<Delivery, 'claimId' | 'retryId'>

async function checkRetryable(
  deps: DeliverMessageDeps,
  ref: MessageRef,
): Promise<{ sendIds: SendIds; channel: ChannelName }> {
  const context = await storedSend(deps, ref)
  const { type, delivery } = context.message.value
  const channel = channelOfType(type)
  if (!channel || !delivery) throw notRetryable('This message is not sent by chatapp or SMS.')
  const reason = whyNot(delivery)
  if (reason) throw notRetryable(reason)
  if (delivery.status === 'unknown') {
    const finding = await lookUp(deps, ref, context, channel)
    if (typeof finding === 'object') throw notRetryable(isThere)
    if (mayStillCome(delivery, finding)) throw stillUnclear()
  }
  const addressee = await recipient(deps, context)
  const guest = addressee && (await withOptOuts(deps, addressee.guest, [channel]))
  const talk = await talkOfSend(deps, context, channel, addressee?.guestId)
  const failure = obstacle(channel, guest, planOf(context.message.value, talk), deps.clock.now())
  if (failure) throw notRetryable(failure.detail, failure.nextAction)
  return { sendIds: delivery, channel }
}

/** During look-ups a retry needs both the message's absence from the list and the end of the call. */
const mayStillCome = ({ dueAt, callEnded }: Delivery, finding: Finding | undefined): boolean =>
  dueAt !== undefined && !(finding === 'absent' && callEnded)

const stillUnclear = (): DomainError =>
  notRetryable(
    'It is still being found out whether the provider has the message.',
    'Wait: once the provider answers it is found, or left to you to send again.',
  )

async function storedSend(deps: DeliverMessageDeps, ref: MessageRef): Promise<DeliveryContext> {
  const context = await deliveryContext(deps, ref)
  if (context) return context
  throw new DomainError('not-found', 'There is no such message in that thread.')
}

const onItsWay = 'The message is on its way already.'
const isThere = 'The provider has the message: it was sent.'

const reasons = {
  pending: onItsWay,
  sending: onItsWay,
  sent: isThere,
  delivered: isThere,
  read: isThere,
  failed: undefined,
  unknown: undefined,
} satisfies Record<Delivery['status'], string | undefined>

const whyNot = ({ status }: Delivery): string | undefined => reasons[status]

const notRetryable = (detail: string, nextAction = 'Look at the message again: nothing is to be done.') =>
  new DomainError('not-retryable', detail, { nextAction })

interface Restart {
  sendIds: SendIds
  retryId: string
  now: Date
  waits: SendWaits
}

/** Earlier provider ids stay, so that late reports match. */
function restarted(
  { type, delivery, externalMessageId }: StoredMessage,
  { sendIds, retryId, ...times }: Restart,
) {
  if (!delivery || !isSameSend(delivery, sendIds)) return undefined
  // The look-up may have postponed an absent send.
  const isPutOff = delivery.status === 'pending' && delivery.attempts > 0
  if (whyNot(delivery) && !isPutOff) return undefined
  // Staff decide now, whoever the author is.
  const { claimId: _claim, byMember: _author, ...rest } = withoutClaim(delivery)
  const replacedIds = [...(delivery.replacedIds ?? []), ...(externalMessageId ? [externalMessageId] : [])]
  return {
    delivery: {
      ...rest,
      status: 'pending' as const,
      attempts: 0,
      dueAt: times.now,
      ...lastTime(type, times),
      retryId,
      ...(replacedIds.length > 0 && { replacedIds }),
    },
    externalMessageId: null,
  }
}

const isSameSend = ({ claimId, retryId }: Delivery, sendIds: SendIds): boolean =>
  retryId === sendIds.retryId && (claimId === undefined || claimId === sendIds.claimId)

import type { Needs } from '../../context.ts'
import { ProviderError } from '../../errors.ts'
import type { ChannelName } from '../channel-names.ts'
import type { StoredMessage } from '../message.ts'
import type { MessageRef } from '../ports.ts'
import { messageRefByProviderId } from '../stored-messages.ts'
import { changeDelivery, nextCheck } from './change-delivery.ts'
import { afterReport, type DeliveryChange, type DeliveryContext, type SendReport } from './provider.ts'

type Deps = Needs<'carriers' | 'store' | 'webhookItems'>

/** Callbacks may be lost. */
export async function checkSent(
  deps: Deps,
  ref: MessageRef,
  context: DeliveryContext,
  channel: ChannelName,
): Promise<void> {
  const { externalMessageId: id } = context.message.value
  const report = id === undefined ? undefined : await reportOf(deps, channel, id)
  const now = deps.clock.now()
  const changed = await changeDelivery(deps, ref, message => afterCheck(message, report, now), {
    first: context,
  })
  const { status, claimedAt } = changed?.value ?? {}
  if (claimedAt && status !== 'sent') await deps.webhookItems.missed('message-status', claimedAt)
}

async function reportOf(
  deps: Deps,
  channel: ChannelName,
  providerMessageId: string,
): Promise<SendReport | undefined> {
  try {
    return await deps.carriers[channel].messenger.statusOf(providerMessageId)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    deps.log.warn('a sent message could not be asked after', { providerMessageId, error })
    return undefined
  }
}

function afterCheck(
  message: StoredMessage,
  report: SendReport | undefined,
  now: Date,
): DeliveryChange | undefined {
  const { delivery } = message
  if (delivery?.status !== 'sent' || !delivery.dueAt || delivery.dueAt > now) return undefined
  const news = report && afterReport(message, report, delivery.claimId)
  if (news) return news
  const { dueAt: _done, ...rest } = delivery
  const next = nextCheck(delivery.claimedAt, now) ?? (report ? undefined : nextTry(delivery.claimedAt, now))
  return { delivery: { ...rest, ...(next && { dueAt: next }) } }
}

const hour = 60 * 60_000
/** Milliseconds after the claim. */
const checkPeriod = 72 * hour

const nextTry = (claimedAt: Date | undefined, now: Date): Date | undefined =>
  claimedAt && now.getTime() < claimedAt.getTime() + checkPeriod ? new Date(now.getTime() + hour) : undefined

/** The callback's address names message and claim. */
export interface StatusCallback extends SendReport {
  message?: MessageRef | undefined
  claimId?: string | undefined
}

export async function reportStatus(
  deps: Needs<'store'>,
  { message, claimId, ...report }: StatusCallback,
): Promise<void> {
  const ref = message ?? (await messageRefByProviderId(deps.store, report.providerMessageId))
  if (!ref) {
    deps.log.info('status of a message that is not ours', { providerMessageId: report.providerMessageId })
    return
  }
  await changeDelivery(deps, ref, stored => afterReport(stored, report, claimId))
}

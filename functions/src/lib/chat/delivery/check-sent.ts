import { ProviderError } from '../../errors.ts'
import type { Missed } from '../../health/beats.ts'
import type { System } from '../../ports.ts'
import type { StoredMessage } from '../message.ts'
import type { MessageRef, Messages } from '../ports.ts'
import { type ChangeDeliveryDeps, changeDelivery, nextCheck } from './change-delivery.ts'
import type { DeliveryContext, Messenger } from './provider.ts'
import { afterReport, type DeliveryChange, type SendReport } from './provider.ts'

interface CheckSentDeps extends System {
  messages: ChangeDeliveryDeps['messages']
  messenger(): Promise<Messenger>
  missed?: Missed
}

/** Asks the provider what became of a message it took, since its callbacks may be lost. */
export async function checkSent(deps: CheckSentDeps, ref: MessageRef, known: DeliveryContext): Promise<void> {
  const { externalMessageId } = known.message.value
  const report = externalMessageId === undefined ? undefined : await reportOf(deps, externalMessageId)
  const now = deps.clock.now()
  const changed = await changeDelivery(deps, ref, message => afterCheck(message, report, now), { known })
  const { status, claimedAt } = changed?.value ?? {}
  if (claimedAt && status !== 'sent') deps.missed?.('message-status', claimedAt)
}

async function reportOf(deps: CheckSentDeps, providerMessageId: string): Promise<SendReport | undefined> {
  try {
    return await (await deps.messenger()).statusOf(providerMessageId)
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
/** How long after its claim a provider that does not answer is asked again. Milliseconds. */
const askedFor = 72 * hour

const nextTry = (claimedAt: Date | undefined, now: Date): Date | undefined =>
  claimedAt && now.getTime() < claimedAt.getTime() + askedFor ? new Date(now.getTime() + hour) : undefined

export interface ReportStatusDeps extends System {
  messages: Pick<Messages, 'inThread' | 'change' | 'withProviderId'>
}

/** What the provider's callback tells, and which send its address names. */
export interface StatusCallback extends SendReport {
  message?: MessageRef | undefined
  claimId?: string | undefined
}

/** Takes a send's status from the provider's callback; one that says nothing new, or of no message of ours, changes nothing. */
export async function reportStatus(
  deps: ReportStatusDeps,
  { message, claimId, ...report }: StatusCallback,
): Promise<void> {
  const ref = message ?? (await deps.messages.withProviderId(report.providerMessageId))
  if (!ref) {
    deps.log.info('status of a message that is not ours', { providerMessageId: report.providerMessageId })
    return
  }
  await changeDelivery(deps, ref, stored => afterReport(stored, report, claimId))
}

import type { System } from '../../ports.ts'
import type { MessageRef, Messages } from '../ports.ts'
import { changeDelivery } from './change-delivery.ts'
import { afterReport, type SendReport } from './provider-status.ts'

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

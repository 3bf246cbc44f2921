import type { AuditEntry } from '../../audit.ts'
import type { System } from '../../ports.ts'
import { jittered } from '../../retry-delay.ts'
import { afterFailure } from '../failure-mark.ts'
import type { Delivery, StoredMessage } from '../message.ts'
import type { MessageRef } from '../ports.ts'
import { later } from '../posting/thread-patch.ts'
import type { Thread } from '../thread.ts'
import { nextCheck } from './next-check.ts'
import type { DeliveryContext, DeliveryRecord, DeliveryStore } from './ports.ts'
import type { DeliveryChange } from './provider-status.ts'

export type ChangeDeps = Pick<System, 'clock'> & { deliveries: DeliveryStore }

export interface ChangeOptions {
  /** What was just read, if anything was; else it is read first. */
  known?: DeliveryContext | undefined
  audit?: AuditEntry | undefined
}

const attempts = 20

/**
 * The one way a delivery's state changes after its claim: decide from what is stored, write under the condition that it
 * still is, and begin again when message or thread have moved or the answer was lost. Answers what was written,
 * undefined when nothing was to change or somebody else's retry came first.
 */
export async function changeDelivery(
  { clock, deliveries }: ChangeDeps,
  ref: MessageRef,
  decide: (message: StoredMessage) => DeliveryChange | undefined,
  { known, audit }: ChangeOptions = {},
): Promise<DeliveryChange | undefined> {
  let written: DeliveryChange | undefined
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const context = (attempt === 0 && known) || (await deliveries.load(ref))
    if (!context) return undefined
    const change = decide(context.message.value)
    if (!change) return isOfSameRetry(context.message.value, written) ? written : undefined
    if (await deliveries.record({ ...toRecord(ref, context, change, clock.now()), audit })) return change
    written = change
    await clock.sleep(jittered(attempt, 10, 500))
  }
  throw new Error(`the delivery of ${ref.threadId}/${ref.messageId} could not be changed`)
}

/** A write of ours may have gone through although its answer was lost. */
const isOfSameRetry = ({ delivery }: StoredMessage, written: DeliveryChange | undefined): boolean =>
  delivery?.retryId === written?.delivery.retryId

function toRecord(
  ref: MessageRef,
  { message, thread }: DeliveryContext,
  change: DeliveryChange,
  now: Date,
): DeliveryRecord {
  const patch = threadChange(message.value, thread.value, change.delivery, now)
  return {
    ref,
    messageRevision: message.revision,
    ...change,
    delivery: watched(change.delivery, message.value.delivery, now),
    ...(patch && {
      thread: { revision: thread.revision, patch: { ...patch, version: thread.value.version + 1 } },
    }),
  }
}

/** A send whose end no callback may tell of is asked after. */
function watched(delivery: Delivery, before: Delivery | undefined, now: Date): Delivery {
  const lookUpAt = nextCheck(delivery.claimedAt, now)
  const isNew = delivery.status === 'sent' && before?.status !== 'sent'
  return isNew && lookUpAt ? { ...delivery, lookUpAt } : delivery
}

const gone = new Set<Delivery['status']>(['sent', 'delivered', 'read'])

/** What a new state changes on the thread: a chatapp send its time, a failed one its author's attention. */
function threadChange(message: StoredMessage, thread: Thread, { status }: Delivery, now: Date) {
  const before = message.delivery?.status
  if (status === before) return undefined
  if (status === 'failed' || status === 'unknown') return afterFailure(thread, message, now)
  const isNews = gone.has(status) && !(before && gone.has(before))
  if (!isNews || message.type !== 'chatapp-message') return undefined
  return { lastChatappMessageSentAt: later(now, thread.lastChatappMessageSentAt) }
}

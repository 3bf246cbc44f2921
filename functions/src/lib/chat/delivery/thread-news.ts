import { deskAfterFailure, deskAfterRetry } from '../desk/desk.ts'
import type { LedgerChanges } from '../desk/ledger.ts'
import { attentionAfterFailure, attentionAfterSuccess } from '../failure-mark.ts'
import type { Delivery, StoredMessage } from '../message.ts'
import type { ThreadFields } from '../ports.ts'
import { lastSentPatch } from '../posting/thread-patch.ts'
import type { Thread } from '../thread.ts'
import { isLeftToPerson, settling, withFailedSend } from './failed-sends.ts'
import { isInstead } from './instead.ts'

const gone = new Set<Delivery['status'] | undefined>(['sent', 'delivered', 'read'])

const isFailure = ({ status }: Delivery): boolean => status === 'failed' || status === 'unknown'

const isNewlyGone = ({ delivery }: StoredMessage, { status }: Delivery): boolean =>
  gone.has(status) && !gone.has(delivery?.status)

/**
 * A message sets the thread's last chatapp time when it is posted; one that is sent this much later sets it again.
 * Milliseconds.
 */
const toldForMs = 60_000

const isLate = ({ createdAt }: StoredMessage, now: Date): boolean =>
  now.getTime() - createdAt.getTime() > toldForMs

/** Whether the new state of a delivery changes the thread: only then is the thread read. */
export const touchesThread = (message: StoredMessage, next: Delivery, now: Date): boolean =>
  isNewlyLeft(message, next) ||
  (next.status !== message.delivery?.status &&
    (isFailure(next) || (isNewlyGone(message, next) && (isLate(message, now) || maySettle(message, next)))))

/** It became one that nothing is done with by itself any more. */
export const isNewlyLeft = ({ delivery }: StoredMessage, next: Delivery): boolean =>
  isLeftToPerson(next) && !isLeftToPerson(delivery)

/** Of the tries before this one an earlier one may have failed, by itself, by hand, or of another message. */
const maySettle = ({ messageId, delivery }: StoredMessage, { retryId, attempts }: Delivery): boolean =>
  retryId !== undefined ||
  attempts > 1 ||
  (delivery !== undefined && isFailure(delivery)) ||
  isInstead(messageId)

interface ThreadNews {
  fields: ThreadFields
  ledger?: LedgerChanges
  /** Failed sends that are over. */
  settled?: readonly string[]
}

/**
 * What a delivery's new state changes on the thread: a late chatapp send the time of the last one, a failed send its
 * author's attention, one that got through after all takes it away. A failed send has answered nobody; a resent one
 * answers now.
 */
export function threadNews(
  message: StoredMessage,
  thread: Thread,
  next: Delivery,
  now: Date,
): ThreadNews | undefined {
  if (!touchesThread(message, next, now)) return undefined
  if (isFailure(next)) {
    const desk = next.status === 'failed' ? deskAfterFailure(thread, message, now) : undefined
    const failedSends = isNewlyLeft(message, next) ? withFailedSend(thread, message.messageId) : undefined
    return {
      ...desk,
      fields: {
        ...attentionAfterFailure(thread, message, now),
        ...(failedSends && { failedSends }),
        ...desk?.fields,
      },
    }
  }
  const isOver = settling(message.messageId)
  const settled = thread.failedSends.filter(isOver)
  const calmed = attentionAfterSuccess(thread, isOver)
  const desk = next.retryId === undefined ? undefined : deskAfterRetry(thread, message, now)
  const sent = isLate(message, now) ? lastSentPatch(thread, message, now) : undefined
  if (!sent && !desk && !calmed && settled.length === 0) return undefined
  const failedSends = thread.failedSends.filter(id => !settled.includes(id))
  return {
    ...desk,
    fields: { ...sent, ...calmed, ...(settled.length > 0 && { failedSends }), ...desk?.fields },
    settled,
  }
}

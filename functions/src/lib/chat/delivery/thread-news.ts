import type { Write } from '../../store.ts'
import { deskAfterDelivery, sends } from '../desk/desk.ts'
import { attentionAfterFailure, attentionAfterSuccess } from '../failure-mark.ts'
import type { Delivery, StoredMessage } from '../message.ts'
import type { ThreadFields } from '../ports.ts'
import type { Thread } from '../thread.ts'
import { isLeftToPerson, settling, withFailedSend } from './failed-sends.ts'
import { lastSentPatch } from './outbound.ts'

const isFailure = ({ status }: Delivery): boolean => status === 'failed' || status === 'unknown'

/** Milliseconds after the post; a later send sets the thread's last chatapp time again. */
const lateAfterMs = 60_000

const isLate = ({ createdAt }: StoredMessage, now: Date): boolean =>
  now.getTime() - createdAt.getTime() > lateAfterMs

/** Spares the read of an unaffected thread. */
export const touchesThread = (message: StoredMessage, next: Delivery): boolean =>
  isNewlyLeft(message, next) ||
  (next.status !== message.delivery?.status &&
    (isFailure(next) || sends[next.status] !== sends[message.delivery?.status ?? 'pending']))

export const isNewlyLeft = ({ delivery }: StoredMessage, next: Delivery): boolean =>
  isLeftToPerson(next) && !isLeftToPerson(delivery)

interface ThreadNews {
  fields: ThreadFields
  ledger: readonly Write[]
  settled: readonly string[]
}

export function threadNews(
  message: StoredMessage,
  thread: Thread,
  next: Delivery,
  now: Date,
): ThreadNews | undefined {
  if (!touchesThread(message, next)) return undefined
  const desk = deskAfterDelivery(thread, message, next, now)
  const { settled = [], ...own } = isFailure(next)
    ? afterFailure(message, thread, next, now)
    : afterSuccess(message, thread, next, now)
  const isOwn = Object.keys(own).length > 0
  if (!desk && !isOwn) return undefined
  // The search record holds no waits.
  const version = isOwn && { version: thread.version + 1 }
  return { fields: { ...own, ...desk?.fields, ...version }, ledger: desk?.ledger ?? [], settled }
}

type News = ThreadFields & { settled?: readonly string[] }

const afterFailure = (message: StoredMessage, thread: Thread, next: Delivery, now: Date): News => ({
  ...attentionAfterFailure(thread, message, now),
  ...(isNewlyLeft(message, next) && { failedSends: withFailedSend(thread, message.messageId) }),
})

function afterSuccess(message: StoredMessage, thread: Thread, { status }: Delivery, now: Date): News {
  if (sends[status]) return {}
  const isOver = settling(message.messageId)
  const settled = thread.failedSends.filter(isOver)
  const failedSends = thread.failedSends.filter(id => !isOver(id))
  return {
    ...(isLate(message, now) && lastSentPatch(thread, message, now)),
    ...attentionAfterSuccess(thread, isOver),
    ...(settled.length > 0 && { failedSends, settled }),
  }
}

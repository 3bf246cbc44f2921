import { systemActorId } from '../../actor.ts'
import { type AuditEntry, audited } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { amend } from '../../durable/amend.ts'
import { fullJitter } from '../../durable/backoff.ts'
import { ContentionError } from '../../durable/change.ts'
import { type ItemChange, itemWrites } from '../../items/item.ts'
import type { Versioned } from '../../ports.ts'
import type { Write } from '../../store.ts'
import { channelOfType } from '../channel-types.ts'
import { channels } from '../channels/registry.ts'
import { tooLate } from '../delivery-failures.ts'
import type { GuestWithId } from '../guest.ts'
import type { Delivery, StoredMessage } from '../message.ts'
import type { MessageRef } from '../ports.ts'
import { guestOfThread } from '../stays.ts'
import { changedMessage, type MessageInThread, messageAt, messageInThread } from '../stored-messages.ts'
import { threadWrites } from '../thread-writes.ts'
import { failedSendId, failedSendItem } from './failed-sends.ts'
import type { DeliveryChange, DeliveryContext } from './provider.ts'
import { spendWrites } from './spend-counts.ts'
import { isNewlyLeft, threadNews, touchesThread } from './thread-news.ts'

type Deps = Needs<'store'>

/** The thread is present only if the change writes it. */
export type ChangingContext = Pick<DeliveryContext, 'message'> & Partial<DeliveryContext>

interface Changing<Context extends ChangingContext> {
  ref: MessageRef
  read(): Promise<Context | undefined>
  /** Spares the first read. */
  first?: Context | undefined
  decide(context: Context): DeliveryChange | undefined
  audit?: AuditEntry | undefined
}

/** One round trip. */
export async function deliveryContext(
  { store }: Deps,
  ref: MessageRef,
  reservationId?: string,
): Promise<DeliveryContext | undefined> {
  return completeContext(await messageInThread(store, ref, { reservationId }))
}

export const completeContext = ({ message, thread, ...of }: MessageInThread): DeliveryContext | undefined =>
  message && thread && { message, thread, ...of }

export async function recipient(
  { store }: Needs<'store'>,
  { message, thread, guestId: ofStay, namedGuest }: DeliveryContext,
): Promise<GuestWithId | undefined> {
  const { threadId, delivery } = message.value
  const guestId = delivery?.toGuest ? delivery.guestId : ofStay
  if (namedGuest && namedGuest.guestId === guestId) return namedGuest
  const reservationId = delivery?.reservationId ?? thread.value.reservationId
  return guestOfThread(store, { threadId, reservationId, guestId })
}

/** One read, unless the thread changes too. */
export const changeDelivery = (
  deps: Deps,
  ref: MessageRef,
  decide: (message: StoredMessage) => DeliveryChange | undefined,
  options: Pick<Changing<ChangingContext>, 'first' | 'audit'> = {},
): Promise<Versioned<Delivery> | undefined> =>
  decideDelivery<ChangingContext>(deps, {
    ...options,
    ref,
    async read() {
      const message = await deps.store.read(messageAt(ref))
      const next = message && decide(message.value)
      if (!message || !next) return message && { message }
      return touchesThread(message.value, next.delivery) ? deliveryContext(deps, ref) : { message }
    },
    decide: ({ message }) => decide(message.value),
  })

/** All changes of a delivery's state pass here. Undefined if nothing changed or another retry came first. */
export function decideDelivery<Context extends ChangingContext>(
  { clock, store }: Deps,
  { ref, read, first, decide, audit }: Changing<Context>,
): Promise<Versioned<Delivery> | undefined> {
  const now = clock.now()
  let tried: Delivery | undefined
  return amend<() => Promise<Context | undefined>, Versioned<Delivery> | undefined>(
    { clock, store },
    {
      read,
      first,
      decide(context) {
        const next = context && decide(context)
        if (next) {
          const { writes, delivery } = writesOf(ref, context, next, now)
          tried = delivery
          return {
            writes: [...writes, ...audited(audit)],
            result: undefined,
            written: ({ result: revision }) => ({ value: delivery, revision }),
          }
        }
        // An earlier attempt of this call may have written the change.
        const stored = context?.message.value.delivery
        const isOurs = stored && tried && stored.retryId === tried.retryId
        return { result: isOurs ? { value: stored, revision: context.message.revision } : undefined }
      },
    },
    {
      gaveUp: () =>
        new ContentionError(`the delivery of ${ref.threadId}/${ref.messageId} could not be changed`),
    },
  )
}

function writesOf(
  ref: MessageRef,
  { message, thread }: ChangingContext,
  { items = [], spend, ...next }: DeliveryChange,
  now: Date,
): { writes: Write[]; delivery: Delivery } {
  const news = thread && threadNews(message.value, thread.value, next.delivery, now)
  const delivery = tellsStatus(message.value)
    ? withLookUp(next.delivery, message.value.delivery, now)
    : next.delivery
  const itemChanges: ItemChange[] = [
    ...items.map(open => ({ open })),
    ...(isNewlyLeft(message.value, next.delivery)
      ? [{ open: failedSendItem(message.value, thread?.value, next.delivery, now) }]
      : []),
    ...(news?.settled ?? []).map(messageId => ({
      resolve: failedSendId({ ...message.value, messageId }),
      by: systemActorId,
      at: now,
      evenIfGone: true as const,
    })),
  ]
  const writes = [
    changedMessage(ref, message.revision, { ...next, delivery }),
    ...(news ? threadWrites({ threadId: ref.threadId, revision: thread.revision, fields: news.fields }) : []),
    ...(spend ? spendWrites(spend) : []),
    ...itemChanges.flatMap(itemWrites),
    ...(news?.ledger ?? []),
  ]
  return { writes, delivery }
}

const tellsStatus = ({ type }: StoredMessage): boolean => {
  const channel = channelOfType(type)
  return channel !== undefined && !channels[channel].lookUp.tellsNoStatus
}

function withLookUp(delivery: Delivery, before: Delivery | undefined, now: Date): Delivery {
  const dueAt = nextCheck(delivery.claimedAt, now)
  const isNew = delivery.status === 'sent' && before?.status !== 'sent'
  return isNew && dueAt ? { ...delivery, dueAt } : delivery
}

/** Milliseconds. */
const leastWait = 7_500
const backoff = { baseMs: 7_500, capMs: 10 * 60_000 }

/** Requires that the provider surely did not process the send. */
export function retriedLater(delivery: Delivery, now: Date): Delivery {
  const { dueAt: _due, ...rest } = delivery
  if (isTooLate(delivery, now)) return { ...rest, status: 'failed', failure: tooLate }
  const wait = leastWait + fullJitter(backoff, delivery.attempts)
  return { ...rest, status: 'pending', dueAt: new Date(now.getTime() + wait) }
}

export const isTooLate = ({ sendUntil }: Delivery, now: Date): boolean =>
  sendUntil !== undefined && sendUntil <= now

/** Milliseconds after the claim, without a callback. */
const checks = [10 * 60_000, 60 * 60_000, 24 * 60 * 60_000] as const

/** Undefined after the last check. */
export function nextCheck(claimedAt: Date | undefined, now: Date): Date | undefined {
  if (!claimedAt) return undefined
  const next = checks.find(check => claimedAt.getTime() + check > now.getTime())
  return next === undefined ? undefined : new Date(claimedAt.getTime() + next)
}

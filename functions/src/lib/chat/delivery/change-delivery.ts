import type { AuditEntry } from '../../audit.ts'
import { systemActorId } from '../../commit-extras.ts'
import type { Needs } from '../../context.ts'
import { fullJitter } from '../../durable/backoff.ts'
import { ContentionError, change } from '../../durable/change.ts'
import type { ItemChange } from '../../items/item.ts'
import type { Versioned } from '../../ports.ts'
import { channelOfType } from '../channels/naming.ts'
import { channels } from '../channels/registry.ts'
import type { LedgerChanges } from '../desk/ledger.ts'
import type { FoundGuest, Guests } from '../guest.ts'
import type { Delivery, StoredMessage } from '../message.ts'
import type { MessageChange, MessageInThread, MessageRef } from '../ports.ts'
import { tooLate } from './delivery-failures.ts'
import { failedSendId, failedSendItem } from './failed-sends.ts'
import type { DeliveryChange, DeliveryContext } from './provider.ts'
import { isNewlyLeft, threadNews, touchesThread } from './thread-news.ts'

type Deps = Needs<'messages'>

/** What a change is decided from; the thread only where the change writes it. */
export type ChangingContext = Pick<DeliveryContext, 'message'> & Partial<DeliveryContext>

interface Changing<Context extends ChangingContext> {
  ref: MessageRef
  read(): Promise<Context | undefined>
  /** What was just read, if anything was; else it is read first. */
  known?: Context | undefined
  decide(context: Context): DeliveryChange | undefined
  audit?: AuditEntry | undefined
}

/** Message and thread; undefined when one of them is gone. One round trip. */
export async function deliveryContext(
  { messages }: Pick<Deps, 'messages'>,
  ref: MessageRef,
  reservationId?: string,
): Promise<DeliveryContext | undefined> {
  return completeContext(await messages.inThread(ref, { reservationId }))
}

/** Undefined when message or thread are gone. */
export const completeContext = ({ message, thread, ...of }: MessageInThread): DeliveryContext | undefined =>
  message && thread && { message, thread, ...of }

/** The guest a message is sent to. */
export async function recipient(
  { guests }: { guests: Pick<Guests, 'ofThread'> },
  { message, thread, guestId: ofStay, namedGuest }: DeliveryContext,
): Promise<FoundGuest | undefined> {
  const { threadId, delivery } = message.value
  const guestId = delivery?.toGuest ? delivery.guestId : ofStay
  if (namedGuest && namedGuest.guestId === guestId) return namedGuest
  const reservationId = delivery?.reservationId ?? thread.value.reservationId
  return guests.ofThread({ threadId, reservationId, guestId })
}

/** Changes a delivery by its stored message alone. One read, unless the thread is written too. */
export const changeDelivery = (
  deps: Deps,
  ref: MessageRef,
  decide: (message: StoredMessage) => DeliveryChange | undefined,
  options: Pick<Changing<ChangingContext>, 'known' | 'audit'> = {},
): Promise<Versioned<Delivery> | undefined> =>
  decideDelivery<ChangingContext>(deps, {
    ...options,
    ref,
    async read() {
      const message = await deps.messages.read(ref)
      const next = message && decide(message.value)
      if (!message || !next) return message && { message }
      return touchesThread(message.value, next.delivery, deps.clock.now())
        ? deliveryContext(deps, ref)
        : { message }
    },
    decide: ({ message }) => decide(message.value),
  })

/**
 * The one way a delivery's state changes. Answers the delivery as it stands with the change; undefined when nothing was
 * to change, or somebody else's retry came first.
 */
export function decideDelivery<Context extends ChangingContext>(
  { clock, messages }: Deps,
  { ref, read, known, decide, audit }: Changing<Context>,
): Promise<Versioned<Delivery> | undefined> {
  const now = clock.now()
  return change<Context | undefined, DeliveryWrite, Versioned<Delivery> | undefined>(
    { clock },
    {
      read,
      // Nothing is left to change, as a write of ours would leave it.
      recognise: (context, tried) => {
        const stored = context?.message.value.delivery
        const isOurs = context && stored && !decide(context) && stored.retryId === tried.delivery.retryId
        return isOurs ? { result: { value: stored, revision: context.message.revision } } : undefined
      },
      decide: context => {
        const next = context && decide(context)
        return next ? { write: writeOf(context, next, now) } : { result: undefined }
      },
      commit: async write => {
        const { messageRevision, items, ledger, ...fields } = write
        const extras = { audits: [audit], items, ledger }
        const ended = await messages.change(ref, messageRevision, { ...fields, extras })
        return ended === 'unresolved' ? ended : { result: { value: write.delivery, revision: ended.result } }
      },
    },
    {
      known,
      gaveUp: () =>
        new ContentionError(`the delivery of ${ref.threadId}/${ref.messageId} could not be changed`),
    },
  )
}

interface DeliveryWrite extends Pick<MessageChange, 'thread' | 'externalMessageId' | 'spend'> {
  delivery: Delivery
  messageRevision: Versioned<StoredMessage>['revision']
  /** For people: what nobody reads in the thread. */
  items: readonly ItemChange[]
  ledger?: LedgerChanges | undefined
}

function writeOf({ message, thread }: ChangingContext, next: DeliveryChange, now: Date): DeliveryWrite {
  const news = thread && threadNews(message.value, thread.value, next.delivery, now)
  return {
    messageRevision: message.revision,
    ...next,
    delivery: tellsStatus(message.value)
      ? withLookUp(next.delivery, message.value.delivery, now)
      : next.delivery,
    items: [
      ...(next.items ?? []).map(open => ({ open })),
      ...(isNewlyLeft(message.value, next.delivery)
        ? [{ open: failedSendItem(message.value, thread?.value, next.delivery, now) }]
        : []),
      ...(news?.settled ?? []).map(messageId => ({
        resolve: failedSendId({ ...message.value, messageId }),
        ...{ by: systemActorId, at: now, evenIfGone: true as const },
      })),
    ],
    ...(news && {
      ledger: news.ledger,
      thread: {
        revision: thread.revision,
        fields: { ...news.fields, version: thread.value.version + 1 },
      },
    }),
  }
}

const tellsStatus = ({ type }: StoredMessage): boolean => {
  const channel = channelOfType(type)
  return channel !== undefined && !channels[channel].lookUp.tellsNoStatus
}

/** A send whose end no callback may tell of is asked after. */
function withLookUp(delivery: Delivery, before: Delivery | undefined, now: Date): Delivery {
  const dueAt = nextCheck(delivery.claimedAt, now)
  const isNew = delivery.status === 'sent' && before?.status !== 'sent'
  return isNew && dueAt ? { ...delivery, dueAt } : delivery
}

/** Milliseconds. */
const leastWait = 7_500
const backoff = { baseMs: 7_500, capMs: 10 * 60_000 }

/** The delivery after a send that was surely not processed: due again later, or failed once it is too late. */
export function retriedLater(delivery: Delivery, now: Date): Delivery {
  const { dueAt: _due, ...rest } = delivery
  if (isTooLate(delivery, now)) return { ...rest, status: 'failed', failure: tooLate }
  const wait = leastWait + fullJitter(backoff, delivery.attempts)
  return { ...rest, status: 'pending', dueAt: new Date(now.getTime() + wait) }
}

/** Whether a message should no longer be sent. */
export const isTooLate = ({ sendUntil }: Delivery, now: Date): boolean =>
  sendUntil !== undefined && sendUntil <= now

/** How long after its claim a send's status is read if no callback came. Milliseconds. */
const checks = [10 * 60_000, 60 * 60_000, 24 * 60 * 60_000] as const

/** When a send that was claimed then is asked after next; undefined when that was done enough. */
export function nextCheck(claimedAt: Date | undefined, now: Date): Date | undefined {
  if (!claimedAt) return undefined
  const next = checks.find(check => claimedAt.getTime() + check > now.getTime())
  return next === undefined ? undefined : new Date(claimedAt.getTime() + next)
}

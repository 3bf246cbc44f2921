import { randomUUID } from 'node:crypto'
import { attentionAfterPost } from '../../src/lib/chat/attention.ts'
import type { Delivery } from '../../src/lib/chat/message.ts'
import type { Messages, PostWrite } from '../../src/lib/chat/ports.ts'
import { type FailureKind, ProviderError } from '../../src/lib/errors.ts'
import type { Decorators } from '../support/test-context.ts'
import type { FaultName } from './faults.ts'
import type { Mistakes } from './mistakes.ts'
import type { scenarios } from './scenarios.ts'

/** A mistake, and what shows it. */
export interface Mutant<Name extends string> {
  name: string
  mistakes: Mistakes
  /** A scenario and faults that bring it to light; without them random histories do. */
  shownBy?: { scenario: Name; faults: FaultName[] }
  /** The promise that it breaks, in the words of the violation. */
  breaks: string | RegExp
  /** The first of its promise is played in every run, the others only with `FAULTS=all`. */
  inEveryRun?: true
}

const anyFault: FaultName[] = ['ten times slower']

/** A mistake that remembers nothing. */
export const inPorts =
  (ports: Decorators): Mistakes =>
  () => ({ ports })

/** A mistake in what a delivery becomes. */
const deliveriesAs = (mistaken: (delivery: Delivery) => Delivery): Mistakes =>
  inPorts({
    messages: messages => ({
      ...messages,
      change: (ref, revision, { delivery, ...change }) =>
        messages.change(ref, revision, { ...change, ...(delivery && { delivery: mistaken(delivery) }) }),
    }),
  })

/** A mistake in what a delivery is taken for. */
const deliveriesRead = (mistaken: (delivery: Delivery) => Delivery): Mistakes =>
  inPorts({
    messages: messages => ({
      ...messages,
      async inThread(ref, reservationId) {
        const { message, ...around } = await messages.inThread(ref, reservationId)
        const delivery = message?.value.delivery
        if (!delivery) return { ...around, message }
        return {
          ...around,
          message: { ...message, value: { ...message.value, delivery: mistaken(delivery) } },
        }
      },
    }),
  })

/** A mistake in what a post writes. */
const postsAs = (mistaken: (write: PostWrite) => PostWrite): Mistakes =>
  inPorts({ messages: messages => ({ ...messages, post: write => messages.post(mistaken(write)) }) })

/** A vendor's failures of one kind, taken for another. */
const taken =
  (kind: FailureKind, mistaken: FailureKind) =>
  <Given extends unknown[], Result>(call: (...given: Given) => Promise<Result>) =>
  async (...given: Given): Promise<Result> => {
    try {
      return await call(...given)
    } catch (error) {
      if (!(error instanceof ProviderError) || error.kind !== kind) throw error
      throw new ProviderError(error.provider, mistaken, error.message, { cause: error })
    }
  }

const sendsTaken = (kind: FailureKind): Mistakes =>
  inPorts({
    messenger: messenger => ({
      ...messenger,
      send: taken('unknown', kind)(message => messenger.send(message)),
    }),
  })

/** Posts under other ids than they were given. */
const renaming = (messages: Messages, mistaken: (write: PostWrite, other: string) => PostWrite): Messages => {
  const other = randomUUID()
  return {
    ...messages,
    postContext: ({ inboundId, ...keys }) =>
      messages.postContext({
        ...keys,
        ...(keys.messageId !== undefined && { messageId: `${keys.messageId}${other}` }),
        ...(inboundId !== undefined && { inboundId: `${inboundId}${other}` }),
      }),
    post(write) {
      const messageId = `${write.message.messageId}${other}`
      return messages.post(mistaken({ ...write, message: { ...write.message, messageId } }, other))
    },
  }
}

/** The filter finds nothing that is being sent. */
const withoutSending = ([field, values]: readonly [string, readonly string[]]) =>
  [field, values.filter(value => value !== 'sending')] as const

export const mutants: readonly Mutant<keyof typeof scenarios>[] = [
  {
    name: 'sends before it claims',
    mistakes() {
      let claim: (() => Promise<unknown>) | undefined
      return {
        ports: {
          messages: messages => ({
            ...messages,
            async change(ref, revision, change) {
              if (change.delivery?.status !== 'sending' || revision === undefined)
                return messages.change(ref, revision, change)
              claim = () => messages.change(ref, revision, change)
              return { result: revision }
            },
          }),
          messenger: messenger => ({
            ...messenger,
            send: message => messenger.send(message).finally(() => claim?.()),
          }),
        },
      }
    },
    shownBy: { scenario: 'delivery', faults: ['die before'] },
    breaks: 'I2:',
  },
  {
    name: 'claims although somebody else has claimed',
    mistakes: inPorts({
      messages: messages => ({
        ...messages,
        change: (ref, revision, change) =>
          messages.change(ref, change.delivery?.status === 'sending' ? undefined : revision, change),
      }),
    }),
    shownBy: { scenario: 'delivery', faults: ['lease runs out before'] },
    breaks: 'I3: still open',
  },
  {
    name: 'sends again after a time-out',
    mistakes: sendsTaken('retryable'),
    shownBy: { scenario: 'delivery', faults: ['slower than the time-out'] },
    breaks: 'I2:',
    inEveryRun: true,
  },
  {
    name: 'sends again when a lease has run out',
    mistakes: deliveriesAs(delivery => {
      const isGivenUp = delivery.status === 'unknown' && delivery.dueAt !== undefined && !delivery.callEnded
      return isGivenUp ? { ...delivery, status: 'pending' } : delivery
    }),
    shownBy: { scenario: 'delivery', faults: ['die after'] },
    breaks: 'I2:',
  },
  {
    name: 'takes what the provider does not show for never sent, whoever may still send it',
    mistakes: deliveriesAs(delivery =>
      delivery.status === 'unknown' ? { ...delivery, callEnded: true } : delivery,
    ),
    shownBy: { scenario: 'delivery', faults: ['lease runs out before'] },
    breaks: 'I2:',
  },
  {
    name: 'leaves alone what died while it sent',
    mistakes: inPorts({
      due: due => ({
        ...due,
        page: (query, ...rest) =>
          due.page({ ...query, filters: (query.filters ?? []).map(withoutSending) }, ...rest),
      }),
    }),
    shownBy: { scenario: 'delivery', faults: ['die before', 'die after'] },
    breaks: 'a send that is sending',
  },
  {
    name: 'never looks up what became of a send',
    mistakes: inPorts({
      messenger: messenger => ({
        ...messenger,
        sentTo: async () => {
          throw new ProviderError('twilio', 'unknown', 'nobody asked')
        },
      }),
    }),
    shownBy: { scenario: 'delivery', faults: ['lose the reply'] },
    breaks: 'was sent but is unknown',
  },
  {
    name: 'takes a send of another message for its own',
    mistakes: inPorts({ messages: messages => ({ ...messages, knownProviderIds: async () => new Set() }) }),
    shownBy: { scenario: 'two equal texts', faults: ['time-out', 'reset'] },
    breaks: 'I15: two messages have the same provider id',
  },
  {
    name: 'lets a late status undo a better one',
    mistakes: deliveriesRead(delivery =>
      delivery.status === 'delivered' ? { ...delivery, status: 'unknown' } : delivery,
    ),
    shownBy: { scenario: 'a status callback', faults: anyFault },
    breaks: 'although it was delivered',
  },
  {
    name: 'writes the search record without its version',
    mistakes: inPorts({
      index: index => ({
        ...index,
        // What is not there has no version that is newer.
        async save(record) {
          await index.remove(record.threadId)
          await index.save(record)
        },
      }),
    }),
    shownBy: { scenario: 'sync', faults: ['lease runs out before'] },
    breaks: 'I13:',
  },
  {
    name: 'writes the thread although it has changed',
    mistakes: () => ({
      write: write => ('lastMessage' in write.fields ? { ...write, lastUpdateTime: undefined } : write),
    }),
    // What is lost is the thread's last message, or whom it concerns.
    breaks: /I[46]:|who joined by posting/,
  },
  {
    name: 'takes no notice of the id that the client chose',
    mistakes: inPorts({ messages: messages => renaming(messages, write => write) }),
    shownBy: { scenario: 'a post', faults: ['lose the reply'] },
    breaks: 'I1:',
    inEveryRun: true,
  },
  {
    name: 'stores the message without its audit entry',
    mistakes: postsAs(write => ({ ...write, extras: {} })),
    shownBy: { scenario: 'a post', faults: anyFault },
    breaks: 'I12:',
    inEveryRun: true,
  },
  {
    name: 'has the author attend to their own message',
    mistakes: postsAs(write => ({
      ...write,
      thread: { ...write.thread, ...attentionAfterPost(write.thread, [write.message.authorId], '') },
    })),
    shownBy: { scenario: 'sync', faults: anyFault },
    breaks: 'I5:',
    inEveryRun: true,
  },
  {
    name: 'clears everybody’s attention when one reads',
    mistakes: inPorts({
      threads: threads => ({
        ...threads,
        change(threadId, revision, { fields, ...change }) {
          const nobody = fields.needsAttention && { needsAttention: [], needsAttentionMap: {} }
          return threads.change(threadId, revision, { ...change, fields: { ...fields, ...nobody } })
        },
      }),
    }),
    breaks: 'I4:',
  },
  {
    name: 'leaves no trace of an inbound message',
    mistakes: postsAs(write => ({ ...write, inbound: undefined })),
    shownBy: { scenario: 'an inbound message', faults: anyFault },
    breaks: 'I15:',
    inEveryRun: true,
  },
  {
    name: 'shows the newest message although it is a note',
    mistakes: postsAs(write => ({
      ...write,
      thread: { ...write.thread, lastPublicMessage: write.thread.lastMessage },
    })),
    shownBy: { scenario: 'the sync of a note', faults: anyFault },
    breaks: 'a note is in the index',
    inEveryRun: true,
  },
  {
    name: 'mails again when the mailer did not answer',
    mistakes: inPorts({
      mailer: mailer => ({ ...mailer, send: taken('unknown', 'retryable')(email => mailer.send(email)) }),
    }),
    shownBy: { scenario: 'an e-mail', faults: ['lose the reply'] },
    breaks: 'I11:',
    inEveryRun: true,
  },
  {
    name: 'logs whom it writes to',
    mistakes: log => ({
      ports: {
        messenger: messenger => ({
          ...messenger,
          send: message =>
            messenger.send(message).catch((error: unknown) => {
              log.warn('send failed', { to: message.to })
              throw error
            }),
        }),
      },
    }),
    shownBy: { scenario: 'delivery', faults: ['time-out'] },
    breaks: 'I16:',
  },
  {
    name: 'takes a time-out for a failure',
    mistakes: sendsTaken('permanent'),
    shownBy: { scenario: 'delivery', faults: ['slower than the time-out'] },
    breaks: 'was sent but is failed',
  },
  {
    name: 'lets a failure that is told late undo an arrival',
    mistakes: deliveriesRead(delivery =>
      delivery.status === 'delivered' ? { ...delivery, status: 'sent' } : delivery,
    ),
    shownBy: { scenario: 'a status callback', faults: anyFault },
    breaks: 'is failed although it was delivered',
  },
  {
    name: 'tells inbound messages apart by the event that brings them only',
    mistakes: inPorts({
      messages: messages =>
        renaming(messages, ({ inbound, ...write }, event) => ({
          ...write,
          inbound: inbound && { ...inbound, providerMessageId: `${inbound.providerMessageId}${event}` },
        })),
    }),
    shownBy: { scenario: 'an inbound message', faults: anyFault },
    breaks: 'I15: two messages have the same provider id',
  },
  {
    name: 'gives up a forward that would work later',
    mistakes: inPorts({
      guestPlatform: platform => ({
        ...platform,
        putMessage: taken('retryable', 'permanent')(message => platform.putMessage(message)),
      }),
    }),
    shownBy: { scenario: 'forwarding', faults: [429] },
    breaks: 'is failed',
  },
  {
    name: 'leaves an e-mail alone that may not have come',
    mistakes: inPorts({
      outbox: outbox => ({
        ...outbox,
        record: (emailId, revision, outcome, extras) =>
          outbox.record(
            emailId,
            revision,
            outcome.status === 'unknown' ? { ...outcome, dueAt: undefined } : outcome,
            extras,
          ),
      }),
    }),
    shownBy: { scenario: 'an e-mail', faults: ['lose the reply'] },
    breaks: 'and nobody is told',
  },
  {
    name: 'takes a stale record for written',
    mistakes() {
      let isSwept = false
      return {
        ports: {
          due: due => ({
            ...due,
            page(query, ...rest) {
              isSwept ||= query.collection === 'staleRecords'
              return due.page(query, ...rest)
            },
          }),
          index: index => ({ ...index, save: async record => (isSwept ? undefined : index.save(record)) }),
        },
      }
    },
    shownBy: { scenario: 'the sweep of a stale record', faults: anyFault },
    breaks: 'I13:',
  },
]

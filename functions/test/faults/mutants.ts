import { randomUUID } from 'node:crypto'
import { attentionAfterPost } from '../../src/lib/chat/attention.ts'
import { ledgerWrites } from '../../src/lib/chat/desk/ledger.ts'
import type { Delivery, StoredMessage } from '../../src/lib/chat/message.ts'
import type { ThreadPatch } from '../../src/lib/chat/posting/thread-patch.ts'
import type { Thread } from '../../src/lib/chat/thread.ts'
import { type FailureKind, ProviderError } from '../../src/lib/errors.ts'
import {
  type Fields,
  type Filter,
  fieldRemoval,
  Query,
  type Store,
  type StoredDocument,
  type Write,
} from '../../src/lib/store.ts'
import { isPost } from '../support/intercept.ts'
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

/** Mistakes that show under any fault are played under the mildest. */
export const mildestFault: FaultName[] = ['ten times slower']

/** A mistake that remembers nothing. */
export const inPorts =
  (ports: Decorators): Mistakes =>
  () => ({ ports })

/** A mistake in what is written into a collection. */
export const writesIn =
  (collection: string, mistaken: (write: Write) => Write | undefined): Mistakes =>
  () => ({ write: write => (isIn(collection)(write) ? mistaken(write) : write) })

/** A store in which those queries find nothing. */
export const blindTo = (isMeant: (query: Query<unknown>) => boolean): Decorators => ({
  store: store => ({ ...store, find: async query => (isMeant(query) ? [] : store.find(query)) }),
})

/** Whether it asks every collection of a name by that field. */
export const asksBy =
  (name: string) =>
  ({ isGroup, filters }: Query<unknown>): boolean =>
    isGroup && filters.some(([field]) => field === name)

/** A mistake in the writes of what a delivery becomes. */
export const deliveryWritesAs = (mistaken: (write: Write, delivery: Delivery) => Write): Decorators => ({
  store: store => ({
    ...store,
    commit: writes =>
      store.commit(
        writes.map(write => {
          const delivery = deliveryIn(write)
          return delivery ? mistaken(write, delivery) : write
        }),
      ),
  }),
})

const deliveryIn = ({ kind, path, fields }: Write): Delivery | undefined =>
  kind === 'update' && path.includes('/messages/') ? (fields.delivery as Delivery | undefined) : undefined

/** A mistake in what a delivery becomes. */
const deliveriesAs = (mistaken: (delivery: Delivery) => Delivery): Mistakes =>
  inPorts(
    deliveryWritesAs((write, delivery) => ({
      ...write,
      fields: { ...write.fields, delivery: mistaken(delivery) },
    })),
  )

function misread(found: unknown, mistaken: (delivery: Delivery) => Delivery): unknown {
  const { path, value } = (found ?? {}) as Partial<StoredDocument<StoredMessage>>
  if (!path?.includes('/messages/') || !value?.delivery) return found
  return { ...(found as object), value: { ...value, delivery: mistaken(value.delivery) } }
}

/** A mistake in what a delivery is taken for. */
const deliveriesRead = (mistaken: (delivery: Delivery) => Delivery): Mistakes =>
  inPorts({
    store: store => ({
      ...store,
      read: async place => misread(await store.read(place), mistaken) as never,
      get: async places =>
        Object.fromEntries(
          Object.entries(await store.get(places)).map(([name, found]) => [name, misread(found, mistaken)]),
        ) as never,
    }),
  })

/** A mistake in what the commits of posts write. */
export const postsAs =
  (mistaken: (write: Write, author: unknown) => Write | readonly Write[]) =>
  (store: Store): Store => ({
    ...store,
    commit(writes) {
      const author = writes.find(isMessage)?.fields.authorId
      return store.commit(isPost(writes) ? writes.flatMap(write => mistaken(write, author)) : writes)
    },
  })

/** The same in what they write to the thread. */
const patchesAs = (mistaken: (patch: ThreadPatch, author: unknown) => object): Mistakes =>
  inPorts({
    store: postsAs((write, author) =>
      write.path.split('/').length === 2 && write.path.startsWith('threads/')
        ? { ...write, fields: { ...write.fields, ...mistaken(write.fields as ThreadPatch & Fields, author) } }
        : write,
    ),
  })

export const isMessage = ({ kind, path }: Write): boolean => kind === 'create' && path.includes('/messages/')
const isIn =
  (...collections: string[]) =>
  ({ path }: Write): boolean =>
    collections.some(name => path.startsWith(`${name}/`))

/** A vendor's failures of one kind, taken for another. */
const confuse =
  (kind: FailureKind, mistaken: FailureKind) =>
  <Args extends unknown[], Result>(call: (...given: Args) => Promise<Result>) =>
  async (...given: Args): Promise<Result> => {
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
      send: confuse('unknown', kind)(message => messenger.send(message)),
    }),
  })

/** Posts under other ids than they were given, and what came in under those of its event as well. */
function renaming(isInbound: boolean) {
  const other = randomUUID()
  const elsewhere = <Place extends { path: string }>(place: Place): Place => ({
    ...place,
    path: `${place.path}${other}`,
  })
  const renamed = (write: Write): Write => ({
    ...write,
    fields: { ...write.fields, messageId: `${write.fields.messageId}${other}` },
  })
  return (store: Store): Store => ({
    ...postsAs(write => {
      if (isMessage(write)) return elsewhere(renamed(write))
      if (!isIn('inboundMessages')(write)) return write
      return isInbound ? elsewhere(renamed(write)) : renamed(write)
    })(store),
    get(places) {
      if (!('counter' in places)) return store.get(places)
      const { message, inbound } = places
      return store.get({
        ...places,
        ...(message && 'path' in message && { message: elsewhere(message) }),
        ...(inbound && 'path' in inbound && { inbound: elsewhere(inbound) }),
      })
    },
  })
}

/** The filter finds nothing that is being sent. */
const withoutSending = ([field, comparison, values]: Filter): Filter => [
  field,
  comparison,
  Array.isArray(values) ? values.filter(value => value !== 'sending') : values,
]

/** Whether the schedule asks what of it is due. */
export const isSweepOf = (collection: string, query: Query<unknown>): boolean =>
  query.collection === collection && query.order.length > 0

export const mutants: readonly Mutant<keyof typeof scenarios>[] = [
  {
    name: 'sends before it claims',
    mistakes() {
      let claim: (() => Promise<unknown>) | undefined
      return {
        ports: {
          store: store => ({
            ...store,
            async commit(writes) {
              const claiming = writes.find(write => deliveryIn(write)?.status === 'sending')
              if (!claiming?.revision) return store.commit(writes)
              claim = () => store.commit(writes)
              return { result: claiming.revision, revisions: [] }
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
    mistakes: inPorts(
      deliveryWritesAs((write, { status }) =>
        status === 'sending' ? { ...write, revision: undefined } : write,
      ),
    ),
    shownBy: { scenario: 'delivery', faults: ['lease runs out before'] },
    breaks: /I2:|I3: still open/,
  },
  {
    name: 'loses what a field goes up by',
    mistakes: writesIn('spendCounters', write => ({ ...write, fields: { expiresAt: 0 } })),
    shownBy: { scenario: 'delivery', faults: mildestFault },
    breaks: 'are counted',
    inEveryRun: true,
  },
  {
    name: 'commits twice what goes up',
    mistakes: inPorts({
      store: store => ({
        ...store,
        async commit(writes) {
          const ended = await store.commit(writes)
          const again = writes.filter(isIn('spendCounters'))
          if (ended !== 'unresolved' && again.length > 0) await store.write(again)
          return ended
        },
      }),
    }),
    shownBy: { scenario: 'delivery', faults: mildestFault },
    breaks: 'are counted',
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
      store: store => ({
        ...store,
        find: query => store.find(new Query({ ...query, filters: query.filters.map(withoutSending) })),
      }),
    }),
    shownBy: { scenario: 'delivery', faults: ['die before', 'die after'] },
    breaks: 'a send that is sending',
  },
  {
    name: 'finds nothing where it looks up what became of a send',
    mistakes: inPorts({
      messenger: messenger => ({
        ...messenger,
        sentTo: async () => [],
      }),
    }),
    shownBy: { scenario: 'delivery', faults: ['lose the reply'] },
    breaks: 'I2:',
  },
  {
    name: 'takes a send of another message for its own',
    mistakes: inPorts(blindTo(asksBy('externalMessageId'))),
    shownBy: { scenario: 'two equal texts', faults: ['time-out', 'reset'] },
    breaks: 'I15: two messages have the same provider id',
  },
  {
    name: 'lets a late status undo a better one',
    mistakes: deliveriesRead(delivery =>
      delivery.status === 'delivered' ? { ...delivery, status: 'unknown' } : delivery,
    ),
    shownBy: { scenario: 'a status callback', faults: mildestFault },
    breaks: 'although it was delivered',
  },
  {
    name: 'writes the search record without its version',
    mistakes: inPorts({
      index: index => ({
        ...index,
        // A record that is not there has no version that is newer.
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
      write: write => ('lastMessage' in write.fields ? { ...write, revision: undefined } : write),
    }),
    // The mistake loses the thread's last message, or whom it concerns.
    breaks: /I[46]:|who joined by posting/,
  },
  {
    name: 'takes no notice of the id that the client chose',
    mistakes: inPorts({ store: renaming(false) }),
    shownBy: { scenario: 'a post', faults: ['lose the reply'] },
    breaks: 'I1:',
    inEveryRun: true,
  },
  {
    name: 'stores the message without its audit entry',
    mistakes: inPorts({ store: postsAs(write => (isIn('auditLog', 'ledger')(write) ? [] : write)) }),
    shownBy: { scenario: 'a post', faults: mildestFault },
    breaks: 'I12:',
    inEveryRun: true,
  },
  {
    name: 'ends a wait at the post',
    mistakes: inPorts({
      store: postsAs(write => {
        const { exchanges } = write.fields as Partial<Thread>
        if (!exchanges) return write
        const ended = exchanges.map(one => ({
          ...one,
          // Under its own name the answer would be corrected by its delivery.
          answers: one.answers.map(({ send: _, ...accepted }) => ({ ...accepted, messageId: 'accepted' })),
        }))
        const [, threadId = ''] = write.path.split('/')
        return [
          { ...write, fields: { ...write.fields, exchanges: ended } },
          ...ledgerWrites(threadId, [], ended),
        ]
      }),
    }),
    shownBy: { scenario: 'an answer that is refused', faults: mildestFault },
    breaks: 'a wait has ended with an answer that was not accepted',
    inEveryRun: true,
  },
  {
    name: 'has the author attend to their own message',
    mistakes: patchesAs((patch, author) => attentionAfterPost(patch, [String(author)], '')),
    shownBy: { scenario: 'sync', faults: mildestFault },
    breaks: 'I5:',
    inEveryRun: true,
  },
  {
    name: 'clears everybody’s attention when one reads',
    mistakes: inPorts({
      store: store => ({
        ...store,
        commit(writes) {
          const nobody = { needsAttention: [], needsAttentionMap: {} }
          return store.commit(
            writes.map(write =>
              write.fields.needsAttention ? { ...write, fields: { ...write.fields, ...nobody } } : write,
            ),
          )
        },
      }),
    }),
    breaks: 'I4:',
  },
  {
    name: 'leaves no trace of an inbound message',
    mistakes: inPorts({
      store: postsAs(write => (isIn('inboundMessages', 'guests', 'triage')(write) ? [] : write)),
    }),
    shownBy: { scenario: 'an inbound message', faults: mildestFault },
    breaks: 'I15:',
    inEveryRun: true,
  },
  {
    name: 'shows the newest message although it is a note',
    mistakes: patchesAs(({ lastMessage }) => ({ lastPublicMessage: lastMessage })),
    shownBy: { scenario: 'the sync of a note', faults: mildestFault },
    breaks: 'a note is in the index',
    inEveryRun: true,
  },
  {
    name: 'mails again when the mailer did not answer',
    mistakes: inPorts({
      mailer: mailer => ({ ...mailer, send: confuse('unknown', 'retryable')(email => mailer.send(email)) }),
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
    shownBy: { scenario: 'a status callback', faults: mildestFault },
    breaks: 'is failed although it was delivered',
  },
  {
    name: 'tells inbound messages apart by the event that brings them only',
    mistakes: inPorts({ store: renaming(true) }),
    shownBy: { scenario: 'an inbound message', faults: mildestFault },
    breaks: 'I15:',
  },
  {
    name: 'gives up a forward that would work later',
    mistakes: inPorts({
      guestPlatform: platform => ({
        ...platform,
        putMessage: confuse('retryable', 'permanent')(message => platform.putMessage(message)),
      }),
    }),
    // An event that comes again forwards again.
    breaks: /forwarding of .* is failed/,
  },
  {
    name: 'leaves an e-mail alone that may not have come',
    mistakes: () => ({
      write: write =>
        write.fields.status === 'unknown'
          ? { ...write, fields: { ...write.fields, dueAt: fieldRemoval } }
          : write,
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
          store: store => ({
            ...store,
            find(query) {
              isSwept ||= isSweepOf('staleRecords', query)
              return store.find(query)
            },
          }),
          index: index => ({ ...index, save: async record => (isSwept ? undefined : index.save(record)) }),
        },
      }
    },
    shownBy: { scenario: 'the sweep of a stale record', faults: mildestFault },
    breaks: 'I13:',
  },
]

import { defined } from '../documents.ts'
import { idsIn } from '../identifiers.ts'
import type { EventDocument, Revision, Versioned } from '../ports.ts'
import { shardOf } from '../shards.ts'
import { everySpellingOf } from '../spellings.ts'
import { collection, fieldRemoval, patch, type Store, storedDocument, type Write } from '../store.ts'
import type { ChannelName } from './channel-names.ts'
import { channelOfType } from './channel-types.ts'
import { type GuestWithId, guests, reservations, storedGuest } from './guest.ts'
import { type Delivery, type Forwarding, type StoredMessage, storedMessage } from './message.ts'
import type { MessageRef } from './ports.ts'
import type { Thread } from './thread.ts'
import { threads } from './thread-writes.ts'

type Queries = Store

export const messages = collection('threads/{threadId}/messages/{messageId}', storedMessage)

export const messageAt = ({ threadId, messageId }: MessageRef) => messages.at(threadId, messageId)

/** The first storable time, which excludes values of other types. */
const earliest = new Date(-62_135_596_800_000)

/** Newest first, then by id, descending. */
export const newestOf = (threadId: string) =>
  messages.any
    .all(threadId)
    .where('createdAt', '>=', earliest)
    .orderBy('createdAt', 'desc')
    .orderBy('__name__', 'desc')

interface MessageHints {
  reservationId?: string | undefined
  guestId?: string | undefined
  /** As of creation, maybe outdated. */
  created?: EventDocument | undefined
}

export interface MessageInThread {
  message: Versioned<StoredMessage> | undefined
  thread: Versioned<Thread> | undefined
  guestId: string | undefined
  namedGuest?: GuestWithId | undefined
}

export async function messageInThread(
  store: Store,
  ref: MessageRef,
  { reservationId, guestId, created }: MessageHints = {},
): Promise<MessageInThread> {
  const fromEvent = created && storedDocument(messages.sound.at(ref.threadId, ref.messageId), created)
  const place = guests.named(guestId)
  const { thread, message, reservation, guest } = await store.get({
    thread: threads.at(ref.threadId),
    message: fromEvent ? undefined : messageAt(ref),
    reservation: reservations.named(reservationId),
    guest: place,
  })
  return {
    message: fromEvent ?? message,
    thread,
    guestId: reservation?.value.guestId ?? undefined,
    namedGuest: place && { guestId: place.id, guest: guest?.value ?? storedGuest.parse({}) },
  }
}

export const statesOf = (
  messageId: string,
  { delivery, forwarding }: { delivery?: Delivery | undefined; forwarding?: Forwarding | undefined },
): Record<string, unknown> =>
  defined({ delivery: sharded(messageId, delivery), forwarding: sharded(messageId, forwarding) })

export interface MessageChange {
  delivery?: Delivery
  /** Null removes it. */
  externalMessageId?: string | null
  forwarding?: Forwarding
  files?: StoredMessage['files']
}

/** Fails if the message has changed; unconditional without a revision. */
export const changedMessage = (
  ref: MessageRef,
  revision: Revision | undefined,
  { externalMessageId, files, ...states }: MessageChange,
): Write =>
  patch(
    messageAt(ref),
    {
      ...statesOf(ref.messageId, states),
      ...(files && { files }),
      ...(externalMessageId !== undefined && { externalMessageId: externalMessageId ?? fieldRemoval }),
    },
    revision,
  )

function sharded(id: string, fields: Delivery | Forwarding | undefined) {
  if (!fields) return undefined
  const { dueShard: _before, ...rest } = fields
  return rest.dueAt === undefined ? rest : { ...rest, dueShard: shardOf(id) }
}

export async function withProviderIds(
  store: Queries,
  threadId: string,
  ids: readonly string[],
): Promise<StoredMessage[]> {
  const documents = await store.find(messages.sound.all(threadId).where('externalMessageId', 'in', ids))
  return documents.map(({ value }) => value)
}

export async function providerIdsAmong(store: Queries, ids: readonly string[]): Promise<Set<string>> {
  const documents = await store.find(messages.group().where('externalMessageId', 'in', ids))
  return new Set(documents.flatMap(({ value }) => value.externalMessageId ?? []))
}

export async function messageRefByProviderId(store: Queries, id: string): Promise<MessageRef | undefined> {
  const [document] = await store.find(messages.group().where('externalMessageId', '==', id).limit(1))
  const [threadId = '', messageId = ''] = document ? idsIn(document.path) : []
  return document && { threadId, messageId }
}

export async function messageByProviderId(store: Queries, id: string): Promise<StoredMessage | undefined> {
  const [document] = await store.find(messages.sound.group().where('externalMessageId', '==', id).limit(1))
  return document?.value
}

const mostClaimed = 500

/** The provider may show any of an address's names. */
export async function claimedFor(
  store: Queries,
  names: readonly string[],
  since: Date,
): Promise<StoredMessage[]> {
  const lists = await Promise.all(
    names.map(name =>
      store.find(
        messages
          .group()
          .where('delivery.to', '==', name)
          .where('delivery.claimedAt', '>=', since)
          .orderBy('delivery.claimedAt', 'desc')
          .limit(mostClaimed),
      ),
    ),
  )
  return lists.flat().map(({ value }) => value)
}

interface SentTo {
  addresses: readonly string[]
  channel: ChannelName
  since: Date
  until: Date
}

/** Enough, so that other channels' messages do not hide the last one. */
const lastOnes = 40

/** Newest first. */
export async function lastSentTo(
  store: Queries,
  { addresses, channel, since, until }: SentTo,
): Promise<StoredMessage[]> {
  const documents = await store.find(
    messages.sound
      .group()
      .where('delivery.to', 'in', everySpellingOf(addresses))
      .where('delivery.claimedAt', '>=', since)
      .where('delivery.claimedAt', '<=', until)
      .orderBy('delivery.claimedAt', 'desc')
      .limit(lastOnes),
  )
  return documents.map(({ value }) => value).filter(({ type }) => channelOfType(type) === channel)
}

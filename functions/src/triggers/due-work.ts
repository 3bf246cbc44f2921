import { type ChannelName, channelNames } from '../lib/chat/channel-names.ts'
import { typeOf } from '../lib/chat/channel-types.ts'
import { deliverMessage } from '../lib/chat/delivery/deliver-message.ts'
import { giveBack } from '../lib/chat/desk/give-back.ts'
import { fetchFile } from '../lib/chat/files/fetch-file.ts'
import { removeFile } from '../lib/chat/files/remove-file.ts'
import { forwardMessage } from '../lib/chat/forwarding/forward-message.ts'
import { receiveLate } from '../lib/chat/inbound/quarantine.ts'
import { receiveMissed } from '../lib/chat/inbound/receive-missed.ts'
import { lookAtThread } from '../lib/chat/opening/look-at-thread.ts'
import { readConversation } from '../lib/chat/ota/read-conversation.ts'
import { sayNoReply } from '../lib/chat/ota/say-no-reply.ts'
import { sweepInboxes } from '../lib/chat/ota/sweep.ts'
import { sendScheduled } from '../lib/chat/scheduled/send-scheduled.ts'
import { compareSearch } from '../lib/chat/search/compare-search.ts'
import { projectThread } from '../lib/chat/search/sync-thread.ts'
import { notifyLandlords } from '../lib/chat/support/notify-landlords.ts'
import { workOnBatch } from '../lib/connection/batches/work-on-batch.ts'
import { finishJob } from '../lib/connection/job/finish-job.ts'
import { moveWaiting } from '../lib/connection/job/move-waiting.ts'
import { finishChannelWork } from '../lib/connection/review/finish-mapping.ts'
import { targetOfId } from '../lib/connection/target.ts'
import { lookAtChannel } from '../lib/connection/watch/look-at-channel.ts'
import { watchChannels } from '../lib/connection/watch/watch-channels.ts'
import type { Context } from '../lib/context.ts'
import type { DueKind, DuePiece, DueQuery } from '../lib/due/due.ts'
import type { Lane } from '../lib/due/lanes.ts'
import { sendEmail } from '../lib/email/send-email.ts'
import { comparePortfolio } from '../lib/portfolio/compare-portfolio.ts'
import { pullMissedBookings } from '../lib/reservations/pull-missed.ts'
import { finishPull } from '../lib/reservations/receive-bookings.ts'
import { keepUserStatuses } from '../lib/roles/keep-user-statuses.ts'
import { remove } from '../lib/store.ts'

interface Row extends Omit<DueKind, 'name'> {
  worker(context: Context, piece: DuePiece): Promise<unknown>
}

const messagesDue = (filters: NonNullable<DueQuery['filters']>): DueQuery => ({
  collection: 'messages',
  group: true,
  filters,
  at: 'delivery.dueAt',
  shard: 'delivery.dueShard',
})

type Verb<Target> = (context: Context, target: Target) => Promise<unknown>

const workerOf =
  <Target>(targetOf: (ids: readonly string[]) => Target) =>
  (verb: Verb<Target>) =>
  (context: Context, { ids }: DuePiece): Promise<unknown> =>
    verb(context, targetOf(ids))
const byId = workerOf(([id = '']) => id)
const byMessage = workerOf(([threadId = '', messageId = '']) => ({ threadId, messageId }))
const delivering = byMessage(deliverMessage)

function deliveryKinds(): Record<`${ChannelName}-delivery`, Row>
function deliveryKinds(): object {
  const toSend = ['delivery.status', ['pending', 'sending']] as const
  const kinds = channelNames.map(lane => {
    const query = messagesDue([['type', [typeOf(lane)]], toSend])
    return [`${lane}-delivery`, { lane, query, worker: delivering }] as const
  })
  return Object.fromEntries(kinds)
}

/** These share a lane for look-ups. Two queries, since Firestore takes thirty values in all filters. */
const messagingProvider: readonly ChannelName[] = ['chatapp', 'sms']
const ofMessagingProvider = ['type', messagingProvider.map(typeOf)] as const

function lookUpKinds(): Record<'ota-look-up', Row>
function lookUpKinds(): object {
  const others = channelNames.filter(name => !messagingProvider.includes(name))
  const kinds = others.map(lane => {
    const query = messagesDue([
      ['type', [typeOf(lane)]],
      ['delivery.status', ['unknown', 'sent']],
    ])
    return [`${lane}-look-up`, { lane, query, worker: delivering }] as const
  })
  return Object.fromEntries(kinds)
}

export const dueKinds = {
  ...deliveryKinds(),
  ...lookUpKinds(),
  'look-up': {
    lane: 'look-up',
    query: messagesDue([ofMessagingProvider, ['delivery.status', ['unknown']]]),
    worker: delivering,
  },
  /** Sends without a callback. */
  'sent-check': {
    lane: 'look-up',
    query: messagesDue([ofMessagingProvider, ['delivery.status', ['sent']]]),
    worker: delivering,
  },
  forwarding: {
    lane: 'guest-platform',
    query: { collection: 'messages', group: true, at: 'forwarding.dueAt', shard: 'forwarding.dueShard' },
    worker: byMessage(forwardMessage),
  },
  'search-record': {
    lane: 'search',
    query: { collection: 'staleRecords', at: 'dueAt' },
    worker: async (context, piece) => {
      await projectThread(context, piece.ids[0] ?? '')
      await context.store.commit([remove(piece, piece.revision)])
    },
  },
  email: {
    lane: 'email',
    query: { collection: 'emails', at: 'dueAt' },
    worker: byId(sendEmail),
  },
  'support-notification': {
    query: { collection: 'threads', at: 'supportNotificationDueAt', shard: 'supportNotificationShard' },
    worker: byId(notifyLandlords),
  },
  desk: {
    query: { collection: 'threads', at: 'deskDueAt', shard: 'deskShard' },
    worker: byId(lookAtThread),
  },
  'scheduled-send': {
    query: { collection: 'scheduledSends', at: 'dueAt' },
    worker: byId(sendScheduled),
  },
  /** Threads of absent or former staff. */
  absence: {
    query: { collection: 'absences', at: 'dueAt' },
    worker: byId(giveBack),
  },
  file: {
    lane: 'storage',
    keepsTime: true,
    query: { collection: 'files', at: 'dueAt' },
    worker: byId(removeFile),
  },
  /** Files whose addresses end. */
  'coming-file': {
    lane: 'ota',
    alsoAsks: 'storage',
    query: { collection: 'files', at: 'fetchAt' },
    worker: byId(fetchFile),
  },
  'late-message': {
    lane: 'look-up',
    query: { collection: 'items', at: 'dueAt' },
    worker: byId(receiveLate),
  },
  'ota-conversation': {
    lane: 'ota',
    query: { collection: 'otaConversations', at: 'dueAt' },
    worker: byId(readConversation),
  },
  'no-reply': {
    lane: 'ota',
    query: { collection: 'threads', at: 'noReplyDueAt' },
    worker: byId(sayNoReply),
  },
  /** Jobs that died, wait for acceptance, or are not undone. */
  attempt: {
    lane: 'channel-manager',
    query: { collection: 'connectionAttempts', at: 'dueAt' },
    worker: byId((context, jobId) => finishJob(context, targetOfId(jobId))),
  },
  /** Requests from an earlier release. */
  'waiting-request': {
    lane: 'channel-manager',
    query: { collection: 'connectionRequests', at: 'tryAt' },
    worker: byId(moveWaiting),
  },
  'connection-batch': {
    lane: 'channel-manager',
    query: { collection: 'connectionBatches', at: 'dueAt' },
    worker: byId(workOnBatch),
  },
  'channel-work': {
    lane: 'channel-manager',
    query: { collection: 'propertyChannels', at: 'dueAt' },
    worker: byId(finishChannelWork),
  },
  'channel-look': {
    lane: 'channel-manager',
    query: { collection: 'propertyChannels', at: 'lookAt' },
    worker: byId(lookAtChannel),
  },
  pull: {
    lane: 'channel-manager',
    query: { collection: 'reservationPulls', at: 'dueAt' },
    worker: byId(finishPull),
  },
} as const satisfies Record<string, Row>

export type DueKindName = keyof typeof dueKinds

export interface Round {
  /** A pause of this lane stops the round. */
  lane?: Lane
  run(context: Context): Promise<void>
}

/** Changes without an event or due time: each round goes through everything, in shares. */
export const rounds = {
  'booking-feed': {
    lane: 'channel-manager',
    run: async context => {
      await pullMissedBookings({ ...context, atOnce: context.atOnce('channel-manager') })
    },
  },
  'inbound-catch-up': {
    lane: 'look-up',
    run: receiveMissed,
  },
  'ota-inboxes': {
    lane: 'ota',
    run: sweepInboxes,
  },
  'index-comparison': {
    lane: 'search',
    run: async context => {
      await compareSearch(context)
    },
  },
  portfolio: {
    run: async context => {
      await comparePortfolio(context)
    },
  },
  /** Firestore's rules read the copy. */
  roles: {
    run: keepUserStatuses,
  },
  'channel-watch': {
    lane: 'channel-manager',
    run: async context => {
      const roundMs = context.rules.watchRoundMs()
      await watchChannels({ ...context, atOnce: context.atOnce('channel-manager'), roundMs })
    },
  },
} as const satisfies Record<string, Round>

export type RoundName = keyof typeof rounds

import { type ChannelName, channelNames } from '../lib/chat/channel-names.ts'
import { typeOf } from '../lib/chat/channel-types.ts'
import type { Context } from '../lib/context.ts'
import type { DueKind, DuePiece, DueQuery } from '../lib/due/due.ts'
import type { Lane } from '../lib/due/lanes.ts'

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
  (load: () => Promise<Verb<Target>>) =>
  async (context: Context, { ids }: DuePiece): Promise<unknown> =>
    (await load())(context, targetOf(ids))
const byId = workerOf(([id = '']) => id)
const byMessage = workerOf(([threadId = '', messageId = '']) => ({ threadId, messageId }))
const delivering = byMessage(
  async () => (await import('../lib/chat/delivery/deliver-message.ts')).deliverMessage,
)

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
    worker: byMessage(async () => (await import('../lib/chat/forwarding/forward-message.ts')).forwardMessage),
  },
  'search-record': {
    lane: 'search',
    query: { collection: 'staleRecords', at: 'dueAt' },
    worker: async (context, piece) => {
      const { projectThread } = await import('../lib/chat/search/sync-thread.ts')
      const { remove } = await import('../lib/store.ts')
      await projectThread(context, piece.ids[0] ?? '')
      await context.store.commit([remove(piece, piece.revision)])
    },
  },
  email: {
    lane: 'email',
    query: { collection: 'emails', at: 'dueAt' },
    worker: byId(async () => (await import('../lib/email/send-email.ts')).sendEmail),
  },
  'support-notification': {
    query: { collection: 'threads', at: 'supportNotificationDueAt', shard: 'supportNotificationShard' },
    worker: byId(async () => (await import('../lib/chat/support/notify-landlords.ts')).notifyLandlords),
  },
  desk: {
    query: { collection: 'threads', at: 'deskDueAt', shard: 'deskShard' },
    worker: byId(async () => (await import('../lib/chat/opening/look-at-thread.ts')).lookAtThread),
  },
  'scheduled-send': {
    query: { collection: 'scheduledSends', at: 'dueAt' },
    worker: byId(async () => (await import('../lib/chat/scheduled/send-scheduled.ts')).sendScheduled),
  },
  /** Threads of absent or former staff. */
  absence: {
    query: { collection: 'absences', at: 'dueAt' },
    worker: byId(async () => (await import('../lib/chat/desk/give-back.ts')).giveBack),
  },
  file: {
    lane: 'storage',
    keepsTime: true,
    query: { collection: 'files', at: 'dueAt' },
    worker: byId(async () => (await import('../lib/chat/files/remove-file.ts')).removeFile),
  },
  /** Files whose addresses end. */
  'coming-file': {
    lane: 'ota',
    alsoAsks: 'storage',
    query: { collection: 'files', at: 'fetchAt' },
    worker: byId(async () => (await import('../lib/chat/files/fetch-file.ts')).fetchFile),
  },
  'late-message': {
    lane: 'look-up',
    query: { collection: 'items', at: 'dueAt' },
    worker: byId(async () => (await import('../lib/chat/inbound/receive-late.ts')).receiveLate),
  },
  'ota-conversation': {
    lane: 'ota',
    query: { collection: 'otaConversations', at: 'dueAt' },
    worker: byId(async () => {
      const { readConversation } = await import('../lib/chat/ota/read-conversation.ts')
      return (context, conversationId) => readConversation(context, conversationId)
    }),
  },
  'no-reply': {
    lane: 'ota',
    query: { collection: 'threads', at: 'noReplyDueAt' },
    worker: byId(async () => (await import('../lib/chat/ota/say-no-reply.ts')).sayNoReply),
  },
  /** Jobs that died, wait for acceptance, or are not undone. */
  attempt: {
    lane: 'channel-manager',
    query: { collection: 'connectionAttempts', at: 'dueAt' },
    worker: byId(async () => {
      const { finishJob } = await import('../lib/connection/job/finish-job.ts')
      const { targetOfId } = await import('../lib/connection/target.ts')
      return (context, jobId) => finishJob(context, targetOfId(jobId))
    }),
  },
  /** Requests from an earlier release. */
  'waiting-request': {
    lane: 'channel-manager',
    query: { collection: 'connectionRequests', at: 'tryAt' },
    worker: byId(async () => (await import('../lib/connection/job/move-waiting.ts')).moveWaiting),
  },
  'connection-batch': {
    lane: 'channel-manager',
    query: { collection: 'connectionBatches', at: 'dueAt' },
    worker: byId(async () => (await import('../lib/connection/batches/work-on-batch.ts')).workOnBatch),
  },
  'channel-work': {
    lane: 'channel-manager',
    query: { collection: 'propertyChannels', at: 'dueAt' },
    worker: byId(async () => (await import('../lib/connection/review/finish-mapping.ts')).finishChannelWork),
  },
  'channel-look': {
    lane: 'channel-manager',
    query: { collection: 'propertyChannels', at: 'lookAt' },
    worker: byId(async () => (await import('../lib/connection/watch/look-at-channel.ts')).lookAtChannel),
  },
  pull: {
    lane: 'channel-manager',
    query: { collection: 'reservationPulls', at: 'dueAt' },
    worker: byId(async () => (await import('../lib/reservations/receive-bookings.ts')).finishPull),
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
      const { pullMissedBookings } = await import('../lib/reservations/pull-missed.ts')
      await pullMissedBookings({ ...context, atOnce: context.atOnce('channel-manager') })
    },
  },
  'inbound-catch-up': {
    lane: 'look-up',
    run: async context => (await import('../lib/chat/inbound/receive-missed.ts')).receiveMissed(context),
  },
  'ota-inboxes': {
    lane: 'ota',
    run: async context => (await import('../lib/chat/ota/sweep.ts')).sweepInboxes(context),
  },
  'index-comparison': {
    lane: 'search',
    run: async context => {
      const { compareSearch } = await import('../lib/chat/search/compare-search.ts')
      await compareSearch(context)
    },
  },
  portfolio: {
    run: async context => {
      const { comparePortfolio } = await import('../lib/portfolio/compare-portfolio.ts')
      await comparePortfolio(context)
    },
  },
  /** Firestore's rules read the copy. */
  roles: {
    run: async context => (await import('../lib/roles/keep-user-statuses.ts')).keepUserStatuses(context),
  },
  'channel-watch': {
    lane: 'channel-manager',
    run: async context => {
      const { watchChannels } = await import('../lib/connection/watch/watch-channels.ts')
      const roundMs = context.rules.watchRoundMs()
      await watchChannels({ ...context, atOnce: context.atOnce('channel-manager'), roundMs })
    },
  },
} as const satisfies Record<string, Round>

export type RoundName = keyof typeof rounds

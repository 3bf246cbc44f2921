import { type ChannelName, channelNames } from '../lib/chat/channels/names.ts'
import { typeOf } from '../lib/chat/channels/naming.ts'
import type { Context } from '../lib/context.ts'
import type { DueKind, DueQuery } from '../lib/due/due.ts'
import type { Lane } from '../lib/due/lanes.ts'
import type { Work } from '../lib/due/work-lane.ts'

interface Row extends Omit<DueKind, 'name'> {
  worker(context: Context): Promise<Work>
}

const messagesDue = (filters: NonNullable<DueQuery['filters']>): DueQuery => ({
  collection: 'messages',
  group: true,
  filters,
  at: 'delivery.dueAt',
  shard: 'delivery.dueShard',
})

type Verb<Target> = (context: Context, target: Target) => Promise<unknown>

/** What works by a verb, which is imported for the first piece. */
const workerOf =
  <Target>(targetOf: (ids: readonly string[]) => Target) =>
  (load: () => Promise<Verb<Target>>) =>
  async (context: Context): Promise<Work> => {
    const verb = await load()
    return ({ ids }) => verb(context, targetOf(ids))
  }
const byId = workerOf(([id = '']) => id)
const byMessage = workerOf(([threadId = '', messageId = '']) => ({ threadId, messageId }))
const delivering = byMessage(
  async () => (await import('../lib/chat/delivery/deliver-message.ts')).deliverMessage,
)

/** Sends that are due, a kind for each channel. */
function deliveryKinds(): Record<`${ChannelName}-delivery`, Row>
function deliveryKinds(): object {
  const toSend = ['delivery.status', ['pending', 'sending']] as const
  const kinds = channelNames.map(lane => {
    const query = messagesDue([['type', [typeOf(lane)]], toSend])
    return [`${lane}-delivery`, { lane, query, worker: delivering }] as const
  })
  return Object.fromEntries(kinds)
}

/** Its channels share a lane for look-ups. Two queries, since Firestore takes thirty values in the filters together. */
const messagingProvider: readonly ChannelName[] = ['chatapp', 'sms']
const ofMessagingProvider = ['type', messagingProvider.map(typeOf)] as const

/** The same of other channels, each asked in its own lane. */
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

/** Work that asks no vendor with a lane, and so waits for none; each kind is worked on by itself. */
const byTheClock = { lane: 'look-up', asksNobody: true, isUnpaused: true } as const

/** Everything that somebody has to come back to, by kind: where it stands, whom it goes to, and how it is done. */
export const dueKinds = {
  ...deliveryKinds(),
  ...lookUpKinds(),
  /** Sends of unknown outcome. */
  'look-up': {
    lane: 'look-up',
    query: messagesDue([ofMessagingProvider, ['delivery.status', ['unknown']]]),
    worker: delivering,
  },
  /** Sends that no callback has told of. */
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
    worker: async context => {
      const { projectThread } = await import('../lib/chat/search/sync-thread.ts')
      return async ({ ids: [threadId = ''], revision }) => {
        await projectThread(context, threadId)
        await context.threads.clearStale(threadId, revision)
      }
    },
  },
  email: {
    lane: 'email',
    query: { collection: 'emails', at: 'dueAt' },
    worker: byId(async () => (await import('../lib/email/send-email.ts')).sendEmail),
  },
  /** Support chats that landlords have not read: they are told by e-mail. */
  'support-notification': {
    lane: 'email',
    asksNobody: true,
    query: { collection: 'threads', at: 'supportNotificationDueAt', shard: 'supportNotificationShard' },
    worker: byId(async () => (await import('../lib/chat/support/notify-landlords.ts')).notifyLandlords),
  },
  /** Deadlines that are near or missed, and snoozes that end. */
  desk: {
    ...byTheClock,
    query: { collection: 'threads', at: 'deskDueAt', shard: 'deskShard' },
    worker: byId(async () => {
      const { lookAtDesk } = await import('../lib/chat/desk/look-at-desk.ts')
      return (context, threadId) => lookAtDesk(context, threadId)
    }),
  },
  /** Messages whose time has come. */
  'scheduled-send': {
    ...byTheClock,
    query: { collection: 'scheduledSends', at: 'dueAt' },
    worker: byId(async () => (await import('../lib/chat/scheduled/send-scheduled.ts')).sendScheduled),
  },
  /** What somebody owns who is away or has left. */
  absence: {
    ...byTheClock,
    query: { collection: 'absences', at: 'dueAt' },
    worker: byId(async () => (await import('../lib/chat/desk/give-back.ts')).giveBack),
  },
  /** Files that no message uses, and those whose message has ended. */
  file: {
    lane: 'storage',
    keepsTime: true,
    query: { collection: 'files', at: 'dueAt' },
    worker: byId(async () => (await import('../lib/chat/files/remove-file.ts')).removeFile),
  },
  /** Files that came in by addresses that end. */
  'coming-file': {
    lane: 'ota',
    alsoAsks: 'storage',
    query: { collection: 'files', at: 'fetchAt' },
    worker: byId(async () => (await import('../lib/chat/files/fetch-file.ts')).fetchFile),
  },
  /** Messages of guests that could not be received; what they wait for stands in items. */
  'late-message': {
    lane: 'look-up',
    query: { collection: 'items', at: 'dueAt' },
    worker: byId(async () => (await import('../lib/chat/inbound/receive-late.ts')).receiveLate),
  },
  /** Conversations at OTAs in which somebody wrote. */
  'ota-conversation': {
    lane: 'ota',
    query: { collection: 'otaConversations', at: 'dueAt' },
    worker: byId(async () => {
      const { readConversation } = await import('../lib/chat/ota/read-conversation.ts')
      return (context, conversationId) => readConversation(context, conversationId)
    }),
  },
  /** Messages of which an OTA has to be told that they need no reply. */
  'no-reply': {
    lane: 'ota',
    query: { collection: 'threads', at: 'noReplyDueAt' },
    worker: byId(async () => (await import('../lib/chat/ota/say-no-reply.ts')).sayNoReply),
  },
  /** Connections whose process died, and what others could not undo. */
  attempt: {
    lane: 'channel-manager',
    query: { collection: 'connectionAttempts', at: 'dueAt' },
    worker: byId(async () => {
      const { finishAttempt } = await import('../lib/connection/attempt/finish-attempt.ts')
      const { targetOfId } = await import('../lib/connection/attempt/completion.ts')
      return (context, attemptId) => finishAttempt(context, targetOfId(attemptId))
    }),
  },
  /** Requests that wait for an OTA's acceptance. */
  'waiting-request': {
    lane: 'channel-manager',
    query: { collection: 'connectionRequests', at: 'tryAt' },
    worker: byId(async () => (await import('../lib/connection/requests/try-again.ts')).tryAgain),
  },
  /** Batches with rows whose turn has come. */
  'connection-batch': {
    lane: 'channel-manager',
    query: { collection: 'connectionBatches', at: 'dueAt' },
    worker: byId(async () => (await import('../lib/connection/batches/work-on-batch.ts')).workOnBatch),
  },
  /** Mappings and disconnectings whose process died. */
  'channel-work': {
    lane: 'channel-manager',
    query: { collection: 'propertyChannels', at: 'dueAt' },
    worker: byId(async () => (await import('../lib/connection/review/finish-mapping.ts')).finishChannelWork),
  },
  /** Channels for which there is a reason to look at them. */
  'channel-look': {
    lane: 'channel-manager',
    query: { collection: 'propertyChannels', at: 'lookAt' },
    worker: byId(async () => (await import('../lib/connection/watch/look-at-channel.ts')).lookAtChannel),
  },
  /** Pulls of bookings that stopped. */
  pull: {
    lane: 'channel-manager',
    query: { collection: 'reservationPulls', at: 'dueAt' },
    worker: byId(async () => (await import('../lib/reservations/receive-bookings.ts')).finishPull),
  },
} as const satisfies Record<string, Row>

export type DueKindName = keyof typeof dueKinds

export interface Round {
  /** It waits while somebody has paused this one. */
  lane?: Lane
  run(context: Context): Promise<void>
}

/** What no field says, since nobody told us of it: each goes through everything, in shares, again and again. */
export const rounds = {
  /** Bookings that no webhook told. */
  'booking-feed': {
    lane: 'channel-manager',
    run: async context => {
      const { pullMissedBookings } = await import('../lib/reservations/pull-missed.ts')
      await pullMissedBookings({ ...context, atOnce: context.atOnce('channel-manager') })
    },
  },
  /** Messages of guests that no webhook told. */
  'inbound-catch-up': {
    lane: 'look-up',
    run: async context => (await import('../lib/chat/inbound/receive-missed.ts')).receiveMissed(context),
  },
  /** Conversations at OTAs that no event told of. */
  'ota-inboxes': {
    lane: 'ota',
    run: async context => (await import('../lib/chat/ota/sweep.ts')).sweepInboxes(context),
  },
  /** The search index is compared with the threads. */
  'index-comparison': {
    lane: 'search',
    run: async context => {
      const { compareSearch } = await import('../lib/chat/search/compare-search.ts')
      await compareSearch({ ...context, index: context.searchIndex })
    },
  },
  /** The portfolio is compared with what it is put together of. */
  portfolio: {
    run: async context => {
      const { comparePortfolio } = await import('../lib/portfolio/compare-portfolio.ts')
      await comparePortfolio(context)
    },
  },
  /** Who is of our staff is kept where Firestore's rules can see it. */
  roles: {
    run: async context => (await import('../lib/roles/keep-user-statuses.ts')).keepUserStatuses(context),
  },
  /** Active channels are compared with the channel manager and the OTA. */
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

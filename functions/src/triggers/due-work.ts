import type { DueKind, DueQuery } from '../lib/due/due.ts'
import type { Lane } from '../lib/due/lanes.ts'
import type { Work } from '../lib/due/work-lane.ts'
import type { Services } from '../lib/services.ts'

interface Row extends Omit<DueKind, 'name'> {
  worker(services: Services): Promise<Work>
}

const deliveries = (filters: NonNullable<DueQuery['filters']>): DueQuery => ({
  collection: 'messages',
  group: true,
  filters,
  at: 'delivery.dueAt',
  shard: 'delivery.dueShard',
})
const toSend = ['delivery.status', ['pending', 'sending']] as const

async function delivering(services: Services): Promise<Work> {
  const { deliverMessage } = await import('../lib/chat/delivery/deliver-message.ts')
  const deps = await services.deliverMessage()
  return ({ ids: [threadId = '', messageId = ''] }) => deliverMessage(deps, { threadId, messageId })
}

/** Everything that somebody has to come back to, by kind: where it stands, whom it goes to, and how it is done. */
export const dueKinds = {
  'chatapp-delivery': {
    lane: 'chatapp',
    query: deliveries([['type', ['chatapp-message']], toSend]),
    worker: delivering,
  },
  'sms-delivery': {
    lane: 'sms',
    query: deliveries([['type', ['sms-message']], toSend]),
    worker: delivering,
  },
  /** What became of a send. */
  'look-up': {
    lane: 'look-up',
    query: deliveries([['delivery.status', ['unknown', 'sent']]]),
    worker: delivering,
  },
  forwarding: {
    lane: 'guest-platform',
    query: { collection: 'messages', group: true, at: 'forwarding.dueAt', shard: 'forwarding.dueShard' },
    worker: async services => {
      const { forwardMessage } = await import('../lib/chat/forwarding/forward-message.ts')
      const deps = await services.forwardMessage()
      return ({ ids: [threadId = '', messageId = ''] }) => forwardMessage(deps, { threadId, messageId })
    },
  },
  'search-record': {
    lane: 'search',
    query: { collection: 'staleRecords', at: 'dueAt' },
    worker: async services => {
      const { projectThread } = await import('../lib/chat/search/sync-thread.ts')
      const deps = await services.syncThread()
      return async ({ ids: [threadId = ''], revision }) => {
        await projectThread(deps, threadId)
        await deps.threads.clearStale(threadId, revision)
      }
    },
  },
  email: {
    lane: 'email',
    query: { collection: 'emails', at: 'dueAt' },
    worker: async services => {
      const { sendEmail } = await import('../lib/email/send-email.ts')
      const deps = await services.sendEmail()
      return ({ ids: [emailId = ''] }) => sendEmail(deps, emailId)
    },
  },
  /** Support chats that landlords have not read: they are told by e-mail. */
  'support-notification': {
    lane: 'email',
    asksNobody: true,
    query: { collection: 'threads', at: 'supportNotificationDueAt', shard: 'supportNotificationShard' },
    worker: async services => {
      const { notifyLandlords } = await import('../lib/chat/support/notify-landlords.ts')
      const deps = await services.notifyLandlords()
      return ({ ids: [threadId = ''] }) => notifyLandlords(deps, threadId)
    },
  },
  /** Messages of guests that could not be received; what they wait for stands in items. */
  'late-message': {
    lane: 'look-up',
    query: { collection: 'items', at: 'dueAt' },
    worker: async services => {
      const { receiveLate } = await import('../lib/chat/inbound/receive-late.ts')
      const deps = await services.receiveMissed()
      return ({ ids: [itemId = ''] }) => receiveLate(deps, itemId)
    },
  },
  /** Connections whose process died, and what others could not undo. */
  attempt: {
    lane: 'channel-manager',
    query: { collection: 'connectionAttempts', at: 'dueAt' },
    worker: async services => {
      const { finishAttempt } = await import('../lib/connection/attempt/finish-attempt.ts')
      const { targetOfId } = await import('../lib/connection/attempt/completion.ts')
      const deps = await services.connectProperty()
      return ({ ids: [attemptId = ''] }) => finishAttempt(deps, targetOfId(attemptId))
    },
  },
  /** Mappings and disconnectings whose process died. */
  'channel-work': {
    lane: 'channel-manager',
    query: { collection: 'propertyChannels', at: 'dueAt' },
    worker: async services => {
      const { finishChannelWork } = await import('../lib/connection/review/finish-mapping.ts')
      const deps = await services.channels()
      return ({ ids: [channelId = ''] }) => finishChannelWork(deps, channelId)
    },
  },
  /** Pulls of bookings that stopped. */
  pull: {
    lane: 'channel-manager',
    query: { collection: 'reservationPulls', at: 'dueAt' },
    worker: async services => {
      const { finishPull } = await import('../lib/reservations/receive-bookings.ts')
      const deps = await services.pullBookings()
      return ({ ids: [propertyId = ''] }) => finishPull(deps, propertyId)
    },
  },
} as const satisfies Record<string, Row>

export type DueKindName = keyof typeof dueKinds

export interface Round {
  /** It waits while somebody has paused this one. */
  lane?: Lane
  run(services: Services): Promise<void>
}

/** What no field says, since nobody told us of it: each goes through everything, in shares, again and again. */
export const rounds = {
  /** Bookings that no webhook told. */
  'booking-feed': {
    lane: 'channel-manager',
    run: async services => {
      const { pullMissedBookings } = await import('../lib/reservations/pull-missed.ts')
      await pullMissedBookings(await services.pullMissedBookings())
    },
  },
  /** Messages of guests that no webhook told. */
  'inbound-catch-up': {
    lane: 'look-up',
    run: async services => {
      const { receiveMissed } = await import('../lib/chat/inbound/receive-missed.ts')
      await receiveMissed(await services.receiveMissed())
    },
  },
  /** The search index is compared with the threads. */
  'index-comparison': {
    lane: 'search',
    run: async services => {
      const { compareSearch } = await import('../lib/chat/search/compare-search.ts')
      await compareSearch(await services.compareSearch())
    },
  },
  /** Who is of our staff is kept where Firestore's rules can see it. */
  roles: {
    run: async services => {
      const { keepStandings } = await import('../lib/roles/keep-standings.ts')
      await keepStandings(await services.keepStandings())
    },
  },
  /** Active channels are compared with the channel manager and the OTA. */
  'channel-watch': {
    lane: 'channel-manager',
    run: async services => {
      const { watchChannels } = await import('../lib/connection/watch/watch-channels.ts')
      await watchChannels(await services.watchChannels())
    },
  },
} as const satisfies Record<string, Round>

export type RoundName = keyof typeof rounds

import { bestEffort } from '../lib/best-effort.ts'
import type { Services } from '../lib/services.ts'

/** One run of a sweep. What fails is logged, and left to a later run. */
type Sweep = (services: Services) => Promise<void>

/** Finishes one piece of what stands unfinished. */
type Task = () => Promise<unknown>

/** A sweep takes no new work after this, so that the platform never cuts it off in the middle of a send. Milliseconds. */
const budgetMs = 240_000

/** Everything that runs by the clock; `index.ts` says how often. */
export const sweeps = {
  /** Sends that a trigger could not finish. */
  deliveries: each('sweep of a delivery', async services => {
    const { deliverMessage } = await import('../lib/chat/delivery/deliver-message.ts')
    const deps = await services.deliverMessage()
    const due = await deps.messages.dueDeliveries(deps.clock.now())
    return due.map(ref => () => deliverMessage(deps, ref))
  }),

  /** Forwards to the guest platform that a trigger could not finish. */
  forwardings: each('sweep of a forwarding', async services => {
    const { forwardMessage } = await import('../lib/chat/forwarding/forward-message.ts')
    const deps = await services.forwardMessage()
    const due = await deps.messages.dueForwardings(deps.clock.now())
    return due.map(ref => () => forwardMessage(deps, ref))
  }),

  /** Search records that a trigger could not write. */
  searchRecords: each('sweep of a search record', async services => {
    const { syncThread } = await import('../lib/chat/search/sync-thread.ts')
    const deps = await services.syncThread()
    const due = await deps.threads.staleThreads()
    return due.map(mark => async () => {
      // A failure marks the thread again, so that it waits behind the others.
      await syncThread(deps, mark.threadId)
      await deps.threads.clearStale(mark)
    })
  }),

  /** E-mails of the outbox that a trigger could not finish. */
  emails: each('sweep of an e-mail', async services => {
    const { sendEmail } = await import('../lib/email/send-email.ts')
    const deps = await services.sendEmail()
    const due = await deps.outbox.unfinished(deps.clock.now())
    return due.map(id => () => sendEmail(deps, id))
  }),

  /** Support chats that landlords have not read: they are told by e-mail. */
  supportThreads: each('sweep of a support thread', async services => {
    const { notifyLandlords } = await import('../lib/chat/support/notify-landlords.ts')
    const deps = await services.notifyLandlords()
    const due = await deps.threads.dueForLandlords(deps.clock.now())
    return due.map(id => () => notifyLandlords(deps, id))
  }),

  /** Connections whose process died, and what others could not undo. */
  connections: each('sweep of a connection', async services => {
    const { finishAttempt } = await import('../lib/connection/attempt/finish-attempt.ts')
    const deps = await services.connectProperty()
    const due = await deps.connections.unfinished(deps.clock.now())
    return due.map(target => () => finishAttempt(deps, target))
  }),

  /** Mappings and disconnectings whose process died. */
  channelWork: each('sweep of a channel', async services => {
    const { finishChannelWork } = await import('../lib/connection/review/finish-mapping.ts')
    const deps = await services.channels()
    const due = await deps.channels.unfinished(deps.clock.now())
    return due.map(id => () => finishChannelWork(deps, id))
  }),

  /** Pulls of bookings that stopped. */
  pulls: whole('sweep of reservations', async services => {
    const { finishPulls } = await import('../lib/reservations/receive-bookings.ts')
    await finishPulls(await services.pullBookings())
  }),

  /** Bookings that no webhook told. */
  bookingFeed: whole('sweep of the booking feed', async services => {
    const { pullMissedBookings } = await import('../lib/reservations/receive-bookings.ts')
    await pullMissedBookings(await services.pullBookings())
  }),

  /** Messages of guests that no webhook told. */
  inbound: whole('sweep of inbound messages', async services => {
    const { receiveMissed } = await import('../lib/chat/inbound/receive-missed.ts')
    await receiveMissed(await services.receiveMissed())
  }),

  /** A share of the search index is compared with the threads, for what no trigger and no sweep knows of. */
  searchIndex: whole('comparison of the search index', async services => {
    const { compareAll } = await import('../lib/chat/search/compare-search.ts')
    await compareAll(await services.compareSearch())
  }),

  /** A share of the active channels is compared with the channel manager and the OTA. */
  activeChannels: whole('watch of the channels', async services => {
    const { watchChannels } = await import('../lib/connection/watch/watch-channels.ts')
    await watchChannels(await services.watchChannels())
  }),
} as const satisfies Record<string, Sweep>

/** Finishes one after another, as long as there is time. One that fails does not stop the others. */
function each(what: string, unfinished: (services: Services) => Promise<Task[]>): Sweep {
  return async services => {
    const tasks = await unfinished(services)
    const end = Date.now() + budgetMs
    for (const task of tasks) {
      if (Date.now() > end) return
      await bestEffort(services.log, what, task)
    }
  }
}

/** A sweep whose verb finds its own work. */
function whole(what: string, run: Sweep): Sweep {
  return services => bestEffort(services.log, what, () => run(services))
}

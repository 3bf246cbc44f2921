import { bestEffort } from '../lib/best-effort.ts'
import type { Services } from '../lib/services.ts'

/** A sweep takes no new work after this, so that the platform never cuts it off in the middle of a send. Milliseconds. */
const budget = 240_000

/** Finishes sends that a trigger could not. */
export async function sweepDeliveries(services: Services): Promise<void> {
  const { deliverMessage } = await import('../lib/chat/delivery/deliver-message.ts')
  const deps = await services.deliverMessage()
  const unfinished = await deps.deliveries.unfinished(deps.clock.now())
  await inTime(services, 'sweep of a delivery', unfinished, ref => deliverMessage(deps, ref))
}

/** Finishes forwards to the guest platform that a trigger could not. */
export async function sweepForwardings(services: Services): Promise<void> {
  const { forwardMessage } = await import('../lib/chat/forwarding/forward-message.ts')
  const deps = await services.forwardMessage()
  const unfinished = await deps.forwardings.unfinished(deps.clock.now())
  await inTime(services, 'sweep of a forwarding', unfinished, ref => forwardMessage(deps, ref))
}

/** Writes the search records that a trigger could not. */
export async function sweepSearch(services: Services): Promise<void> {
  const { syncThread } = await import('../lib/chat/search/sync-thread.ts')
  const deps = await services.syncThread()
  await inTime(services, 'sweep of a search record', await deps.threads.staleThreads(), async mark => {
    // A failure marks the thread again, so that it waits behind the others.
    await syncThread(deps, mark.threadId)
    await deps.threads.clearStale(mark)
  })
}

/** Compares a share of the search index with the threads, for what no trigger and no sweep knows of. */
export async function compareSearchIndex(services: Services): Promise<void> {
  const { compareSearch } = await import('../lib/chat/search/compare-search.ts')
  await bestEffort(services.log, 'comparison of the search index', async () =>
    compareSearch(await services.compareSearch()),
  )
}

/** Receives what guests wrote and no webhook told. */
export async function sweepInbound(services: Services): Promise<void> {
  const { receiveMissed } = await import('../lib/chat/inbound/receive-missed.ts')
  await bestEffort(services.log, 'sweep of inbound messages', async () =>
    receiveMissed(await services.receiveMissed()),
  )
}

/** Finishes the e-mails of the outbox that are still open. */
export async function sweepEmails(services: Services): Promise<void> {
  const { sendEmail } = await import('../lib/email/send-email.ts')
  const deps = await services.sendEmail()
  const unfinished = await deps.outbox.unfinished(deps.clock.now())
  await inTime(services, 'sweep of an e-mail', unfinished, id => sendEmail(deps, id))
}

/** One after another, as long as there is time. One that fails does not stop the others. */
export async function inTime<T>(
  { log }: Services,
  what: string,
  work: readonly T[],
  run: (item: T) => Promise<void>,
): Promise<void> {
  const end = Date.now() + budget
  for (const item of work) {
    if (Date.now() > end) return
    await bestEffort(log, what, () => run(item))
  }
}

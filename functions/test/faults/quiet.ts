import { forward } from './time.ts'
import type { World } from './world.ts'

const minute = 60_000
/** Steps that the clock is moved by, until nothing is open any more. Sixteen minutes settle every unknown send. */
const steps = [6_000, minute, 5 * minute, 10 * minute]
const maxRounds = 16

/** Runs the sweeps on a moving clock until nothing is left to do. Fails when that never comes. */
export async function untilQuiet(world: World): Promise<void> {
  const { sweepDeliveries, sweepForwardings, sweepSearch, sweepEmails } = world.source
  for (let round = 0; round < maxRounds; round += 1) {
    const services = world.services()
    await sweepDeliveries(services)
    await sweepForwardings(services)
    await sweepSearch(services)
    await sweepEmails(services)
    if (!(await isOpen(world))) break
    forward(steps[round] ?? 10 * minute)
  }
}

/** The platform tells of a thread's change, at least once. */
export const tellOfThread = (world: World): Promise<void> =>
  world.source.onThreadWritten(world.services(), world.threadId, undefined, {})

async function isOpen({ db, threadId }: World): Promise<boolean> {
  const [messages, emails, stale] = await Promise.all([
    db.collection(`threads/${threadId}/messages`).get(),
    db.collection('emails').where('status', 'in', ['pending', 'sending']).get(),
    db.collection('staleRecords').get(),
  ])
  const isUnfinished = messages.docs.some(document => {
    const { delivery, forwarding } = document.data()
    return (
      ['pending', 'sending'].includes(delivery?.status) ||
      (delivery?.status === 'unknown' && delivery.lookUpAt !== undefined) ||
      forwarding?.status === 'pending'
    )
  })
  return isUnfinished || !emails.empty || !stale.empty
}

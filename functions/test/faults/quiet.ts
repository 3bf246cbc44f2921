import { syncThreadById } from '../../src/triggers/documents.ts'
import { sweeps } from '../support/due.ts'
import { forward } from './time.ts'
import type { World } from './world.ts'
import { isRecordRight } from './world-state.ts'

const minute = 60_000
/** Steps that the clock is moved by, until nothing is open any more. Sixteen minutes settle every unknown send. */
const steps = [6_000, minute, 5 * minute, 10 * minute]
const maxRounds = 16
const maxTries = 5

/** Thrown when the sweeps have left something undone. */
export class NotQuiet extends Error {}

/** Runs the sweeps on a moving clock until nothing is left to do. Throws `NotQuiet` when that never comes. */
export async function untilQuiet(world: World): Promise<void> {
  const { deliveries, forwardings, emails } = sweeps
  let open: string[] = []
  for (let round = 0; round < maxRounds; round += 1) {
    const context = world.context()
    await deliveries(context)
    await forwardings(context)
    await sweepRecords(world)
    await emails(context)
    open = await openIn(world)
    if (open.length === 0) return
    forward(steps[round] ?? 10 * minute)
  }
  throw new NotQuiet(`I3: still open after ${maxRounds} rounds: ${open.join(', ')}`)
}

/** Sweeps stale records: each must be written, and no longer marked, before another event of the thread. */
async function sweepRecords(world: World): Promise<void> {
  const marked = await staleRecords(world).get()
  await sweeps.searchRecords(world.context())
  if (marked.empty || !(await staleRecords(world).get()).empty) return
  if (!(await isRecordRight(world)))
    throw new NotQuiet('I13: a stale record was swept, but is not the thread')
}

const staleRecords = ({ db }: World) => db.collection('staleRecords')

/** Delivers the event of a thread's change, repeatedly until it is handled, as the platform does. */
export const tellOfThread = (world: World): Promise<void> =>
  untilAnswered(() => syncThreadById(world.context(), world.threadId))

/** A caller without an answer repeats; a vendor may be slower than its time on a busy machine. */
export async function untilAnswered(run: () => Promise<void>): Promise<void> {
  for (let tries = 1; tries < maxTries; tries += 1) {
    const isAnswered = await run().then(
      () => true,
      () => false,
    )
    if (isAnswered) return
  }
  return run()
}

async function openIn(world: World): Promise<string[]> {
  const { db, threadId } = world
  const [messages, emails, stale] = await Promise.all([
    db.collection(`threads/${threadId}/messages`).get(),
    db.collection('emails').where('dueAt', '>', new Date(0)).get(),
    staleRecords(world).get(),
  ])
  return [
    ...messages.docs.flatMap(document => {
      const { delivery, forwarding } = document.data()
      const isSending =
        ['pending', 'sending'].includes(delivery?.status) ||
        (delivery?.status === 'unknown' && delivery.dueAt !== undefined)
      return [
        ...(isSending ? [`a send that is ${delivery.status}`] : []),
        ...(forwarding?.status === 'pending' ? ['a forward'] : []),
      ]
    }),
    ...emails.docs.map(() => 'an e-mail'),
    ...stale.docs.map(() => 'a stale record'),
  ]
}

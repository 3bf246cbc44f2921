import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createMessage } from '../../src/lib/chat/posting/create-message.ts'
import { dyingAt, type Process } from '../faults/effects.ts'
import { input, staffActor, startVerbs } from '../support/chat-deps.ts'
import { fateOf, type Scheduling, scheduling } from '../support/scheduled.ts'
import { put, remove, uniqueId, update } from '../support/stack.ts'

const { db } = startVerbs()

const watched = (of: Scheduling, process: Process) => {
  const context = of.build({ decorate: (name, port) => process.watch(name, port) })
  return { ...context, userRecords: process.watch('userRecords', context.userRecords) }
}

/** Sends in a process that dies at that effect. */
const sendDying = (of: Scheduling, position: number, when: 'before' | 'after') =>
  dyingAt(position, when, process => of.send(watched(of, process)))

/** Sends again until nothing is due. */
async function finish(of: Scheduling): Promise<void> {
  for (let times = 0; (await of.scheduled())?.dueAt !== undefined; times += 1) {
    expect(times).toBeLessThan(100)
    of.clock.forward(5 * 60_000)
    await of.send().catch(() => {})
  }
}

/** A scheduled message with a file. */
async function withFile(given: Parameters<typeof scheduling>[0] = { type: 'message' }) {
  const of = await scheduling(given)
  const fileId = uniqueId('file')
  const file = { name: 'plan.png', type: 'image/png', size: 1, createdAt: new Date(), dueAt: new Date() }
  await put(`files/${fileId}`, { ...file, threadId: of.threadId, by: of.author.uid, state: 'ready' })
  of.input.files = [fileId]
  await of.schedule()
  return of
}

const act = fc.oneof(
  fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: -30, max: 70 }) }),
  fc.record({
    kind: fc.constant('die' as const),
    position: fc.nat(14),
    when: fc.constantFrom('before' as const, 'after' as const),
  }),
  fc.record({
    kind: fc.constantFrom(
      'send',
      'cancel',
      'answer',
      'opt-out',
      'cancel-stay',
      'leave',
      'lose-file',
      'away',
      'back',
      'reschedule',
      'both' as const,
    ),
  }),
)
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never

/** Plays an act; returns the outcome in the answer to its caller. */
async function play(of: Scheduling, one: Act): Promise<string> {
  const outcomeOf = (done: Promise<unknown>) =>
    done.then(
      () => 'done',
      () => 'refused',
    )
  switch (one.kind) {
    case 'wait':
      of.clock.forward(one.minutes * 60_000)
      return ''
    case 'die':
      await sendDying(of, one.position, one.when)
      return ''
    case 'send':
      return outcomeOf(of.send())
    case 'both':
      return (await Promise.all([outcomeOf(of.cancel()), outcomeOf(of.send())]))[0]
    case 'cancel':
      return outcomeOf(of.cancel())
    case 'reschedule':
      return outcomeOf(of.schedule())
    case 'answer':
      await createMessage(of.context, staffActor(), input(of.threadId))
      return ''
    case 'opt-out':
      return outcomeOf(update(`guests/${of.guestId}`, { optedOut: { sms: new Date() } }))
    case 'cancel-stay':
      return outcomeOf(update(`reservations/${of.reservationId}`, { status: 'cancelled' }))
    case 'lose-file':
      return outcomeOf(remove(`files/${of.input.files?.[0]}`))
    case 'leave':
      of.records.clear()
      return ''
    default:
      of.authAway(one.kind === 'away')
      return ''
  }
}

const numRuns = Number(process.env.HISTORIES ?? 60)

it(
  'a scheduled message is sent once, or its fate says why not, in any history',
  async () => {
    const fates = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 2, maxLength: 8 }), async acts => {
        const of = await withFile({ seenUntil: new Date() })
        let isCancelled = false
        for (const one of acts) {
          const outcome = await play(of, one)
          if ((one.kind === 'cancel' || one.kind === 'both') && outcome === 'done') isCancelled = true
        }
        of.authAway(false)
        await finish(of)
        const fate = await fateOf(of)
        if (isCancelled) expect(fate).toBe('cancelled')
        expect(fate, of.phone).not.toBe('not-sent: invalid-number')
        const ours = (await db.collection(`threads/${of.threadId}/messages`).get()).docs
        expect(ours.filter(message => message.get('authorId') === of.author.uid).length).toBe(
          fate === 'sent' ? 1 : 0,
        )
        fates.set(fate, (fates.get(fate) ?? 0) + 1)
      }),
      { numRuns },
    )
    console.log('fates of scheduled messages', Object.fromEntries(fates))
    expect(fates.size).toBeGreaterThan(5)
  },
  numRuns * 4_000,
)

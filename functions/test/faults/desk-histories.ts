import fc from 'fast-check'
import { changeParticipant } from '../../src/lib/chat/change-participant.ts'
import { changeDelivery } from '../../src/lib/chat/delivery/change-delivery.ts'
import { setOwner, setState } from '../../src/lib/chat/desk/change-desk.ts'
import { giveBack } from '../../src/lib/chat/desk/give-back.ts'
import { lookAtDesk } from '../../src/lib/chat/desk/look-at-desk.ts'
import { setAway } from '../../src/lib/chat/desk/set-away.ts'
import { createMessage } from '../../src/lib/chat/posting/create-message.ts'
import { markRead } from '../../src/lib/chat/reading/change-thread.ts'
import { messageAt } from '../../src/lib/chat/stored-messages.ts'
import type { Context } from '../../src/lib/context.ts'
import { ContentionError } from '../../src/lib/durable/change.ts'
import { DomainError } from '../../src/lib/errors.ts'
import { keepStatuses } from '../../src/lib/roles/user-status.ts'
import { ownProject } from '../support/world.ts'
import { violationsNow, violationsOfOwners, violationsOfQuiet } from './desk-invariants.ts'
import { colleagues, type DeskWorld, deskWorld, type Plan, people, teamIds, threadIds } from './desk-world.ts'
import { dyingAt, Process, StalledProcesses } from './effects.ts'
import { kind, step } from './history-steps.ts'

const minute = 60_000

const thread = fc.constantFrom(...threadIds)
const colleague = fc.constantFrom('anna', 'ben', 'cleo')
const own = step(3, 'own', { thread, by: colleague, whose: fc.option(colleague) })
const look = step(4, 'look', {})
const act = fc.oneof(
  step(6, 'ask', { thread, by: fc.constantFrom('sms', 'chatapp', 'platform-guest') }),
  step(6, 'post', {
    thread,
    by: fc.constantFrom('anna', 'anna', 'ben', 'ben', 'landlord', 'stranger', 'robot'),
    type: fc.constantFrom('sms-message', 'sms-message', 'sms-message', 'message', 'note'),
  }),
  step(5, 'outcome', {
    thread,
    pick: fc.nat(3),
    is: fc.constantFrom('sent', 'failed', 'failed', 'unknown', 'sent again', 'sent again'),
  }),
  own,
  step(5, 'state', {
    thread,
    by: colleague,
    state: fc.constantFrom('open', 'waiting', 'snoozed', 'snoozed', 'done', 'done'),
    reason: fc.option(fc.constantFrom('no-answer-needed', 'no-answer-needed', 'spam')),
    minutes: fc.constantFrom<number>(5, 60, 900),
    undo: fc.constantFrom<boolean>(false, false, true),
  }),
  step(2, 'away', { who: colleague, minutes: fc.option(fc.constantFrom(3, 90, 2000)) }),
  step(1, 'role', { who: colleague, isHeld: fc.boolean() }),
  step(2, 'read', { thread, who: fc.constantFrom(...colleagues) }),
  step(1, 'remove', { thread, who: colleague }),
  look,
)
type Act =
  | (typeof act extends fc.Arbitrary<infer One> ? One : never)
  /** The account is deleted, two hours after the role has ended. */
  | { do: 'delete'; who: (typeof colleagues)[number] }

const move = fc.oneof(
  /** An act whose process may die, before or after one of its effects. */
  kind(8, { acts: fc.tuple(act), dieAt: fc.option(fc.nat(8), { freq: 3 }), isAfter: fc.boolean() }),
  /** Two acts at once, by two instances. */
  kind(2, { acts: fc.tuple(act, act) }),
  /** A process stands still, and goes on when much has happened. */
  kind(1, { stallAt: fc.nat(5), stalls: fc.oneof(look.arbitrary, own.arbitrary) }),
  kind(1, { goOn: fc.nat(3) }),
  kind(4, { minutes: fc.constantFrom<number>(1, 4, 20, 46, 61, 300, 1500) }),
  /** The company gives the property to another team. */
  kind(1, { team: fc.constantFrom<string>(...teamIds) }),
  /** The clock is set back, or forward. */
  kind(1, { minutes: fc.constantFrom<number>(-120, -1, 90) }),
)
type Step =
  | (typeof move extends fc.Arbitrary<infer One> ? One : never)
  | { acts: [Act]; dieAt: null; isAfter: false }

const does = (one: Act): Step => ({ acts: [one], dieAt: null, isAfter: false })
const passes = (minutes: number): Step => ({ minutes })

const stateChange = (
  thread: (typeof threadIds)[number],
  by: 'anna' | 'ben' | 'cleo',
  state: 'open' | 'waiting' | 'done',
  more: { reason?: 'spam'; undo?: boolean } = {},
) => ({ do: 'state' as const, thread, by, state, reason: null, minutes: 5, undo: false, ...more })

/** Steps that lead to a late failure: random single steps rarely do. */
const lateFailure = fc
  .record({
    thread,
    by: fc.constantFrom('anna', 'ben', 'landlord'),
    between: fc.array(fc.constantFrom('ask', 'look', 'near', 'done', 'answer'), { maxLength: 4 }),
    after: fc.array(fc.constantFrom('ask', 'look', 'late', 'answer', 'again'), { maxLength: 4 }),
  })
  .map(({ thread, by, between, after }): Step[] => {
    const words: Record<string, Step> = {
      ask: does({ do: 'ask', thread, by: 'sms' }),
      look: does({ do: 'look' }),
      near: passes(46),
      late: passes(61),
      done: does(stateChange(thread, 'anna', 'done')),
      answer: does({ do: 'post', thread, by: 'ben', type: 'message' }),
      again: does({ do: 'outcome', thread, pick: 0, is: 'sent again' }),
    }
    const stepsOf = (names: readonly string[]) => names.flatMap(name => words[name] ?? [])
    const sent = does({ do: 'post', thread, by, type: 'sms-message' })
    const failed = does({ do: 'outcome', thread, pick: 0, is: 'failed' })
    const ask = does({ do: 'ask', thread, by: 'chatapp' })
    return [ask, ...stepsOf(between), sent, ...stepsOf(between), failed, ...stepsOf(after)]
  })
const assignedTooLate = fc
  .record({ thread, whose: colleague, stallAt: fc.integer({ min: 1, max: 4 }) })
  .map(({ thread, whose, stallAt }): Step[] => [
    { stallAt, stalls: { do: 'own', thread, by: whose, whose } },
    does({ do: 'away', who: whose, minutes: 2000 }),
    does({ do: 'look' }),
    { goOn: 0 },
  ])
/** A colleague whose thread is done leaves, and its guest writes again. */
const departure = fc
  .record({ thread, whose: colleague, isDeleted: fc.boolean(), isOpened: fc.boolean() })
  .map(({ thread, whose, isDeleted, isOpened }): Step[] => [
    does({ do: 'own', thread, by: whose, whose }),
    does(stateChange(thread, 'cleo', 'done', { reason: 'spam' })),
    does({ do: 'role', who: whose, isHeld: false }),
    does({ do: 'look' }),
    ...(isDeleted ? [passes(121), does({ do: 'look' }), does({ do: 'delete', who: whose })] : []),
    ...(isOpened ? [does(stateChange(thread, whose === 'ben' ? 'anna' : 'ben', 'open'))] : []),
    does({ do: 'ask', thread, by: 'sms' }),
    does({ do: 'look' }),
  ])
/** Done is taken back, at once or when the guest has written. */
const withdrawal = fc
  .record({
    thread,
    by: fc.constantFrom('anna', 'ben'),
    to: fc.constantFrom('open', 'waiting'),
    isAsked: fc.boolean(),
    minutes: fc.constantFrom(0, 0, 4),
  })
  .map(({ thread, by, to, isAsked, minutes }): Step[] => [
    does({ do: 'ask', thread, by: 'sms' }),
    does(stateChange(thread, by, 'done', { reason: 'spam' })),
    ...(isAsked ? [does({ do: 'ask', thread, by: 'chatapp' })] : []),
    passes(minutes),
    does(stateChange(thread, by, to, { undo: true })),
    does({ do: 'look' }),
  ])
const phrase = fc.oneof(
  { weight: 8, arbitrary: fc.array(move, { minLength: 1, maxLength: 3 }) },
  { weight: 2, arbitrary: lateFailure },
  { weight: 1, arbitrary: assignedTooLate },
  { weight: 1, arbitrary: departure },
  { weight: 1, arbitrary: withdrawal },
)

const every = (days: readonly string[], ...periods: [string, string][]) =>
  Object.fromEntries(days.map(day => [day, periods]))
const workdays = ['mon', 'tue', 'wed', 'thu', 'fri']
const allDays = [...workdays, 'sat', 'sun']

const calendar = fc.constantFrom<object>(
  { answerWithinMinutes: 60 },
  {
    timeZone: 'Europe/Rome',
    answerWithinMinutes: 60,
    holidays: ['2026-12-25', '2026-10-26'],
    hours: every(workdays, ['09:00', '12:30'], ['14:00', '18:00']),
  },
  {
    timeZone: 'America/Sao_Paulo',
    answerWithinMinutes: 240,
    holidays: ['2026-12-25'],
    hours: every(allDays, ['22:00', '06:00']),
  },
  {
    timeZone: 'Australia/Lord_Howe',
    answerWithinMinutes: 30,
    hours: every(allDays, ['01:00', '03:00'], ['08:00', '24:00']),
  },
  { timeZone: 'Europe/Rome', answerWithinMinutes: 120, hours: every(allDays, ['00:00', '24:00']) },
)
/** Times before clock changes in several zones, before a holiday, and on a common day. */
const start = fc.constantFrom(
  ...['2026-03-28T21:00:00Z', '2026-10-24T22:10:00Z', '2026-10-03T13:00:00Z', '2026-04-04T12:00:00Z'],
  ...['2026-12-24T16:45:00Z', '2026-11-24T09:30:00Z'],
)

export interface DeskHistory {
  plan: Plan
  steps: Step[]
}
export const deskHistories: fc.Arbitrary<DeskHistory> = fc.record({
  plan: fc.record({
    start: start.map(time => new Date(time)),
    calendar,
    assignBy: fc.constantFrom('hand', 'load'),
  }),
  steps: fc.array(phrase, { minLength: 2, maxLength: 9 }).map(some => some.flat()),
})

class Player {
  readonly wrong: string[] = []
  readonly #world: DeskWorld
  readonly #stalled = new StalledProcesses()
  /** Users whose account is deleted do nothing any more. */
  readonly #deleted = new Set<string>()
  #posts = 0

  constructor(world: DeskWorld) {
    this.#world = world
  }

  async play(step: Step): Promise<void> {
    // Each step takes time.
    this.#world.clock.forward(1000)
    if ('minutes' in step) {
      // No request lives longer than a minute.
      if (step.minutes > 1) await this.#stalled.allGoOn()
      return this.#world.clock.forward(step.minutes * minute)
    }
    if ('team' in step) return this.#world.moveTo(step.team)
    if ('stallAt' in step) return this.#stalled.run(step.stallAt, process => this.#do(step.stalls, process))
    if ('goOn' in step) return this.#stalled.goOn(step.goOn)
    const { acts, dieAt, isAfter } = { dieAt: null, isAfter: false, ...step }
    await Promise.all(
      acts.map(one => dyingAt(dieAt ?? -1, isAfter ? 'after' : 'before', process => this.#do(one, process))),
    )
  }

  /** Does due work, in a process that does not die. */
  async quiet(): Promise<void> {
    for (let round = 0; round < 6 && (await this.#due()).length > 0; round += 1)
      await this.#do({ do: 'look' }, new Process())
  }

  async finish(): Promise<void> {
    await this.#stalled.allGoOn()
    await this.quiet()
  }

  /** The caller is told of a refusal; a process that fails for another reason is a mistake. */
  async #do(act: Act, process: Process): Promise<void> {
    const context = this.#world.context(process)
    await this.#does(act, context).catch((error: unknown) => {
      if (!(error instanceof DomainError || error instanceof ContentionError))
        this.wrong.push(`${JSON.stringify(act)}: ${error}`)
    })
  }

  async #does(act: Act, context: Context): Promise<unknown> {
    const now = context.clock.now()
    const until = (minutes: number) => new Date(now.getTime() + minutes * minute)
    if (this.#deleted.has('by' in act ? act.by : 'who' in act ? act.who : '')) return undefined
    switch (act.do) {
      case 'ask':
        return this.#post(context, act.thread, 'guest', {
          source: act.by,
          type: act.by === 'sms' ? 'sms-message' : 'message',
        })
      case 'post':
        return this.#post(context, act.thread, act.by, {
          source: 'platform',
          type: act.by === 'stranger' ? 'message' : act.type,
        })
      case 'outcome':
        return this.#outcome(context, act)
      case 'own':
        return setOwner(context, people[act.by], { threadId: act.thread, userId: act.whose })
      case 'state':
        return setState(context, people[act.by], {
          threadId: act.thread,
          state: act.state,
          until: act.state === 'snoozed' ? until(act.minutes) : undefined,
          reason: act.state === 'done' ? (act.reason ?? undefined) : undefined,
          undo: act.undo,
        })
      case 'away':
        return setAway(context, people[act.who], { until: act.minutes === null ? null : until(act.minutes) })
      case 'role': {
        const status = act.isHeld ? { role: 'support' as const } : { endedAt: now }
        return keepStatuses(context.store, new Map([[act.who, { validSince: 0, ...status }]]))
      }
      case 'delete':
        this.#deleted.add(act.who)
        return keepStatuses(context.store, new Map([[act.who, undefined]]))
      case 'read':
        return markRead(context, { uid: act.who, role: 'support' }, { threadId: act.thread })
      case 'remove':
        return changeParticipant(context, people.cleo, {
          threadId: act.thread,
          userId: act.who,
          isAdded: false,
        })
      case 'look':
        return Promise.all((await this.#due()).map(run => run(context)))
    }
  }

  #post(
    context: Context,
    threadId: string,
    by: keyof typeof people,
    fields: { source: string; type: 'message' | 'note' | 'sms-message' },
  ): Promise<unknown> {
    this.#posts += 1
    const content = { body: `text ${this.#posts}`, contentType: 'text' as const, ...fields }
    return createMessage(context, people[by], { threadId, messageId: `m${this.#posts}`, ...content })
  }

  /** The provider tells of a send, or a person sends it again. */
  async #outcome(
    context: Context,
    { thread: threadId, pick, is }: Extract<Act, { do: 'outcome' }>,
  ): Promise<void> {
    const sends = [...(await this.#world.read(`threads/${threadId}/messages`))]
      .filter(([, { delivery }]) => delivery)
      .toSorted(([, a], [, b]) => Number(a.createdAt) - Number(b.createdAt))
      .map(([messageId]) => ({ threadId, messageId }))
    const ref = sends.at(-1 - pick)
    if (!ref) return
    const becomes = (status: 'sent' | 'failed' | 'unknown' | 'pending', retryId?: string) =>
      changeDelivery(context, ref, ({ delivery }) => {
        const isOver = delivery?.status === 'failed' && status !== 'pending'
        if (!delivery || isOver || delivery.status === status) return undefined
        const { failure: _, ...rest } = delivery
        return { delivery: { ...rest, status, ...(retryId && { retryId }) } }
      })
    if (is !== 'sent again') return void (await becomes(is))
    const { delivery } = (await context.store.read(messageAt(ref)))?.value ?? {}
    if (delivery?.status !== 'failed') return
    await becomes('pending', context.ids.claim())
    await becomes('sent')
  }

  /** Due work, each piece with the verb that does it. */
  async #due(): Promise<((context: Context) => Promise<void>)[]> {
    const now = this.#world.clock.now()
    const dueIn = async (collection: string, field: string) =>
      [...(await this.#world.read(collection))]
        .filter(([, { [field]: at }]) => at instanceof Date && at <= now)
        .map(([id]) => id)
    const [threads, absences] = [await dueIn('threads', 'deskDueAt'), await dueIn('absences', 'dueAt')]
    return [
      ...threads.map(id => (context: Context) => lookAtDesk(context, id)),
      ...absences.map(id => (context: Context) => giveBack(context, id)),
    ]
  }
}

/** Plays a history; returns the rules that are broken at the first moment at which one is. */
export async function playDeskHistory({ plan, steps }: DeskHistory): Promise<string[]> {
  const { db, close } = ownProject()
  const world = await deskWorld(db, plan)
  const player = new Player(world)
  const wrong = async (...checks: ((world: DeskWorld) => Promise<string[]>)[]) => [
    ...player.wrong,
    ...(await Promise.all(checks.map(check => check(world)))).flat(),
  ]
  for (const [at, step] of steps.entries()) {
    await player.play(step)
    if ('minutes' in step) continue
    const found = await wrong(violationsNow)
    if (found.length > 0) return found.map(what => `after step ${at}: ${what}`)
  }
  // The clock makes up for being set back, so that work due by the former time is done.
  const back = steps.flatMap(step => ('minutes' in step ? Math.min(0, step.minutes) : []))
  world.clock.forward(-back.reduce((sum, one) => sum + one, 0) * minute)
  await player.finish()
  const found = await wrong(violationsNow, violationsOfQuiet)
  if (found.length > 0) return found
  for (let minutes = 0; minutes < 8; minutes += 1) {
    world.clock.forward(minute)
    await player.quiet()
  }
  const last = await wrong(violationsNow, violationsOfQuiet, violationsOfOwners)
  await close()
  return last
}

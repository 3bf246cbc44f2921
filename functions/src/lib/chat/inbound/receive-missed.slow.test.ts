import { describe, expect, it } from 'vitest'
import { inboundList, unreadable } from '../../../../test/support/inbound-list.ts'
import { accountedFor, type Call, messagesOver, missedWorld } from '../../../../test/support/missed-world.ts'
import { virtualClock } from '../../../../test/support/virtual-clock.ts'
import { schedules } from '../../schedules.ts'
import type { ListedEntry } from './inbound-log.ts'
import { receiveMissed } from './receive-missed.ts'

const minute = 60_000
const now = new Date('2031-05-04T18:00:00Z')
const midnight = new Date('2031-05-04T00:00:00Z')

/** Time of each call. Milliseconds. */
const usual: Record<Call, number> = { page: 1000, missing: 50, store: 150, item: 100, checkpoint: 50 }

/** A world that counts its calls, on a clock that only waiting moves. */
function counted(entries: readonly ListedEntry[], readUntil: Date, broken?: ReadonlySet<string>) {
  const clock = virtualClock(now)
  const calls: Record<Call, number> = { page: 0, missing: 0, store: 0, item: 0, checkpoint: 0 }
  let [pages, mostPages] = [0, 0]
  const before = async (call: Call) => {
    calls[call] += 1
    pages = call === 'checkpoint' ? 0 : pages + Number(call === 'page')
    mostPages = Math.max(mostPages, pages)
    await clock.sleep(usual[call])
  }
  const world = missedWorld({
    clock,
    log: inboundList(entries),
    readUntil,
    before,
    ...(broken && { broken }),
  })
  const run = () => clock.during(receiveMissed(world.deps))
  const elapsed = () => clock.now().getTime() - now.getTime()
  return { ...world, clock, calls, run, elapsed, mostPages: () => mostPages }
}

it('a day of 100,000 messages is caught up in an hour, oldest first, and never listed whole', async () => {
  const entries = messagesOver(100_000, midnight, now)
  const { run, messages, calls, clock, elapsed, place, readUntil, mostPages } = counted(entries, midnight)
  const reached: number[] = []
  let largest = 0
  while (messages.length < entries.length && reached.length < 60) {
    const next = clock.now().getTime() + schedules.sweepinbound * minute
    await run()
    reached.push(readUntil().getTime())
    largest = Math.max(largest, JSON.stringify(place()).length)
    if (messages.length < entries.length) await clock.pass(next - clock.now().getTime())
  }
  expect(messages).toHaveLength(100_000)
  expect(elapsed()).toBeLessThan(60 * minute)
  expect(reached).toEqual(reached.toSorted((a, b) => a - b))
  // Each page is read on the way to the oldest and back; each run reads some again.
  expect(calls.page).toBeLessThan(2 * 100 + 3 * reached.length)
  // Memory holds the pages between two checkpoints.
  expect(mostPages()).toBeLessThanOrEqual(4)
  expect(largest).toBeLessThan(20_000)
}, 60_000)

it('an ordinary run reads one page of each list and writes one checkpoint', async () => {
  const entries = messagesOver(40, new Date(now.getTime() - 20 * minute), now)
  const { run, calls, messages, readUntil } = counted(entries, new Date(now.getTime() - 5 * minute))
  await run()
  expect(messages).toHaveLength(40)
  expect(calls).toMatchObject({ page: 2, checkpoint: 1, item: 0 })
  expect(readUntil()).toEqual(now)
})

describe('2,500 messages that cannot be received', () => {
  const from = new Date(now.getTime() - 5 * 60 * minute)
  const bad = (index: number) => index < 2_500
  const good = messagesOver(5_000, from, now)

  it('delay those behind by less than a page when they cannot be read', async () => {
    const timeOfLast = async (entries: readonly ListedEntry[]) => {
      const world = counted(entries, from)
      await world.run()
      expect(accountedFor(world, entries)).toBe(true)
      return { ...world, took: world.elapsed() }
    }
    const behind = good.filter((_, index) => !bad(index))
    const alone = await timeOfLast(behind)
    const mixed = good.map((entry, index) => (bad(index) ? unreadable(entry) : entry))
    const { items, took } = await timeOfLast(mixed)
    expect(items.size).toBe(2_500)
    const page = (1000 * usual.store) / 8
    expect(took - alone.took).toBeLessThan(page)
  })
})

/** A world whose runs die before the effect after so many. */
function dying(entries: readonly ListedEntry[], pageSize: number) {
  let [effectsLeft, runs] = [Number.POSITIVE_INFINITY, 0]
  const clock = { now: () => now, sleep: async () => {} }
  const before = async (call: Call) => {
    if (call === 'page' || call === 'missing') return
    effectsLeft -= 1
    if (effectsLeft < 0) throw new Error('died')
  }
  const log = inboundList(entries, { pageSize })
  const world = missedWorld({ clock, log, readUntil: midnight, before })
  return {
    ...world,
    /** Gives false if the process died. */
    async run(effects = Number.POSITIVE_INFINITY) {
      effectsLeft = effects
      runs += 1
      return receiveMissed(world.deps).then(
        () => true,
        (error: Error) => {
          expect(error.message).toMatch('died')
          return false
        },
      )
    },
    runs: () => runs,
  }
}

const mixed = (count: number) =>
  messagesOver(count, midnight, now, index => ({
    channel: index % 3 === 0 ? 'chatapp' : 'sms',
    from: `+49151${index % 7}`,
  })).map((entry, index) => (index % 50 === 9 ? unreadable(entry) : entry))

describe('a process that dies', () => {
  it('before any one store or checkpoint loses no message and stores none twice', async () => {
    const entries = mixed(330)
    let effects = 0
    for (let isDead = true; isDead; effects += 1) {
      const world = dying(entries, 40)
      isDead = !(await world.run(effects))
      if (isDead) await world.run()
      expect(accountedFor(world, entries)).toBe(true)
      expect(new Set(world.messages.map(({ providerMessageId }) => providerMessageId)).size).toBe(
        world.messages.length,
      )
      expect(world.readUntil()).toEqual(now)
    }
    expect(effects).toBeGreaterThan(330)
  }, 60_000)

  it('after each single effect still gets to the end', async () => {
    const entries = mixed(1_000)
    const world = dying(entries, 100)
    const reached: Date[] = []
    while (!(await world.run(1)) && world.runs() < 5_000) reached.push(world.readUntil())
    expect(accountedFor(world, entries)).toBe(true)
    expect(world.messages).toHaveLength(entries.filter(entry => !('odd' in entry)).length)
    expect(reached).toEqual(reached.toSorted((a, b) => a.getTime() - b.getTime()))
  }, 60_000)
})

import { storedThread } from '../../src/lib/chat/thread.ts'
import { clockOf, countedDeadline, isThere } from '../support/open-minutes.ts'
import { type Recounted, recounted, type Stretch } from './desk-recount.ts'
import { colleagues, type Data, type DeskWorld, threadIds } from './desk-world.ts'

/** Clock and minutes by team: making them anew for each check would take most of the time. */
const teams = new Map<string, { clock: Intl.DateTimeFormat; minutes: Map<number, boolean> }>()

function deadlineOf({ team }: DeskWorld, arrivedAt: Date, share = 1): Date {
  const key = JSON.stringify([team.timeZone, team.hours, team.holidays])
  const { clock, minutes } = teams.get(key) ?? { clock: clockOf(team), minutes: new Map() }
  teams.set(key, { clock, minutes })
  const isOpen = (minute: number) => {
    const found = minutes.get(minute) ?? (!team.hours || isThere(team, clock, new Date(minute * 60_000)))
    minutes.set(minute, found)
    return found
  }
  const within = { ...team, answerWithinMinutes: team.answerWithinMinutes * share }
  return countedDeadline(within, arrivedAt, isOpen)
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function ledgerRow(world: DeskWorld, threadId: string, { id, channel, teamId, arrivedAt, end }: Stretch) {
  const dueBy = deadlineOf(world, arrivedAt)
  const ended = end && { endedAt: end.at, how: end.how, by: end.by, inTime: end.at <= dueBy }
  return { id, threadId, propertyId: 'casa', teamId, channel, arrivedAt, dueBy, ...ended }
}

const sorted = (row: Data) => Object.fromEntries(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** Threads and ledger of one moment, while processes that stood still go on. */
async function atOneMoment(world: DeskWorld): Promise<Map<string, Data>[]> {
  const before = world.log.length
  const read = await Promise.all([world.read('threads'), world.read('ledger')])
  return world.log.length === before ? read : atOneMoment(world)
}

/** Rules for every moment. */
export async function violationsNow(world: DeskWorld): Promise<string[]> {
  const wrong: string[] = []
  const [threads = new Map<string, Data>(), ledger = new Map<string, Data>()] = await atOneMoment(world)
  for (const threadId of threadIds) {
    const thread = threads.get(threadId) ?? {}
    const recount = recounted(threadId, world.log)
    const { open } = recount
    const check = (name: string, is: unknown, shouldBe: unknown) => {
      if (!same(is, shouldBe))
        wrong.push(`${threadId}: ${name} is ${JSON.stringify(is)}, not ${JSON.stringify(shouldBe)}`)
    }
    check('unansweredSince', thread.unansweredSince, open?.arrivedAt)
    check('dueBy', thread.dueBy, open && deadlineOf(world, open.arrivedAt))
    check('state', thread.state ?? 'open', recount.state)
    check('ownerId', thread.ownerId ?? null, recount.ownerId)
    if (recount.state === 'snoozed') check('snoozedUntil', thread.snoozedUntil, recount.snoozedUntil)
    const rows = [...ledger].filter(([, row]) => row.threadId === threadId)
    const byId = (a: Data, b: Data) => String(a.id).localeCompare(String(b.id))
    check(
      'the ledger',
      rows.map(([id, { expireAt: _, ...row }]) => sorted({ ...row, id })).toSorted(byId),
      recount.stretches.map(one => sorted(ledgerRow(world, threadId, one))).toSorted(byId),
    )
    const { needsAttention, needsAttentionMap, attention } = storedThread.parse(thread)
    check('the map of attention', Object.keys(needsAttentionMap).toSorted(), needsAttention.toSorted())
    const standing = Object.keys(attention).filter(id => !needsAttention.includes(id))
    check('causes of who need not attend', standing, [])
  }
  return wrong
}

/** Rules once all due work has been looked at. */
export async function violationsOfQuiet(world: DeskWorld): Promise<string[]> {
  const wrong: string[] = []
  const now = world.clock.now()
  const [threads, items] = await Promise.all([world.read('threads'), world.read('items')])
  for (const threadId of threadIds) {
    const thread = threads.get(threadId) ?? {}
    const recount = recounted(threadId, world.log)
    const { open } = recount
    const check = (holds: boolean, what: string) => void (holds || wrong.push(`${threadId}: ${what}`))
    const isDue = thread.deskDueAt instanceof Date && thread.deskDueAt <= now
    check(!isDue, 'it is due although it was looked at')
    // Setting the clock back takes away no item that people were told of.
    for (const [kind, share] of [
      ['near', 0.75],
      ['missed', 1],
    ] as const) {
      const due = open && deadlineOf(world, open.arrivedAt, share)
      const standing = [...items.values()].filter(
        item => item.kind === `deadline-${kind}` && item.threadId === threadId && item.status === 'open',
      ).length
      check(!(due && due <= now) || standing === 1, `${standing} items of what is ${kind}`)
      check(standing <= (due && due <= world.latest() ? 1 : 0), `${standing} items of what is not ${kind}`)
      if (kind === 'near')
        check(Boolean(thread.escalatedAt) === (standing === 1), 'escalated without an item')
    }
    const slept = recount.state === 'snoozed' && recount.snoozedUntil && recount.snoozedUntil <= now
    check(!slept, 'it sleeps longer than it was told to')
  }
  return wrong
}

/** The rule some minutes after a history: no absent or former colleague owns a thread. */
export async function violationsOfOwners(world: DeskWorld): Promise<string[]> {
  const now = world.clock.now()
  const [threads, standings, absences] = await Promise.all(
    ['threads', 'standings', 'absences'].map(name => world.read(name)),
  )
  const isThere = (id: unknown) => {
    const until = absences?.get(String(id))?.until
    return Boolean(standings?.get(String(id))?.role) && !(until instanceof Date && until > now)
  }
  const isOpen =
    deadlineOf({ ...world, team: { ...world.team, answerWithinMinutes: 1 } }, now).getTime() ===
    now.getTime() + 60_000
  return threadIds.flatMap(threadId => {
    const thread = threads?.get(threadId) ?? {}
    const recount: Recounted = recounted(threadId, world.log)
    if (thread.ownerId)
      return isThere(thread.ownerId) || thread.state === 'done' ? [] : [`${threadId}: its owner is away`]
    const mayBeGiven = ['anna', 'ben'].some(isThere) && isOpen && world.assignBy === 'load'
    const isLeft = recount.ownerId === null && colleagues.some(id => id === recount.ownedBy)
    return thread.unansweredSince && mayBeGiven && !isLeft && thread.state !== 'done'
      ? [`${threadId}: nobody owns it, and somebody is there`]
      : []
  })
}

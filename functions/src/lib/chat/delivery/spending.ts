import type { CommitExtras } from '../../commit-extras.ts'
import type { NewItem } from '../../items/item.ts'
import type { DeliveryFailure, StoredMessage } from '../message.ts'
import { spendLimit } from './delivery-failures.ts'

/** What paid sends are capped by, each for itself; `members` are all who are let in by their membership alone. */
export const capNames = ['all', 'members', 'user', 'thread', 'guest'] as const
export type CapName = (typeof capNames)[number]

/** Segments a day. */
export type SpendCaps = Readonly<Record<CapName, number>>

/** Paid sends are counted by it; `id` names whose they are. */
export interface SpendCounter {
  cap: CapName
  id: string
}

/** Segments of the day so far. */
export interface SpendCount extends SpendCounter {
  count: number
  /** An item tells of it already. */
  isTold: boolean
  /** Operations have lifted the cap for the day. */
  isLifted: boolean
}

/** What the commit of a claim, or of its refusal, changes on the day's counters. */
export interface Spend {
  day: string
  counters: readonly SpendCounter[]
  /** How much each goes up: the message's segments, or nothing. */
  by: number
  /** Those that an item tells of from now on. */
  told: readonly SpendCounter[]
}

/** The day's counters of paid sends. */
export interface Spending {
  /**
   * One round trip, none without counters. The count of all sends may be ten seconds old, so that many are let through
   * beyond its cap as the lanes let through in that time; the others are as they stand.
   */
  paidSends(day: string, counters: readonly SpendCounter[]): Promise<readonly SpendCount[]>
  /** The cap does not hold on that day. */
  liftCap(lifted: SpendCounter & { day: string; liftedBy: string }, extras: CommitExtras): Promise<void>
}

/** Days are counted in UTC. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10)

/** What a message is counted by, whoever its guest is. Automations are not counted as users. */
export const countersOf = ({
  threadId,
  authorId,
  delivery,
}: Pick<StoredMessage, 'threadId' | 'authorId' | 'delivery'>): SpendCounter[] => [
  { cap: 'all', id: 'all' },
  ...(delivery?.byMember ? [{ cap: 'members' as const, id: 'all' }] : []),
  { cap: 'thread', id: threadId },
  ...(delivery?.automated ? [] : [{ cap: 'user' as const, id: authorId }]),
]

export const guestCounter = (guestId: string): SpendCounter => ({ cap: 'guest', id: guestId })

export interface SpendDecision {
  /** Set when the message must not be sent today. */
  failure?: DeliveryFailure
  spend: Spend
  items: readonly NewItem[]
}

const toldFrom = 0.8

/** Whether so many more segments fit under every cap. A cap that comes near, or is reached, is told of once a day. Pure. */
export function decideSpend(
  counts: readonly SpendCount[],
  caps: SpendCaps,
  segments: number,
  now: Date,
): SpendDecision {
  const day = dayOf(now)
  const reached = counts.find(({ cap, count, isLifted }) => !isLifted && count + segments > caps[cap])
  const by = reached ? 0 : segments
  const near = counts.filter(
    one => !one.isTold && !one.isLifted && (one === reached || one.count + by >= toldFrom * caps[one.cap]),
  )
  return {
    ...(reached && { failure: spendLimit(reached.cap, caps[reached.cap]) }),
    spend: { day, counters: counts, by, told: near },
    items: near.map(counter => spendItem(counter, caps, now)),
  }
}

/** Whose sends they are, in words. */
const whose = {
  all: () => 'everybody together',
  members: () => 'all landlords and members together',
  user: id => `the user ${id}`,
  thread: id => `the thread ${id}`,
  guest: id => `the guest ${id}`,
} satisfies Record<CapName, (id: string) => string>

const aboutField = {
  all: undefined,
  members: undefined,
  user: 'userId',
  thread: 'threadId',
  guest: 'guestId',
} satisfies Record<CapName, string | undefined>

function spendItem({ cap, id }: SpendCounter, caps: SpendCaps, createdAt: Date): NewItem {
  const field = aboutField[cap]
  return {
    id: `spend-limit_${dayOf(createdAt)}_${cap}_${encodeURIComponent(id.toWellFormed())}`.slice(0, 1400),
    kind: 'spend-limit',
    detail: `Of the ${caps[cap]} segments a day (a chatapp message is one) for ${whose[cap](id)}, 80 % are sent, or the next message does not fit. Beyond them nothing more is sent today.`,
    nextAction:
      'See who sends, and whether it is right. If it is, operations lift the cap for today (npm run ops -- lift).',
    about: { reason: cap, ...(field && { [field]: id }) },
    createdAt,
  }
}

import type { CommitExtras } from '../../commit-extras.ts'
import { dayOf } from '../../days.ts'
import type { NewItem } from '../../items/item.ts'
import type { Delivery, DeliveryFailure, StoredMessage } from '../message.ts'
import { spendLimit } from './delivery-failures.ts'

/** The caps on paid sends, each on its own. `members`: all who have access by membership alone. */
export const capNames = ['all', 'members', 'user', 'guest'] as const
type CapName = (typeof capNames)[number]

/** Segments a day. */
export type SpendCaps = Readonly<Record<CapName, number>>

/** What paid sends are counted by; `id` names whose they are. */
export interface SpendCounter {
  cap: CapName
  id: string
  /** Of a guest: where they are written to, by which their sends are found. */
  address?: string
}

/** Whether an item tells of a counter already, and whether operations have lifted its cap for the day. */
interface SpendFlags {
  isTold: boolean
  isLifted: boolean
}

/** Segments of the day so far. */
export interface SpendCount extends SpendCounter, SpendFlags {
  count: number
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

/** The day's paid sends. Each call is one round trip, none without counters. */
export interface Spending {
  /**
   * Segments by counter. Shared counts may be ten seconds stale, so overshoot is bounded by the lanes' rate in that
   * time.
   */
  spent(day: string, counters: readonly SpendCounter[]): Promise<readonly number[]>
  spendFlags(day: string, counters: readonly SpendCounter[]): Promise<readonly SpendFlags[]>
  /** The cap does not hold on that day. */
  liftCap(lifted: SpendCounter & { day: string; liftedBy: string }, extras: CommitExtras): Promise<void>
}

/** The kind of sender: an automation, a member, or staff. */
type SpendGrant = Pick<Delivery, 'automated' | 'byMember'>

const isOfDay = (delivery: Delivery | undefined, now: Date): delivery is Delivery =>
  delivery?.claimedAt !== undefined && dayOf(delivery.claimedAt) === dayOf(now)

/**
 * A send is counted when it is claimed. Only one that was surely not sent is claimed again automatically, which on the
 * same day is not counted twice.
 */
export const wasCounted = (delivery: Delivery | undefined, now: Date): boolean =>
  isOfDay(delivery, now) && delivery.attempts > 0

/** What the claims of this day come to with one more. */
export const segmentsAfter = (delivery: Delivery, segments: number, now: Date): number =>
  (isOfDay(delivery, now) ? (delivery.segments ?? 0) : 0) + (wasCounted(delivery, now) ? 0 : segments)

/** What a message is counted by, whoever its guest is. Automations are not counted as users. */
export const countersOf = ({
  authorId,
  delivery,
}: Pick<StoredMessage, 'authorId' | 'delivery'>): SpendCounter[] => [
  { cap: 'all', id: 'all' },
  ...(delivery?.byMember ? [{ cap: 'members' as const, id: 'all' }] : []),
  ...(delivery?.automated ? [] : [{ cap: 'user' as const, id: authorId }]),
]

/** The counts of a message of so many segments; flags are read only of what comes near its cap. */
export async function spendCounts(
  operations: Pick<Spending, 'spent' | 'spendFlags'>,
  {
    day,
    counters,
    caps,
    segments,
    delivery = {},
  }: {
    day: string
    counters: SpendCounter[]
    caps: SpendCaps
    segments: number
    delivery?: SpendGrant | undefined
  },
): Promise<SpendCount[]> {
  const spent = await operations.spent(day, counters)
  const counts = counters.map((counter, at) => ({ ...counter, count: spent[at] ?? 0 }))
  const own = capsFor(caps, delivery, counts)
  const near = counts.filter(({ cap, count }) => count + segments >= toldFrom * own[cap])
  const flags = near.length > 0 ? await operations.spendFlags(day, near) : []
  return counts.map(one => ({ ...one, ...(flags[near.indexOf(one)] ?? { isTold: false, isLifted: false }) }))
}

export interface SpendDecision {
  /** Set when the message must not be sent today. */
  failure?: DeliveryFailure
  spend: Spend
  items: readonly NewItem[]
}

/**
 * The caps for a message, so that each keeps a share that no single sender can take: the last tenth of all is for
 * people, a member has at most half of what members have together, and, having sent that much today, only the first half
 * of what a guest gets.
 */
export function capsFor(
  caps: SpendCaps,
  { automated, byMember }: SpendGrant,
  counts: readonly Pick<SpendCount, 'cap' | 'count'>[],
): SpendCaps {
  if (automated) return { ...caps, all: Math.ceil(caps.all * 0.9) }
  if (!byMember) return caps
  const ofUser = counts.find(({ cap }) => cap === 'user')?.count ?? 0
  const half = Math.ceil(caps.guest / 2)
  return {
    ...caps,
    user: Math.min(caps.user, Math.ceil(caps.members / 2)),
    guest: ofUser < half ? caps.guest : half,
  }
}

const toldFrom = 0.8

/** Whether these segments fit under every cap. A cap that is near or reached is reported once a day. Pure. */
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
  guest: id => `the guest ${id}`,
} satisfies Record<CapName, (id: string) => string>

const aboutField = {
  all: undefined,
  members: undefined,
  user: 'userId',
  guest: 'guestId',
} satisfies Record<CapName, string | undefined>

function spendItem({ cap, id }: SpendCounter, caps: SpendCaps, createdAt: Date): NewItem {
  const field = aboutField[cap]
  return {
    id: `spend-limit_${dayOf(createdAt)}_${cap}_${encodeURIComponent(id.toWellFormed())}`.slice(0, 1400),
    kind: 'spend-limit',
    detail: `Of the ${caps[cap]} segments a day (a chatapp message is one) for ${whose[cap](id)}, 80 % are sent, or the next message does not fit. Beyond them nothing more is sent today.`,
    nextAction:
      'See who it is, and whether it is right. If it is, operations lift the cap for today (npm run ops -- lift).',
    about: { reason: cap, ...(field && { [field]: id }) },
    createdAt,
  }
}

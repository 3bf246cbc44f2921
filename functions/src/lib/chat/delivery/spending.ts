import { dayOf } from '../../days.ts'
import type { NewItem } from '../../items/item.ts'
import { spendLimit } from '../delivery-failures.ts'
import type { Delivery, DeliveryFailure, StoredMessage } from '../message.ts'

/** `members`: all users with access by membership alone. */
export const capNames = ['all', 'members', 'user', 'guest'] as const
type CapName = (typeof capNames)[number]

/** Segments a day. */
export type SpendCaps = Readonly<Record<CapName, number>>

export interface SpendCounter {
  cap: CapName
  id: string
  /** Finds a guest's sends. */
  address?: string
}

/** Today's segments. */
export interface SpendCount extends SpendCounter {
  count: number
  /** An item reports it already. */
  isTold: boolean
  isLifted: boolean
}

export interface Spend {
  day: string
  counters: readonly SpendCounter[]
  /** Segments; 0 after a refusal. */
  by: number
  /** An item reports these from now on. */
  near: readonly SpendCounter[]
}

type SpendGrant = Pick<Delivery, 'automated' | 'byMember'>

const isOfDay = (delivery: Delivery | undefined, now: Date): delivery is Delivery =>
  delivery?.claimedAt !== undefined && dayOf(delivery.claimedAt) === dayOf(now)

/** A second claim means that the send surely did not go. */
export const wasCounted = (delivery: Delivery | undefined, now: Date): boolean =>
  isOfDay(delivery, now) && delivery.attempts > 0

export const segmentsAfter = (delivery: Delivery, segments: number, now: Date): number =>
  (isOfDay(delivery, now) ? (delivery.segments ?? 0) : 0) + (wasCounted(delivery, now) ? 0 : segments)

export const countersOf = ({
  authorId,
  delivery,
}: Pick<StoredMessage, 'authorId' | 'delivery'>): SpendCounter[] => [
  { cap: 'all', id: 'all' },
  ...(delivery?.byMember ? [{ cap: 'members' as const, id: 'all' }] : []),
  ...(delivery?.automated ? [] : [{ cap: 'user' as const, id: authorId }]),
]

export interface SpendDecision {
  failure?: DeliveryFailure
  spend: Spend
  items: readonly NewItem[]
}

/**
 * No sender can take everything: the last tenth of `all` is for people; a member has at most half of `members` and,
 * after as many segments as half of `guest`, only half of `guest`.
 */
export function capsFor(
  caps: SpendCaps,
  { automated, byMember }: SpendGrant,
  counts: readonly Count[],
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

const nearShare = 0.8

type Count = Pick<SpendCount, 'cap' | 'count'>

export const isNear = ({ cap, count }: Count, caps: SpendCaps, more: number): boolean =>
  count + more >= nearShare * caps[cap]

/** A cap near or reached opens one item a day. Pure. */
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
    one => !one.isTold && !one.isLifted && (one === reached || isNear(one, caps, by)),
  )
  return {
    ...(reached && { failure: spendLimit(reached.cap, caps[reached.cap]) }),
    spend: { day, counters: counts, by, near },
    items: near.map(counter => spendItem(counter, caps, now)),
  }
}

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

import * as z from 'zod'
import type { Clock } from '../../ports.ts'
import { collection, type Filter, increment, Query, type Store, set, type Write } from '../../store.ts'
import type { Delivery } from '../message.ts'
import { messages } from '../stored-messages.ts'
import {
  capsFor,
  isNear,
  type Spend,
  type SpendCaps,
  type SpendCount,
  type SpendCounter,
} from './spending.ts'

/** Milliseconds. */
const cachedFor = 10_000
/** Milliseconds. */
const counterLifeMs = 7 * 24 * 3_600_000

const storedCounter = z.looseObject({
  count: z.number().default(0),
  isTold: z.boolean().default(false),
  liftedBy: z.string().nullish(),
})

const spendCounters = collection('spendCounters/{id}', storedCounter)

const counterAt = (day: string, { cap, id }: SpendCounter) =>
  spendCounters.at(`${day}_${cap}_${encodeURIComponent(id.toWellFormed()).slice(0, 1400)}`)

/** A user has a counter; all others are sums over the day's claims. */
const isCounted = ({ cap }: SpendCounter): boolean => cap === 'user'

interface Counted {
  day: string
  counters: readonly SpendCounter[]
  caps: SpendCaps
  segments: number
  delivery?: Pick<Delivery, 'automated' | 'byMember'> | undefined
}

interface Deps {
  clock: Clock
  store: Store
}

export class Spending {
  readonly #deps: Deps
  readonly #sums = new Map<string, { readAt: number; sum: number }>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * One round trip, and one for the flags of counters near their cap. Shared counts may be ten seconds stale, so the
   * lanes' rate bounds overshoot.
   */
  async counts({ day, counters, caps, segments, delivery = {} }: Counted): Promise<SpendCount[]> {
    const { store } = this.#deps
    const counts = await Promise.all(
      counters.map(async counter => {
        const count = isCounted(counter)
          ? ((await store.read(counterAt(day, counter)))?.value.count ?? 0)
          : await this.#sumOf(day, counter, caps)
        return { ...counter, count }
      }),
    )
    const own = capsFor(caps, delivery, counts)
    const near = counts.filter(one => isNear(one, own, segments))
    const { stored } = await store.get({ stored: near.map(counter => counterAt(day, counter)) })
    return counts.map(one => {
      const { isTold = false, liftedBy } = stored[near.indexOf(one)]?.value ?? {}
      return { ...one, isTold, isLifted: typeof liftedBy === 'string' }
    })
  }

  async #sumOf(day: string, counter: SpendCounter, caps: SpendCaps): Promise<number> {
    const { clock, store } = this.#deps
    const key = `${day} ${counter.cap}`
    const entry = counter.address === undefined ? this.#sums.get(key) : undefined
    const readAt = clock.now().getTime()
    // Near its cap every send counts.
    const isFar = entry && entry.sum < caps[counter.cap] / 2
    if (isFar && readAt - entry.readAt < cachedFor) return entry.sum
    const sum = await store.sum(claimedOn(day, counter), summedField)
    if (counter.address === undefined) this.#sums.set(key, { readAt, sum })
    return sum
  }
}

export const summedField = 'delivery.segments'

export function claimedOn(day: string, { cap, address }: SpendCounter): Query {
  const filters: Filter[] = [
    ...(address === undefined ? [] : [['delivery.to', '==', address] as const]),
    ...(cap === 'members' ? [['delivery.byMember', '==', true] as const] : []),
    ['delivery.claimedAt', '>=', new Date(day)],
  ]
  return new Query({ ...messages.any.group(), filters })
}

export const spendWrites = ({ day, counters, by, near }: Spend): Write[] =>
  counters.flatMap(counter => {
    const isTold = near.some(({ cap, id }) => cap === counter.cap && id === counter.id)
    const count = isCounted(counter) && by > 0 ? { count: increment(by) } : {}
    const fields = { ...count, ...(isTold && { isTold: true }) }
    return Object.keys(fields).length === 0 ? [] : [counterWrite(day, counter, fields)]
  })

export const counterWrite = (day: string, counter: SpendCounter, fields: object): Write =>
  set(counterAt(day, counter), { ...fields, expiresAt: new Date(Date.parse(day) + counterLifeMs) }, true)

/** How many pairs one batch takes. */
export const mostPairs = 500

/**
 * `wrong`: nothing can be done with the pair. `testing` and `chosen` wait for their turn, to be tested and to be connected;
 * `connecting` is not stopped any more. `waits`: left to us until the OTA accepts.
 */
export const rowStates = [
  ...(['wrong', 'testing', 'tested', 'chosen', 'connecting'] as const),
  ...(['connected', 'waits', 'refused', 'stopped'] as const),
] as const
export type RowState = (typeof rowStates)[number]

/** What connecting would come to: `connected` is so already, `waits` lacks nothing but the OTA's acceptance. */
export const outcomes = ['connects', 'connected', 'waits', 'refused'] as const
export type Outcome = (typeof outcomes)[number]

const open: ReadonlySet<RowState> = new Set(['tested', 'stopped', 'refused'])

/** Tested, with nothing in the way but what time mends; what was refused meanwhile may be tried again. */
export const isChoosable = ({
  state,
  outcome,
}: {
  state: RowState
  outcome?: Outcome | undefined
}): boolean => open.has(state) && (outcome === 'connects' || outcome === 'waits')

/** An amount in minor units. */
export interface Charge {
  amount: number
  currency: string
}

/** A sum for each currency, in their alphabet; none of nothing. */
export function totalOf(charges: readonly Charge[]): Charge[] {
  const sums = new Map<string, number>()
  for (const { amount, currency } of charges)
    if (amount > 0) sums.set(currency, (sums.get(currency) ?? 0) + amount)
  return [...sums]
    .map(([currency, amount]) => ({ amount, currency }))
    .toSorted((one, other) => one.currency.localeCompare(other.currency))
}

import * as z from 'zod'

export const mostPairs = 500

/** `testing`, `chosen`: wait for a turn; `connecting`: cannot be stopped; `waits`: for the OTA's acceptance. */
export const rowStates = [
  ...(['wrong', 'testing', 'tested', 'chosen', 'connecting'] as const),
  ...(['connected', 'waits', 'refused', 'stopped'] as const),
] as const
export type RowState = (typeof rowStates)[number]

/** `waits` lacks only the OTA's acceptance. */
export const outcomes = ['connects', 'connected', 'waits', 'refused'] as const
export type Outcome = (typeof outcomes)[number]

const open: ReadonlySet<RowState> = new Set(['tested', 'stopped', 'refused'])

export const isChoosable = ({
  state,
  outcome,
}: {
  state: RowState
  outcome?: Outcome | undefined
}): boolean => open.has(state) && (outcome === 'connects' || outcome === 'waits')

export const charge = z
  .object({ amount: z.number().int().nonnegative(), currency: z.string().max(3) })
  .meta({ id: 'Charge', description: 'Minor units.' })
export type Charge = z.infer<typeof charge>

export function totalOf(charges: readonly Charge[]): Charge[] {
  const sums = new Map<string, number>()
  for (const { amount, currency } of charges)
    if (amount > 0) sums.set(currency, (sums.get(currency) ?? 0) + amount)
  return [...sums]
    .map(([currency, amount]) => ({ amount, currency }))
    .toSorted((one, other) => one.currency.localeCompare(other.currency))
}

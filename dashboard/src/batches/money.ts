import type { Charge } from '@functions/lib/connection/batches/row-states.ts'
import { money } from '../ui/money.ts'

/** An amount in minor units, as people write it. */
export const inMoney = ({ amount, currency }: Charge, language: string): string =>
  money(amount, currency, language)

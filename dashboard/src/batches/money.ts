import type { Charge } from '@functions/lib/connection/batches/row-states.ts'
import { money } from '../ui/money.ts'
import { readersLocale } from '../ui/time.tsx'

/** An amount in minor units, as the reader writes it. */
export const inMoney = ({ amount, currency }: Charge): string => money(amount, currency, readersLocale())

import type { Charge } from '@functions/lib/connection/batches/row-states.ts'
import { numberFormat } from '../ui/formats.ts'

/** An amount in minor units, as people write it. */
export const inMoney = ({ amount, currency }: Charge, language: string): string =>
  numberFormat(language, { style: 'currency', currency }).format(amount / 100)

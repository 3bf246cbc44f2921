import { capNames, type SpendCounter } from '../../functions/src/lib/chat/delivery/spending.ts'

/** The cap that was named, and of whom: only that of all sends needs no id. */
export function liftedCap(name: string | undefined, id: string | undefined): SpendCounter | undefined {
  const cap = capNames.find(one => one === name)
  if (cap === 'all') return { cap, id: 'all' }
  return cap && id ? { cap, id } : undefined
}

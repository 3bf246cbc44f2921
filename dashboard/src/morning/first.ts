const order = ['overdue', 'failed', 'automations', 'unassigned', 'requests', 'items'] as const
type First = (typeof order)[number]

/** What waits for somebody: guests, messages that did not get through, requests, other things to do. */
export type Waiting = Record<First, number>

/** What to begin with: what burns most. Undefined where nothing does. */
export const firstOf = (waiting: Waiting): First | undefined => order.find(name => waiting[name] > 0)

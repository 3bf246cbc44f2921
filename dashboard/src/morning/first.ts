const order = ['overdue', 'failed', 'automations', 'unassigned', 'requests', 'items'] as const
type First = (typeof order)[number]

export type Waiting = Record<First, number>

/** The most urgent kind; undefined where nothing waits. */
export const firstOf = (waiting: Waiting): First | undefined => order.find(name => waiting[name] > 0)

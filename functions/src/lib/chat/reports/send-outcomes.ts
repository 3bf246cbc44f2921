/** Best to worst. */
export const outcomes = ['arrived', 'accepted', 'waiting', 'failed'] as const
export type Outcome = (typeof outcomes)[number]

/** The feed may forget a booking after half an hour. */
const memoryMs = 25 * 60_000
/** A served booking may be older by this. */
const overlapMs = 60 * 60_000

export const mayBeForgotten = (since: Date, now: Date): boolean => now.getTime() - since.getTime() > memoryMs

export const listedFrom = (since: Date): Date => new Date(since.getTime() - overlapMs)

/** How long the feed surely keeps what is not acknowledged: it may forget it after half an hour. */
const memoryMs = 25 * 60_000
/** What was served at a time may have come that long before. */
const overlapMs = 60 * 60_000

/** Whether the feed may have forgotten some of what it had at that time. */
export const mayBeForgotten = (since: Date, now: Date): boolean => now.getTime() - since.getTime() > memoryMs

/** From when on bookings are listed, so that none is left out that the feed had at that time. */
export const listedFrom = (since: Date): Date => new Date(since.getTime() - overlapMs)

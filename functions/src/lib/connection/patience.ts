import * as z from 'zod'

export const waitingFor = z.object({ code: z.string(), since: z.date(), until: z.date() }).meta({
  id: 'WaitingFor',
  description: 'The cause of the wait, and the time until which it is tried again by itself.',
})

/** Pauses of a wait. Milliseconds. */
export interface Patience {
  firstMs: number
  longestMs: number
  forMs: number
}

export const pauseAfter = (tries: number, { firstMs, longestMs }: Patience): number =>
  Math.min(longestMs, firstMs * 2 ** Math.min(tries, 30))

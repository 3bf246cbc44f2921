import * as z from 'zod'

/** A position in the lists that tell of changed threads: behind a document, to the nanosecond, or at a list's beginning. */
export const changeCursor = z.object({
  list: z.enum(['threads', 'threadChanges']),
  last: z.object({ seconds: z.number(), nanoseconds: z.number(), id: z.string() }).optional(),
})
export type ChangeCursor = z.infer<typeof changeCursor>

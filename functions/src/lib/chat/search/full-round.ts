import * as z from 'zod'

/** How far a round over all threads, and then over all records, has come. */
export const storedRound = z.object({
  startedAt: z.date(),
  /** At full speed, not spread over its time. */
  isHurried: z.boolean(),
  /** Threads there were at its beginning, and those compared. */
  threads: z.number(),
  compared: z.number(),
  stage: z.enum(['threads', 'records', 'over']),
  /** The last thread compared. */
  after: z.string().optional(),
  /** Where the next page of records begins. */
  cursor: z.string().optional(),
})
export type FullRound = z.infer<typeof storedRound>

const dayMs = 24 * 3_600_000
/** The fewest threads a run compares: few threads take a day rather than a whole round, and each run is a sample. */
const leastInRun = 10

export const beginning = (startedAt: Date, threads: number, isHurried: boolean): FullRound => ({
  ...{ startedAt, isHurried, threads, compared: 0 },
  stage: 'threads',
})

/** Whether a full-speed round already ran today; permanent drift must not start one after another. */
export const isOfHurriedDay = (round: FullRound | undefined, now: Date): boolean =>
  round?.isHurried === true && ageMs(round, now) < dayMs

/** Whether a round begins, where one takes so many milliseconds. */
export const isNextDue = (round: FullRound | undefined, now: Date, roundMs: number): boolean =>
  !round || (round.stage === 'over' && ageMs(round, now) >= Math.min(roundMs, dayMs))

/** Threads that a run compares, so that they are spread evenly over the time of the round. */
export function shareOfRun(round: FullRound, now: Date, roundMs: number): number {
  const elapsedMs = ageMs(round, now)
  if (round.isHurried || elapsedMs >= roundMs) return Number.POSITIVE_INFINITY
  return Math.max(leastInRun, Math.ceil((round.threads * elapsedMs) / roundMs) - round.compared)
}

/** Behind a page of at most that many threads. */
export function behindThreads(
  round: FullRound,
  page: readonly { threadId: string }[],
  limit: number,
): FullRound {
  const compared = round.compared + page.length
  const last = page.at(-1)
  if (page.length < limit) return { ...round, compared, stage: 'records' }
  return { ...round, compared, ...(last && { after: last.threadId }) }
}

/** Behind a page of records; without a cursor it was the last. */
export const behindRecords = (round: FullRound, cursor: string | undefined): FullRound =>
  cursor === undefined ? { ...round, stage: 'over' } : { ...round, cursor }

const ageMs = ({ startedAt }: FullRound, now: Date): number => now.getTime() - startedAt.getTime()

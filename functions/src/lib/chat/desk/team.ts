import * as z from 'zod'
import { isMap } from '../../documents.ts'

/** Monday first, as in `Temporal`. */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

const time = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'must be a time such as 09:00')

/**
 * The team's clock counts; an end before the beginning is on the next day. Firestore has no nested lists, so it
 * stores a map or `09:00-12:30`.
 */
const period = z.preprocess(
  raw => {
    if (typeof raw === 'string') return raw.split('-')
    return isMap(raw) ? [raw.from, raw.to] : raw
  },
  z.tuple([time, time]),
)

const isZone = (name: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** Without `hours` the team is always there. */
export const storedTeam = z.looseObject({
  name: z.string(),
  timeZone: z.string().refine(isZone, 'must be a time zone such as Europe/Rome').default('UTC'),
  hours: z.partialRecord(z.enum(weekdays), z.array(period)).optional(),
  /** Days without hours, as YYYY-MM-DD. */
  holidays: z.array(z.string()).default([]),
  /** Minutes within the team's hours. */
  answerWithinMinutes: z.number().positive(),
  /** Users who hear of nearly late answers. */
  escalateTo: z.array(z.string()).default([]),
  memberIds: z.array(z.string()).default([]),
})
export type Team = z.output<typeof storedTeam>

export type Calendar = Pick<Team, 'timeZone' | 'hours' | 'holidays' | 'answerWithinMinutes'>

/** `load` chooses the member with the fewest open threads. */
export type AssignBy = 'hand' | 'load'

export const isAssignedByLoad = (rules: { assignBy(): AssignBy }, { memberIds }: Team): boolean =>
  memberIds.length > 0 && rules.assignBy() === 'load'

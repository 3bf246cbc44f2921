import * as z from 'zod'
import { isMap } from '../../documents.ts'

/** As `Temporal` counts them: 1 is Monday. */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

const time = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'must be a time such as 09:00')

/**
 * From and to, by the team's clock; one that ends before it begins ends on the next day. Firestore holds no list in a
 * list, so it is stored as a map or as `09:00-12:30`.
 */
const period = z.preprocess(
  given => {
    if (typeof given === 'string') return given.split('-')
    return isMap(given) ? [given.from, given.to] : given
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

/** `teams/{teamId}`: who answers, and when they are there. Without `hours` they always are. */
export const storedTeam = z.looseObject({
  name: z.string(),
  timeZone: z.string().refine(isZone, 'must be a time zone such as Europe/Rome').default('UTC'),
  hours: z.partialRecord(z.enum(weekdays), z.array(period)).optional(),
  /** Days without hours, as YYYY-MM-DD. */
  holidays: z.array(z.string()).default([]),
  /** How long a guest may wait while the team is there. */
  answerWithinMinutes: z.number().positive(),
  /** Users who are told when an answer is nearly late. */
  escalateTo: z.array(z.string()).default([]),
  memberIds: z.array(z.string()).default([]),
})
export type Team = z.output<typeof storedTeam>

/** What decides a deadline. */
export type Calendar = Pick<Team, 'timeZone' | 'hours' | 'holidays' | 'answerWithinMinutes'>

/** How a guest who writes to a thread without owner gets one: a person says so, or whoever has least to do. */
export type AssignBy = 'hand' | 'load'

export const isAssignedByLoad = (
  rules: { assignBy(): AssignBy },
  { memberIds }: Pick<Team, 'memberIds'>,
): boolean => memberIds.length > 0 && rules.assignBy() === 'load'

/** A thread's team: `teamId` is null for the default queue. One that cannot be read has the calendar of that. */
interface ThreadTeam {
  teamId: string | null
  team: Team
}

export interface ThreadPlace {
  propertyId?: string | null | undefined
  /** Says the property of a thread that does not. */
  reservationId?: string | null | undefined
}

/** `teams`, and which property has which. What was read is a minute old at most. */
export interface Teams {
  /**
   * The named team, else the property's, else the default queue, which is always there. `isAnew`: that of the property
   * first, where that is known.
   */
  teamOf(thread: ThreadPlace & { teamId?: string | null | undefined }, isAnew?: boolean): Promise<ThreadTeam>
}

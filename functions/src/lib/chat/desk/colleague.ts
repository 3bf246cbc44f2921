import * as z from 'zod'
import type { Actor } from '../../actor.ts'
import { DomainError, type FieldError } from '../../errors.ts'
import { isDocumentId } from '../../identifiers.ts'
import type { Revision } from '../../ports.ts'
import { storedStanding } from '../../roles/user-status.ts'
import { collection, fieldRemoval, put, type Store, type Write } from '../../store.ts'

export interface Colleague {
  isStaff: boolean
  /** A user without a standing is neither staff nor former staff. */
  hasLeft: boolean
  awayUntil?: Date | undefined
}

const storedAbsence = z.looseObject({
  since: z.date(),
  /** The colleague's own announcement. */
  until: z.date().optional(),
  /** Time of the next look for owned threads; absent after the last. */
  dueAt: z.date().optional(),
})
type Absence = Pick<z.infer<typeof storedAbsence>, 'since' | 'until' | 'dueAt'>

/** Colleagues away or gone, whose threads go back. */
export const absences = collection('absences/{uid}', storedAbsence)
const standings = collection('standings/{uid}', storedStanding).sound

export function absenceWrite(
  userId: string,
  { since, until, dueAt }: Absence,
  revision: Revision | undefined,
): Write {
  const ended = revision === undefined ? undefined : fieldRemoval
  return put(absences.at(userId), { since, until: until ?? ended, dueAt: dueAt ?? ended }, revision)
}

/** One round trip. */
export async function colleaguesOf(
  store: Store,
  userIds: readonly string[],
): Promise<Map<string, Colleague>> {
  const ids = userIds.filter(isDocumentId)
  const documents = await store.get({
    standings: ids.map(id => standings.at(id)),
    absences: ids.map(id => absences.sound.at(id)),
  })
  return new Map(
    ids.map((id, at) => {
      const standing = documents.standings[at]?.value
      const isStaff = standing?.role !== undefined
      const awayUntil = documents.absences[at]?.value.until
      return [id, { isStaff, hasLeft: standing !== undefined && !isStaff, awayUntil }]
    }),
  )
}

export const isAway = ({ awayUntil }: Colleague, now: Date): boolean =>
  awayUntil !== undefined && awayUntil > now

export const isThere = (colleague: Colleague | undefined, now: Date): boolean =>
  colleague?.isStaff === true && !isAway(colleague, now)

/** The caller's token proves a role, unless it is outdated. */
export const isColleague = (colleague: Colleague | undefined, userId: string, asking: Actor): boolean =>
  colleague?.isStaff === true || (userId === asking.uid && !colleague?.hasLeft)

export const notOfStaff = (nextAction: string, errors: FieldError[] = []): DomainError =>
  new DomainError('validation-failed', 'The user is not of our staff.', { nextAction, errors })

import type { Actor } from '../../actor.ts'
import type { Commit } from '../../durable/change.ts'
import { DomainError, type FieldError } from '../../errors.ts'
import type { Revision, Versioned } from '../../ports.ts'

/** Whether somebody can look after threads. */
export interface Colleague {
  isStaff: boolean
  /** Has been staff and is not any more. Who has not been seen yet is neither. */
  hasLeft: boolean
  /** Away by their own word. */
  awayUntil?: Date | undefined
}

/** `absences/{uid}`: somebody is away or has left, and what they own is given back. */
export interface Absence {
  since: Date
  /** By their own word. */
  until?: Date | undefined
  /** When it is looked for what they own; absent once nothing is left. */
  dueAt?: Date | undefined
}

/** Who works here, and whether they are there. Each call is one round trip. */
export interface Colleagues {
  /** Everybody who was asked for. */
  find(userIds: readonly string[]): Promise<Map<string, Colleague>>
  absence(userId: string): Promise<Versioned<Absence> | undefined>
  /** Only if it still is as it was read; without a revision, if there is none. Undefined takes it away. */
  saveAbsence(
    userId: string,
    absence: Absence | undefined,
    revision: Revision | undefined,
  ): Promise<Commit<Revision>>
}

export const isAway = ({ awayUntil }: Pick<Colleague, 'awayUntil'>, now: Date): boolean =>
  awayUntil !== undefined && awayUntil > now

export const isThere = (colleague: Colleague | undefined, now: Date): boolean =>
  colleague?.isStaff === true && !isAway(colleague, now)

/** Whether that user is of the staff. Whoever asks has just proven it, unless by a late token. */
export const isColleague = (colleague: Colleague | undefined, userId: string, asking: Actor): boolean =>
  colleague?.isStaff === true || (userId === asking.uid && !colleague?.hasLeft)

export const notOfStaff = (nextAction: string, errors: FieldError[] = []): DomainError =>
  new DomainError('validation-failed', 'The user is not of our staff.', { nextAction, errors })

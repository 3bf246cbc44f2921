import type { Actor } from './actor.ts'
import { bestEffort } from './best-effort.ts'
import { DomainError, isRefusal } from './errors.ts'
import { userMinute } from './identifiers.ts'
import type { Clock, Ids, Log } from './ports.ts'

/** A document of `auditLog`. Success entries commit with what they attest; failure entries stand alone. */
export interface AuditEntry {
  id: string
  action: string
  outcome: 'success' | 'failure'
  actorId: string
  /** As the platform saw it. */
  ipAddress: string
  /** Another one that the request named; nobody has checked it. */
  claimedAddress?: string | undefined
  userAgent: string
  targetType: string
  targetId: string
  metadata: Record<string, string | number | boolean | null>
  at: Date
}

/** `auditLog`. */
export interface AuditLog {
  /** Writes an entry that stands alone. Changes nothing when there is an entry with that id. */
  append(entry: AuditEntry): Promise<void>
  /** Counts a refusal in the `metadata.count` of the entry with that id, which tells of the last one. One write. */
  countRefusal(entry: AuditEntry): Promise<void>
}

export type AuditSubject = Pick<AuditEntry, 'action' | 'targetType' | 'targetId' | 'metadata'>

const userAgentLimit = 512
const addressLimit = 45

/**
 * Builds an entry, or logs and answers undefined when it cannot be built: the act goes ahead without it.
 * Undefined too when the actor is no person at a client.
 */
export function buildAuditEntry(
  deps: { clock: Clock; ids: Ids; log: Log },
  actor: Actor,
  outcome: AuditEntry['outcome'],
  subject: AuditSubject,
): AuditEntry | undefined {
  if (actor.origin === undefined) return undefined
  const { ipAddress, claimedAddress, userAgent } = actor.origin
  try {
    return {
      id: deps.ids.audit(),
      ...subject,
      outcome,
      actorId: actor.uid,
      ipAddress: printable(ipAddress, addressLimit),
      ...(claimedAddress !== undefined && { claimedAddress: printable(claimedAddress, addressLimit) }),
      userAgent: printable(userAgent, userAgentLimit),
      at: deps.clock.now(),
    }
  } catch (error) {
    deps.log.error('audit entry could not be built', { action: subject.action, error })
    return undefined
  }
}

/** The entry of an act as it stands when the act has failed. */
export const failureOf = (entry: AuditEntry, error: unknown): AuditEntry => ({
  ...entry,
  outcome: 'failure',
  metadata: { ...entry.metadata, error: error instanceof DomainError ? error.code : 'internal' },
})

/**
 * Runs an act. When it fails, that is audited in place of its success entry, if it can be, and thrown on, as
 * `asProblem` says it. Both have one id, so that an act has one outcome, even where the answer to its commit was lost.
 * What is refused has stored nothing, and is counted.
 */
export async function auditingFailure<T>(
  deps: { clock: Pick<Clock, 'now'>; log: Log; auditLog: AuditLog },
  entry: AuditEntry | undefined,
  act: () => Promise<T>,
  asProblem: (error: unknown) => unknown = error => error,
): Promise<T> {
  try {
    return await act()
  } catch (error) {
    const problem = asProblem(error)
    if (entry) await appendFailure(deps, { ...entry, at: deps.clock.now() }, problem)
    throw problem
  }
}

const appendFailure = (
  { log, auditLog }: { log: Log; auditLog: AuditLog },
  entry: AuditEntry,
  error: unknown,
): Promise<void> =>
  bestEffort(log, 'failure audit entry', () =>
    isRefusal(error)
      ? auditLog.countRefusal(counted(failureOf(entry, error), error))
      : auditLog.append(failureOf(entry, error)),
  )

/** The entry of a refusal: one a user, code and minute, so that going on trying does not flood the log. */
export const counted = (entry: AuditEntry, { code }: DomainError): AuditEntry => ({
  ...entry,
  id: `${code}:${userMinute(entry.actorId, entry.at)}`,
})

const printable = (text: string, limit: number): string =>
  text.replace(/\p{C}/gu, ' ').slice(0, limit).toWellFormed()

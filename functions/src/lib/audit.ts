import * as z from 'zod'
import type { Actor } from './actor.ts'
import { bestEffort } from './best-effort.ts'
import { digestOf } from './digest.ts'
import { DomainError, isRefusal } from './errors.ts'
import { userMinute } from './identifiers.ts'
import type { Clock, Ids, Log, System } from './ports.ts'
import { plainFields } from './shapes.ts'

/** A document of `auditLog`. Success entries commit with what they attest; failure entries stand alone. */
export const auditEntry = z.object({
  id: z.string(),
  action: z.string(),
  outcome: z.enum(['success', 'failure']),
  actorId: z.string(),
  /** As the platform saw it. */
  ipAddress: z.string(),
  /** The address that the request claims, unverified. */
  claimedAddress: z.string().optional(),
  userAgent: z.string(),
  targetType: z.string(),
  targetId: z.string(),
  metadata: plainFields,
  /** A time, or ISO 8601 where another document holds the entry. */
  at: z.coerce.date(),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** `auditLog`. */
export interface AuditLog {
  /** Writes an entry outside any other commit. A no-op if the id exists. */
  append(entry: AuditEntry): Promise<void>
  /** The newest of what was done to something, newest first. One query. */
  about(targetId: string, limit: number): Promise<AuditEntry[]>
  /** Adds to `metadata.count` of the entry with that id, which describes the latest refusal. */
  countRefusals(entry: AuditEntry, times: number): Promise<void>
}

export type AuditSubject = Pick<AuditEntry, 'action' | 'targetType' | 'targetId' | 'metadata'>

const userAgentLimit = 512
const addressLimit = 45

/**
 * Builds an entry. If that fails, logs it and returns undefined, and the action goes ahead without one. Undefined too
 * for an actor without a client.
 */
export function buildAuditEntry(
  deps: { clock: Clock; ids: Ids; log: Log },
  actor: Actor,
  subject: AuditSubject,
  outcome: AuditEntry['outcome'] = 'success',
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

/** Writes an entry that stands alone: of an act that takes more than one commit, or changes nothing. */
export async function attest(
  deps: System & { auditLog: Pick<AuditLog, 'append'> },
  actor: Actor,
  subject: AuditSubject,
): Promise<void> {
  const entry = buildAuditEntry(deps, actor, subject)
  if (entry) await deps.auditLog.append(entry)
}

/** Turns an action's success entry into a failure entry. */
export const failureOf = (entry: AuditEntry, error: unknown): AuditEntry => ({
  ...entry,
  outcome: 'failure',
  metadata: { ...entry.metadata, error: error instanceof DomainError ? error.code : 'internal' },
})

/**
 * Runs an action and audits its failure, then rethrows it mapped by `asProblem`. Success and failure entries share one
 * id, so an action has one outcome even if the answer to its commit was lost. Refusals store nothing else and are
 * counted.
 */
export async function auditingFailure<T>(
  { clock, log, auditLog }: { clock: Pick<Clock, 'now'>; log: Log; auditLog: Omit<AuditLog, 'about'> },
  entry: AuditEntry | undefined,
  act: () => Promise<T>,
  asProblem: (error: unknown) => unknown = error => error,
): Promise<T> {
  try {
    return await act()
  } catch (error) {
    const problem = asProblem(error)
    const failure = entry && failureOf({ ...entry, at: clock.now() }, problem)
    if (failure)
      await bestEffort(log, 'failure audit entry', () =>
        isRefusal(problem) ? auditLog.countRefusals(counted(failure, problem), 1) : auditLog.append(failure),
      )
    throw problem
  }
}

/** The entry for refusals: one per user, code, thread or property, and minute, so that retries do not flood the log. */
export function counted(entry: AuditEntry, { code }: DomainError): AuditEntry {
  const { actorId, at, metadata, targetType, targetId } = entry
  const about = metadata.threadId ?? (targetType === 'property' ? targetId : undefined)
  const id = `${code}:${userMinute(actorId, at)}`
  return { ...entry, id: about === undefined ? id : `${id}:${digestOf(about)}` }
}

const printable = (text: string, limit: number): string =>
  text.replace(/\p{C}/gu, ' ').slice(0, limit).toWellFormed()

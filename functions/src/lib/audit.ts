import * as z from 'zod'
import type { Actor } from './actor.ts'
import { bestEffort } from './best-effort.ts'
import { digestOf } from './digest.ts'
import { DomainError, isRefusal } from './errors.ts'
import { userMinute } from './identifiers.ts'
import type { Clock, Ids, Log, System } from './ports.ts'
import { plainFields } from './shapes.ts'
import { anyFields, collection, expiring, set, type Write } from './store.ts'

export const auditEntry = z.object({
  id: z.string(),
  action: z.string(),
  outcome: z.enum(['success', 'failure']),
  actorId: z.string(),
  ipAddress: z.string(),
  /** Unverified. */
  claimedAddress: z.string().optional(),
  userAgent: z.string(),
  targetType: z.string(),
  targetId: z.string(),
  metadata: plainFields,
  /** ISO 8601 inside another document. */
  at: z.coerce.date(),
})
export type AuditEntry = z.infer<typeof auditEntry>

export const auditLog = collection('auditLog/{id}', anyFields)

/** The entry's id makes the write repeatable. */
export const audited = (entry: AuditEntry | undefined): Write[] => {
  if (!entry) return []
  const { id, ...fields } = entry
  return [set(auditLog.at(id), { ...fields, ...expiring('auditLog', entry.at) })]
}

export interface AuditLog {
  append(entry: AuditEntry): Promise<void>
  countRefusals(entry: AuditEntry, times: number): Promise<void>
}

export type AuditSubject = Pick<AuditEntry, 'action' | 'targetType' | 'targetId' | 'metadata'>

const userAgentLimit = 512
const addressLimit = 45

/** Undefined without a client or after a logged failure: the act goes ahead. */
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

/** For acts of several commits, or none. */
export async function attest(
  deps: System & { auditLog: Pick<AuditLog, 'append'> },
  actor: Actor,
  subject: AuditSubject,
): Promise<void> {
  const entry = buildAuditEntry(deps, actor, subject)
  if (entry) await deps.auditLog.append(entry)
}

export const failureOf = (entry: AuditEntry, error: unknown): AuditEntry => ({
  ...entry,
  outcome: 'failure',
  metadata: { ...entry.metadata, error: error instanceof DomainError ? error.code : 'internal' },
})

/** Both outcomes share an id, so an act has one even after a lost answer. Rethrows through `asProblem`. */
export async function auditingFailure<T>(
  { clock, log, auditLog }: { clock: Pick<Clock, 'now'>; log: Log; auditLog: AuditLog },
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

/** One entry per user, code, thread or property, and minute: retries must not flood the log. */
export function counted(entry: AuditEntry, { code }: DomainError): AuditEntry {
  const { actorId, at, metadata, targetType, targetId } = entry
  const about = metadata.threadId ?? (targetType === 'property' ? targetId : undefined)
  const id = `${code}:${userMinute(actorId, at)}`
  return { ...entry, id: about === undefined ? id : `${id}:${digestOf(about)}` }
}

const printable = (text: string, limit: number): string =>
  text.replace(/\p{C}/gu, ' ').slice(0, limit).toWellFormed()

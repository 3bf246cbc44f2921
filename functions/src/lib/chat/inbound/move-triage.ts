import { type Actor, isStaff } from '../../actor.ts'
import { type AuditEntry, auditingFailure, buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { amend } from '../../durable/amend.ts'
import { DomainError } from '../../errors.ts'
import { expiring, fieldRemoval, patch } from '../../store.ts'
import { entryIn, type TriageEntry, triage } from '../inbound-records.ts'
import type { TriageMove, TriageStatus } from './triage.ts'

type Deps = Needs<'auditLog' | 'store'>

/** Throws `forbidden`, `not-found` or `message-conflict`. */
export const dismissTriage = (deps: Deps, actor: Actor, entryId: string): Promise<void> =>
  moveTriage(deps, actor, { entryId, to: 'dismissed', action: 'triage.dismiss' })

export const restoreTriage = (deps: Deps, actor: Actor, entryId: string): Promise<void> =>
  moveTriage(deps, actor, { entryId, to: 'open', action: 'triage.restore' })

interface AuditedMove {
  entryId: string
  to: TriageStatus
  action: string
}

async function moveTriage(deps: Deps, actor: Actor, { entryId, to, action }: AuditedMove): Promise<void> {
  const subject = { action, targetType: 'triage', targetId: entryId, metadata: {} }
  const audit = buildAuditEntry(deps, actor, subject)
  await auditingFailure(deps, audit, async () => {
    requireStaff(actor)
    await moveEntry(deps, entryId, { to, by: actor.uid, at: deps.clock.now() }, audit)
  })
}

export function requireStaff(actor: Actor): void {
  if (!isStaff(actor)) throw new DomainError('forbidden', 'Only staff sort messages in triage.')
}

/** Throws `not-found`. */
export async function entryOf({ store }: Deps, entryId: string): Promise<TriageEntry> {
  const entry = await store.read(triage.at(entryId))
  if (!entry) throw noSuchEntry()
  return entryIn(entry)
}

/** A repeated move changes and audits nothing. */
export const moveEntry = (
  { store, clock }: Deps,
  entryId: string,
  { to, by, at }: TriageMove,
  audit?: AuditEntry,
): Promise<void> =>
  amend(
    { store, clock },
    {
      read: { entry: triage.at(entryId) },
      audit,
      decide({ entry }) {
        if (!entry) throw noSuchEntry()
        const { status } = entry.value
        if (status === 'assigned') throw assignedAlready()
        if (status === to) return { result: undefined }
        const end = to === 'open' ? { expireAt: fieldRemoval } : expiring('triage', at)
        const moved = { status: to, movedBy: by, movedAt: at, ...end }
        return { writes: [patch(triage.at(entryId), moved, entry.revision)], result: undefined }
      },
    },
  )

const noSuchEntry = (): DomainError => new DomainError('not-found', 'There is no such message in triage.')

export const assignedAlready = (): DomainError =>
  new DomainError('message-conflict', 'The message was given a thread already.', {
    nextAction: 'Read the list again: the message is no longer in it.',
  })

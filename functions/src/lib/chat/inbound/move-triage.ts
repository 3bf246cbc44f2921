import { type Actor, isStaff } from '../../actor.ts'
import { type AuditEntry, auditingFailure, buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { change, resolvedAs } from '../../durable/change.ts'
import { DomainError } from '../../errors.ts'
import type { Versioned } from '../../ports.ts'
import type { TriageEntry, TriageMove, TriageStatus } from './triage.ts'

type Deps = Needs<'auditLog' | 'inbound'>

/**
 * Puts an entry aside, where it stays until somebody restores it. Throws `forbidden`, `not-found` or
 * `message-conflict`.
 */
export const dismissTriage = (deps: Deps, actor: Actor, entryId: string): Promise<void> =>
  moveTriage(deps, actor, { entryId, to: 'dismissed', action: 'triage.dismiss' })

/** Takes back that an entry was put aside or counted as spam. Throws the same. */
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

/** Moves one entry; one that is there already stays as it is, unaudited. */
export const moveEntry = (
  { inbound, clock }: Pick<Deps, 'inbound' | 'clock'>,
  entryId: string,
  move: TriageMove,
  audit?: AuditEntry,
): Promise<void> =>
  change<Versioned<TriageEntry>, TriageMove, void>(
    { clock },
    {
      read: async () => {
        const entry = await inbound.entry(entryId)
        if (entry) return entry
        throw new DomainError('not-found', 'There is no such message in triage.')
      },
      decide: ({ value: { status } }) => {
        if (status === 'assigned') throw assignedAlready()
        return status === move.to ? { result: undefined } : { write: move }
      },
      commit: async (write, { revision }) =>
        resolvedAs(await inbound.move(entryId, revision, write, { audits: [audit] }), undefined),
    },
  )

export const assignedAlready = (): DomainError =>
  new DomainError('message-conflict', 'The message was given a thread already.', {
    nextAction: 'Read the list again: the message is no longer in it.',
  })

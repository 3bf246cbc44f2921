import type { Actor } from '../../actor.ts'
import { buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { change, resolvedAs } from '../../durable/change.ts'
import { DomainError } from '../../errors.ts'
import type { OtaName } from '../otas.ts'
import { countsOf, isWaiting, type Pair } from './batch.ts'
import { judgePairs } from './judge-pairs.ts'
import type { WholeBatch } from './ports.ts'

interface CreateInput {
  /** The client's, so that the same input again makes nothing. */
  batchId?: string | undefined
  ota: OtaName
  pairs: Pair[]
}

/**
 * Keeps pairs that are then tested one after the other; nothing is connected before somebody chooses. The same input
 * under the same id answers the same. Throws `validation-failed` for another input.
 */
export async function createBatch(
  deps: Needs<'connectionBatches'>,
  actor: Actor,
  { batchId = deps.ids.claim(), ota, pairs }: CreateInput,
): Promise<{ batchId: string; isNew: boolean }> {
  const at = deps.clock.now()
  const rows = judgePairs(ota, pairs)
  const batch = {
    ...{ ota, size: rows.length, createdBy: actor.uid, createdAt: at, counts: countsOf(rows) },
    ...(rows.some(isWaiting) && { dueAt: at }),
  }
  const audit = buildAuditEntry(deps, actor, {
    ...{ action: 'batch.create', targetType: 'connectionBatch', targetId: batchId },
    metadata: { ota, size: rows.length },
  })
  // An own commit is known by its time and maker.
  const isOurs = (found: WholeBatch) =>
    found.batch.value.createdBy === actor.uid && found.batch.value.createdAt.getTime() === at.getTime()
  return change<WholeBatch | undefined, object, { batchId: string; isNew: boolean }>(deps, {
    read: () => deps.connectionBatches.whole(batchId),
    recognise: found => (found && isOurs(found) ? { result: { batchId, isNew: true } } : undefined),
    decide(found) {
      if (!found) return { write: {} }
      if (!isSame(found, ota, pairs)) throw otherBatch()
      return { result: { batchId, isNew: false } }
    },
    commit: async () =>
      resolvedAs(await deps.connectionBatches.create(batchId, { batch, rows }, { audits: [audit] }), {
        ...{ batchId, isNew: true },
      }),
  })
}

const textOf = (pairs: readonly Pair[]): string =>
  JSON.stringify(pairs.map(({ propertyId, hotelId, paymentId }) => [propertyId, hotelId, paymentId]))

const isSame = ({ batch, chunks }: WholeBatch, ota: OtaName, pairs: readonly Pair[]): boolean =>
  batch.value.ota === ota && textOf(chunks.flatMap(({ value }) => value.rows)) === textOf(pairs)

const otherBatch = (): DomainError =>
  new DomainError('validation-failed', 'Other pairs are kept under this id.', {
    nextAction: 'Send them again under a new batchId.',
    errors: [{ path: 'batchId', message: 'must be new, or that of the same pairs' }],
  })

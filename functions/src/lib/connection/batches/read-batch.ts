import type { Needs } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import type { OtaName } from '../otas.ts'
import { type Batch, type Counts, chargeOf, countsOf, type Row } from './batch.ts'
import type { WholeBatch } from './ports.ts'
import type { Charge } from './row-states.ts'

type Deps = Needs<'connectionBatches'>

/** A row as it is shown. */
export interface RowView
  extends Pick<
    Row,
    'propertyId' | 'hotelId' | 'paymentId' | 'propertyName' | 'state' | 'outcome' | 'mapping' | 'reason'
  > {
  charge?: Charge | undefined
}

/** A batch as a list shows it. */
export interface BatchView {
  batchId: string
  ota: OtaName
  size: number
  createdBy: string
  createdAt: Date
  counts: Counts
  /** Whether rows wait for their turn. */
  isWorking: boolean
}

export interface BatchDetails extends BatchView {
  rows: RowView[]
}

/** How many are listed. */
const listed = 20

export async function listBatches({ connectionBatches }: Deps): Promise<{ batches: BatchView[] }> {
  const found = await connectionBatches.recent(listed)
  return { batches: found.map(({ id, ...batch }) => viewOf(id, batch)) }
}

/** Throws `not-found`. */
export async function readBatch({ connectionBatches }: Deps, batchId: string): Promise<BatchDetails> {
  const { batch, chunks } = (await connectionBatches.whole(batchId)) ?? noSuchBatch()
  const rows = rowsOf(chunks)
  return { ...viewOf(batchId, { ...batch.value, counts: countsOf(rows) }), rows: rows.map(shown) }
}

export const rowsOf = (chunks: WholeBatch['chunks']): Row[] => chunks.flatMap(({ value }) => value.rows)

const viewOf = (batchId: string, { ota, size, createdBy, createdAt, counts, dueAt }: Batch): BatchView => ({
  batchId,
  ota,
  size,
  createdBy,
  createdAt,
  counts,
  isWorking: dueAt !== undefined,
})

function shown(row: Row): RowView {
  const { propertyId, hotelId, paymentId, propertyName, state, outcome, mapping, reason } = row
  const charge = chargeOf(row)
  return { propertyId, hotelId, paymentId, propertyName, state, outcome, mapping, reason, charge }
}

export function noSuchBatch(): never {
  throw new DomainError('not-found', 'There is no such batch.', {
    nextAction: 'Open the list of batches: each ends 90 days after it was made.',
  })
}

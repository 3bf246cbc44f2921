import type { Needs } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import type { RowState as EntryState } from '../../portfolio/entry.ts'
import type { OtaName } from '../otas.ts'
import { type Batch, type Counts, chargeOf, countsOf, type Row } from './batch.ts'
import type { WholeBatch } from './ports.ts'
import type { Charge } from './row-states.ts'

type Deps = Needs<'connectionBatches' | 'connections' | 'portfolio'>

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

export async function listBatches({
  connectionBatches,
}: Pick<Deps, 'connectionBatches'>): Promise<{ batches: BatchView[] }> {
  const found = await connectionBatches.recent(listed)
  return { batches: found.map(({ id, ...batch }) => viewOf(id, batch)) }
}

/** Once nothing waits for its turn, a row that was left to us says what has become of it. Throws `not-found`. */
export async function readBatch(deps: Deps, batchId: string): Promise<BatchDetails> {
  const { batch, chunks } = (await deps.connectionBatches.whole(batchId)) ?? noSuchBatch()
  const { ota, dueAt } = batch.value
  const stored = rowsOf(chunks)
  const rows = dueAt === undefined ? await asTheyAre(deps, stored, ota) : stored
  return { ...viewOf(batchId, { ...batch.value, counts: countsOf(rows) }), rows: rows.map(shown) }
}

async function asTheyAre(
  { connections, portfolio }: Deps,
  rows: readonly Row[],
  ota: OtaName,
): Promise<Row[]> {
  const waiting = new Set(rows.filter(({ state }) => state === 'waits').map(({ propertyId }) => propertyId))
  const entries = await portfolio.entriesOf([...waiting])
  return Promise.all(
    rows.map(async row => {
      const entry = row.state === 'waits' ? entries.get(row.propertyId) : undefined
      if (!entry) return row
      const now = entry.rows.find(one => one.ota === ota)
      if (!now) return { ...row, ...givenUp }
      if (stillWaits.has(now.state)) return row
      if (isLive.has(now.state))
        return now.hotelId === row.hotelId
          ? { ...row, state: 'connected', reason: undefined }
          : { ...row, ...givenUp }
      // An entry may be a moment behind.
      const request = now.requestId === null ? undefined : await connections.waiting(now.requestId)
      return request?.value.wait ? row : { ...row, ...givenUp }
    }),
  )
}

const isLive: ReadonlySet<EntryState> = new Set(['connected', 'inactive', 'disconnecting'])
/** A try that goes on has a request that is pending for a moment. */
const stillWaits: ReadonlySet<EntryState> = new Set(['waiting', 'requested'])

const givenUp = {
  state: 'refused',
  outcome: 'refused',
  reason: {
    code: 'acceptance-ended',
    detail: 'It is no longer tried again by itself.',
    nextAction: 'Open the property to see what became of it.',
  },
} as const satisfies Partial<Row>

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

import * as z from 'zod'
import type { Needs } from '../../context.ts'
import { plainReason } from '../../shapes.ts'
import { byId } from '../../store.ts'
import { mappingSummary } from '../model.ts'
import { type OtaName, otaNames } from '../otas.ts'
import { refusals } from '../refusals.ts'
import { attempts, channels, targetId } from '../requests/stored-request.ts'
import { type Batch, batches, chargeOf, countsOf, type Row } from './batch.ts'
import { charge, outcomes, rowStates } from './row-states.ts'
import { rowsOf, wholeBatch } from './whole-batch.ts'

const batchFields = {
  batchId: z.string(),
  ota: z.enum(otaNames),
  size: z.number().meta({ description: 'How many pairs it has.' }),
  createdBy: z.string(),
  createdAt: z.date(),
  counts: z
    .partialRecord(z.enum(rowStates), z.number())
    .meta({ description: 'How many rows are in each state.' }),
  isWorking: z.boolean().meta({ description: 'Whether rows wait for their turn.' }),
}

const batchLine = z.object(batchFields).meta({ id: 'ConnectionBatch' })
type BatchView = z.infer<typeof batchLine>

const batchRow = z
  .object({
    propertyId: z.string(),
    hotelId: z.string(),
    paymentId: z.string().optional(),
    propertyName: z.string().optional(),
    state: z.enum(rowStates).meta({
      description:
        '`wrong`: nothing can be done with it; `testing` and `chosen` wait for their turn; `waits`: left to us until the OTA accepts.',
    }),
    outcome: z.enum(outcomes).optional().meta({ description: 'The expected result of connecting.' }),
    mapping: mappingSummary
      .optional()
      .meta({ description: 'As connecting would map it, and then as it did.' }),
    reason: plainReason.optional().meta({
      description: 'Why it is wrong, refused or stopped, what it waits for, or why it is tried again.',
    }),
    charge: charge.optional().meta({ description: 'The charge for connecting.' }),
  })
  .meta({ id: 'ConnectionBatchRow' })
export type RowView = z.infer<typeof batchRow>

export const batchDetails = z
  .object({ ...batchFields, rows: z.array(batchRow) })
  .meta({ id: 'ConnectionBatchDetails' })
type BatchDetails = z.infer<typeof batchDetails>

export const batchList = z.object({ batches: z.array(batchLine) }).meta({ id: 'ConnectionBatches' })

type Deps = Needs<'store'>

const listed = batches.orderBy('createdAt', 'desc').limit(20)

export async function listBatches({ store }: Deps): Promise<z.infer<typeof batchList>> {
  return { batches: (await store.find(listed)).map(({ id, value }) => viewOf(id, value)) }
}

/** Rows in `waits` show their job's outcome once nothing is due. Throws `not-found`. */
export async function readBatch(deps: Deps, batchId: string): Promise<BatchDetails> {
  const { batch, chunks } = (await wholeBatch(deps.store, batchId)) ?? noSuchBatch()
  const { ota, dueAt } = batch.value
  const stored = rowsOf(chunks)
  const rows = dueAt === undefined ? await asTheyAre(deps, stored, ota) : stored
  return { ...viewOf(batchId, { ...batch.value, counts: countsOf(rows) }), rows: rows.map(shown) }
}

async function asTheyAre({ store }: Deps, rows: readonly Row[], ota: OtaName): Promise<Row[]> {
  const ids = rows.flatMap(({ state, propertyId }) =>
    state === 'waits' ? [targetId({ propertyId, ota })] : [],
  )
  const documents = await store.get({
    jobs: ids.map(id => attempts.at(id)),
    channels: ids.map(id => channels.at(id)),
  })
  const [jobOf, channelOf] = [byId(documents.jobs), byId(documents.channels)]
  return rows.map(row => {
    if (row.state !== 'waits') return row
    const id = targetId({ ...row, ota })
    const channel = channelOf.get(id)?.value
    if (channel && channel.status !== 'disconnected')
      return channel.hotelId === row.hotelId
        ? { ...row, state: 'connected', reason: undefined }
        : { ...row, ...acceptanceEnd }
    const job = jobOf.get(id)?.value
    return job?.wait || job?.status === 'running' ? row : { ...row, ...acceptanceEnd }
  })
}

const acceptanceEnd = {
  state: 'refused',
  outcome: 'refused',
  reason: {
    code: 'acceptance-ended',
    detail: 'It is no longer tried again by itself.',
    nextAction: 'Open the property to see what became of it.',
  },
} as const satisfies Partial<Row>

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
  throw refusals.batchNotFound()
}

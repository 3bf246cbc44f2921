import type { batchDetails, batchList as batchesReply } from '@functions/lib/connection/batches/read-batch.ts'
import type { Outcome, RowState } from '@functions/lib/connection/batches/row-states.ts'
import { queryOptions } from '@tanstack/react-query'
import { read } from '../api/client.ts'
import type { Reply } from '../api/json.ts'

export type BatchList = Reply<typeof batchesReply>
export type BatchDetails = Reply<typeof batchDetails>
export type BatchRow = BatchDetails['rows'][number]

export const batchesApi = '/api/connection-batches'
export const batchApi = (batchId: string): string => `${batchesApi}/${encodeURIComponent(batchId)}`

export const batchesQuery = queryOptions({
  ...read<BatchList>(['batches'], batchesApi),
  staleTime: 0,
})

/** Milliseconds between looks of an open page: while rows are worked on, and while rows wait. */
const [everyMs, waitingMs] = [5_000, 60_000]

function lookAgain(batch: BatchDetails | undefined): number | false {
  if (batch?.isWorking) return everyMs
  return batch?.rows.some(({ state }) => state === 'waits') ? waitingMs : false
}

export const batchQuery = (batchId: string) =>
  queryOptions({
    ...read<BatchDetails>(['batch', batchId], batchApi(batchId)),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => lookAgain(data),
  })

const ofTested = {
  connects: 'connects',
  connected: 'already',
  waits: 'acceptance',
  refused: 'obstacle',
} as const satisfies Record<Outcome, string>

/** A tested row is named by its outcome. */
export type RowStatus = Exclude<RowState, 'tested'> | (typeof ofTested)[Outcome]

export const statusOf = ({ state, outcome = 'refused' }: Pick<BatchRow, 'state' | 'outcome'>): RowStatus =>
  state === 'tested' ? ofTested[outcome] : state

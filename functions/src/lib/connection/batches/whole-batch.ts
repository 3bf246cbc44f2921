import { patch, type Store, type StoredDocument, type Write } from '../../store.ts'
import { type Batch, batches, type Chunk, type Row, rowChunks } from './batch.ts'

export const rowsAChunk = 25

export interface WholeBatch {
  batch: StoredDocument<Batch>
  chunks: Chunk[]
}

/** Two round trips. Undefined where a chunk is missing. */
export async function wholeBatch(store: Store, batchId: string): Promise<WholeBatch | undefined> {
  const batch = await store.read(batches.at(batchId))
  if (!batch) return undefined
  const places = chunkStarts(batch.value.size).map(at => rowChunks.at(batchId, String(at)))
  const chunks = (await store.get({ places })).places.flatMap(chunk => chunk ?? [])
  return chunks.length === places.length ? { batch, chunks } : undefined
}

export const chunkStarts = (size: number): number[] =>
  Array.from({ length: Math.ceil(size / rowsAChunk) }, (_, index) => index * rowsAChunk)

export const positionOf = ({ id }: Pick<Chunk, 'id'>): number => Number(id)

export const rowsOf = (chunks: readonly Chunk[]): Row[] => chunks.flatMap(({ value }) => value.rows)

export const rowsWrite = (chunk: Chunk, { rows } = chunk.value): Write =>
  patch(chunk, { rows }, chunk.revision)

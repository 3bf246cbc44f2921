import type { CommitExtras } from '../../commit-extras.ts'
import type { Commit } from '../../durable/change.ts'
import type { Revision, Versioned } from '../../ports.ts'
import type { Batch, Row } from './batch.ts'

/** Rows that are stored together, in their order; `at` is that of the first. */
export interface Chunk {
  at: number
  rows: Row[]
}

/** A batch with all its rows, each as it was read. */
export interface WholeBatch {
  batch: Versioned<Batch>
  chunks: Versioned<Chunk>[]
}

/** Only what is given, and only as it was read. */
export interface BatchWrite {
  batch?: Versioned<Batch> | undefined
  chunks?: readonly Versioned<Chunk>[] | undefined
}

/** `connectionBatches` with their rows. */
export interface ConnectionBatches {
  /** Two round trips. Undefined too where some of its rows have been removed: each is named by its position. */
  whole(batchId: string): Promise<WholeBatch | undefined>
  batch(batchId: string): Promise<Versioned<Batch> | undefined>
  chunk(batchId: string, at: number): Promise<Versioned<Chunk> | undefined>
  /** The newest, newest first. */
  recent(limit: number): Promise<(Batch & { id: string })[]>
  /** `unresolved` too where there is one of this id. */
  create(
    batchId: string,
    made: { batch: Batch; rows: readonly Row[] },
    extras: CommitExtras,
  ): Promise<Commit<Revision>>
  change(batchId: string, write: BatchWrite, extras?: CommitExtras): Promise<Commit<Revision>>
}

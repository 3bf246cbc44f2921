import type * as z from 'zod'
import type { Commit } from '../durable/change.ts'
import type { Revision, Versioned } from '../ports.ts'

/** Where a round's checkpoint is kept, by its name in `checkpoints`, and what it looks like. */
export interface CheckpointKind<Checkpoint extends object> {
  name: string
  schema: z.ZodType<Checkpoint>
}

/** `checkpoints/{name}`: how far rounds have come. Each call is one round trip. */
export interface Checkpoints {
  /** Undefined before the first run. */
  checkpoint<Checkpoint extends object>(
    kind: CheckpointKind<Checkpoint>,
  ): Promise<Versioned<Checkpoint> | undefined>
  /**
   * Only if it still is as it was read; without a revision, if there is none. Fields that are undefined are taken away.
   */
  saveCheckpoint<Checkpoint extends object>(
    kind: CheckpointKind<Checkpoint>,
    checkpoint: Checkpoint,
    revision: Revision | undefined,
  ): Promise<Commit<Revision>>
}

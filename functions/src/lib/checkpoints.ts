import * as z from 'zod'
import type { Commit } from './durable/change.ts'
import { isDocumentId } from './identifiers.ts'
import type { Revision, Versioned } from './ports.ts'

/** Work that goes on from run to run: its name in `checkpoints`, and what is kept of how far it has come. */
export interface Round<Place extends object> {
  name: string
  schema: z.ZodType<Place>
}

/** How far a round has come that goes through documents by their ids. */
export const storedPlace = z.object({
  /** The last one that was taken; absent at the start of a round. */
  after: z.string().refine(isDocumentId).optional().catch(undefined),
  /** When the round began. */
  startedAt: z.date().optional().catch(undefined),
})

/** `checkpoints/{name}`. Each call is one round trip. */
export interface Checkpoints {
  /** Undefined before the first run. */
  read<Place extends object>(round: Round<Place>): Promise<Versioned<Place> | undefined>
  /**
   * Only if the place still is as it was read; without a revision, if there is none. Fields that are undefined are taken
   * away.
   */
  write<Place extends object>(
    round: Round<Place>,
    place: Place,
    revision: Revision | undefined,
  ): Promise<Commit<Revision>>
}

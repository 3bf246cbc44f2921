import type * as z from 'zod'
import type { Commit } from './durable/change.ts'
import type { Revision, Versioned } from './ports.ts'

/** Work that goes on from run to run: its name in `checkpoints`, and what is kept of how far it has come. */
export interface Round<Place extends object> {
  name: string
  schema: z.ZodType<Place>
}

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

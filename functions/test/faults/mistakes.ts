import type { Firestore as Sdk } from 'firebase-admin/firestore'
import type { Firestore } from '../../src/adapters/firestore/sdk.ts'
import type { Log } from '../../src/lib/ports.ts'
import { detouredFirestore, type Write } from '../support/lossy-firestore.ts'
import type { Decorators } from '../support/test-context.ts'

/** A deliberate mistake in a system: in what its ports do, or in what it writes to Firestore. */
export interface Mistake {
  ports?: Decorators
  /** The write that is made instead; undefined: none. */
  write?: (write: Write) => Write | undefined
}

/** Makes the mistake anew for each process, so that it may remember what the process has done. */
export type Mistakes = (log: Log) => Mistake

export const noMistake: Mistakes = () => ({})

/** No mistake, but by the path on which mistakes are written. */
export const writingAsTold: Mistakes = () => ({ write: write => write })

/** A Firestore whose writes the mistake changes. */
export const mistakenFirestore = (db: Sdk, { write: change }: Mistake): Sdk | Firestore =>
  change
    ? detouredFirestore(db, {
        commit: (writes, send) => send(writes.flatMap(write => change(write) ?? [])),
      })
    : db

import type { Firestore as Sdk } from 'firebase-admin/firestore'
import {
  type Firestore,
  firestoreWith,
  type Store,
  type Time,
  type Write,
} from '../../src/adapters/firestore/sdk.ts'

export type { Write }

interface Detour {
  /** Replaces each commit, of a batch or of one document alone; `send` really writes. */
  commit(writes: readonly Write[], send: Store['commit']): Promise<Time[]>
  /** Asked before documents are read by their path. */
  beforeRead?(): void
}

/** The Firestore of that client of the SDK, with its commits replaced. */
export const detouredFirestore = (db: Sdk, { commit, beforeRead }: Detour): Firestore =>
  firestoreWith(db, store => ({
    async read(...places) {
      beforeRead?.()
      return store.read(...places)
    },
    commit: writes => commit(writes, store.commit),
  }))

/** How a commit loses its answer: it goes through, and its error says that it did not. */
interface Loss {
  /** Whether the answer to a commit of these paths gets lost; asked once for each commit. */
  losesAnswer(path: string): boolean
  /** The code that comes instead: 14 UNAVAILABLE as from the network, 9 FAILED_PRECONDITION as after a retry on the way. */
  code: number
  /** True when reading back fails as well. */
  isBlind?: boolean
}

const lostAnswer = (code: number): Error => Object.assign(new Error('the answer was lost'), { code })

/** A Firestore whose writes go through and whose answers may get lost on the way back. */
export function lossyFirestore(db: Sdk, { losesAnswer, code, isBlind = false }: Loss): Firestore {
  let blind = false
  return detouredFirestore(db, {
    commit: async (writes, send) => {
      const results = await send(writes)
      if (!losesAnswer(writes.map(({ path }) => path).join(' '))) return results
      blind = isBlind
      throw lostAnswer(code)
    },
    beforeRead: () => {
      if (blind) throw lostAnswer(14)
    },
  })
}

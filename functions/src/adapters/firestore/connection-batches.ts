import { rowsAChunk, storedBatch, storedRows } from '../../lib/connection/batches/batch.ts'
import type { Chunk, ConnectionBatches } from '../../lib/connection/batches/ports.ts'
import type { Versioned } from '../../lib/ports.ts'
import type { DocumentSnapshot, Firestore } from './client.ts'
import { commit } from './commit-extras.ts'
import {
  byId,
  create,
  repository,
  soundIn,
  update,
  versioned,
  withIds,
  without,
  withoutUndefined,
} from './repository.ts'
import { endOf } from './retention.ts'

interface ChunkKey {
  batchId: string
  at: number
}

export function connectionBatches(db: Firestore): ConnectionBatches {
  const batches = repository(db, { path: (id: string) => `connectionBatches/${id}`, schema: storedBatch })
  const doc = ({ batchId, at }: ChunkKey) => db.doc(`connectionBatches/${batchId}/batchRows/${at}`)
  const chunkIn = (at: number, snapshot: DocumentSnapshot | undefined): Versioned<Chunk> | undefined => {
    const found = versioned(snapshot, storedRows)
    return found && { value: { at, rows: found.value.rows }, revision: found.revision }
  }
  const starts = (size: number) =>
    Array.from({ length: Math.ceil(size / rowsAChunk) }, (_, index) => index * rowsAChunk)
  return {
    batch: batches.read,

    async chunk(batchId, at) {
      return chunkIn(at, await doc({ batchId, at }).get())
    },

    async whole(batchId) {
      // One for an OTA that nobody connects from here any more is shown as little as listed.
      const batch = batches.sound(await batches.doc(batchId).get())
      if (!batch) return undefined
      const all = starts(batch.value.size)
      const found = await db.getAll(all.map(at => doc({ batchId, at })))
      const chunks = all.flatMap((at, index) => chunkIn(at, found[index]) ?? [])
      return chunks.length === all.length ? { batch, chunks } : undefined
    },

    async recent(limit) {
      const { docs } = await (await db.queries())
        .collection('connectionBatches')
        .orderBy('createdAt', 'desc')
        .limit(limit)
        .get()
      return withIds(byId(docs, snapshot => soundIn(snapshot, storedBatch)))
    },

    create(batchId, { batch, rows }, extras) {
      const chunks = starts(rows.length).map(at =>
        create(doc({ batchId, at }), {
          rows: rows.slice(at, at + rowsAChunk).map(withoutUndefined),
          ...endOf(db, 'batchRows', batch.createdAt),
        }),
      )
      const fields = { ...withoutUndefined(batch), ...endOf(db, 'connectionBatches', batch.createdAt) }
      return commit(db, [create(batches.doc(batchId), fields), ...chunks], extras)
    },

    change(batchId, { batch, chunks = [] }, extras) {
      const gone = batch && batch.value.dueAt === undefined ? without(['dueAt']) : {}
      return commit(
        db,
        [
          ...(batch
            ? [update(batches.doc(batchId), { ...withoutUndefined(batch.value), ...gone }, batch.revision)]
            : []),
          ...chunks.map(({ value: { at, rows }, revision }) =>
            update(doc({ batchId, at }), { rows: rows.map(withoutUndefined) }, revision),
          ),
        ],
        extras,
      )
    },
  }
}

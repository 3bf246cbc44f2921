import * as z from 'zod'
import type { ThreadIndex, ThreadRecord } from '../../lib/chat/search/thread-record.ts'
import { readReply } from '../provider-failure.ts'
import { type AlgoliaConfig, algoliaClient, asked, provider } from './client.ts'

const updated = z.object({ taskID: z.number(), objectID: z.string() })
const removed = z.object({ taskID: z.number() })

/**
 * The threads' search records. Algolia ignores a write whose version is not above the stored one, so late and repeated
 * writes are harmless.
 */
export function algoliaThreadIndex(config: AlgoliaConfig): ThreadIndex {
  const client = algoliaClient(config, 'write')
  return {
    async save(record) {
      const { objectID, ...attributesToUpdate } = guarded(record)
      const reply = await asked(
        client.partialUpdateObject({
          indexName: config.index,
          objectID,
          attributesToUpdate,
          createIfNotExists: true,
        }),
      )
      readReply(provider, updated, reply)
    },

    async remove(threadId) {
      const call = client.deleteObject({ indexName: config.index, objectID: threadId })
      readReply(provider, removed, await asked(call))
    },
  }
}

/** The record as a partial update conditional on a higher version. */
export const guarded = ({ version, ...fields }: ThreadRecord) => ({
  ...fields,
  version: { _operation: 'IncrementSet', value: version },
})

import { isDeepStrictEqual } from 'node:util'
import type { IndexSettings } from 'algoliasearch'
import * as z from 'zod'
import type { SearchIndex, StoredRecord, ThreadRecord } from '../../lib/chat/search/thread-record.ts'
import { ProviderError } from '../../lib/errors.ts'
import { readReply } from '../provider-failure.ts'
import { type AlgoliaConfig, algoliaAnswer, algoliaClient, provider } from './client.ts'

const settings = {
  searchableAttributes: ['guestName', 'lastMessage.body', 'source', 'participantIds', 'threadId'],
  attributesForFaceting: ['needsAttention', 'important', 'participantIds'].map(
    attribute => `filterOnly(${attribute})`,
  ),
  customRanking: ['desc(updatedAt)'],
  // An empty list allows all. Ranges over `version` and `updatedAt` would reveal notes.
  numericAttributesForFiltering: ['_no_numeric_attributes_'],
  // Algolia's default is 1,000.
  paginationLimitedTo: 20_000,
} satisfies IndexSettings

const fields = z.record(z.string(), z.unknown())
const objectResults = z.object({ results: z.array(fields.nullable()) })
const browsed = z.object({ hits: z.array(z.object({ objectID: z.string() })), cursor: z.string().optional() })
const written = z.object({ taskID: z.number() })
const updated = written.extend({ objectID: z.string() })

/**
 * Algolia ignores a write unless its version is newer. The key needs search, browse, write, delete and settings rights.
 */
export function algoliaIndex(config: AlgoliaConfig): SearchIndex {
  const indexName = config.index
  const reader = algoliaClient(config, 'read')
  const writer = algoliaClient(config, 'write')
  return {
    async save(record) {
      const { objectID, ...attributesToUpdate } = guarded(record)
      const update = { indexName, objectID, attributesToUpdate, createIfNotExists: true }
      readReply(provider, updated, await algoliaAnswer(writer.partialUpdateObject(update)))
    },

    async remove(objectID) {
      readReply(provider, written, await algoliaAnswer(writer.deleteObject({ indexName, objectID })))
    },

    async isSetUp() {
      const now = readReply(
        provider,
        fields,
        await orAbsent(reader.getSettings({ indexName, getVersion: 2 }), {}),
      )
      return Object.entries(settings).every(([name, value]) => isDeepStrictEqual(now[name], value))
    },

    async setUp() {
      readReply(
        provider,
        written,
        await algoliaAnswer(writer.setSettings({ indexName, indexSettings: settings })),
      )
    },

    async saveAll(records) {
      const requests = records.map(record => ({
        action: 'partialUpdateObject' as const,
        body: guarded(record),
      }))
      readReply(
        provider,
        written,
        await algoliaAnswer(writer.batch({ indexName, batchWriteParams: { requests } })),
      )
    },

    async records(threadIds) {
      const requests = threadIds.map(objectID => ({ indexName, objectID }))
      const { results } = readReply(
        provider,
        objectResults,
        await orAbsent(reader.getObjects({ requests }), { results: [] }),
      )
      return byId(results)
    },

    async page(cursor) {
      const browseParams = {
        attributesToRetrieve: ['objectID'],
        hitsPerPage: 1000,
        ...(cursor && { cursor }),
      }
      const page = readReply(
        provider,
        browsed,
        await orAbsent(reader.browse({ indexName, browseParams }), { hits: [] }),
      )
      return { threadIds: page.hits.map(({ objectID }) => objectID), cursor: page.cursor }
    },
  }
}

function byId(results: readonly (StoredRecord | null)[]): Map<string, StoredRecord> {
  const records = new Map<string, StoredRecord>()
  for (const record of results) if (record) records.set(String(record.objectID), record)
  return records
}

const orAbsent = async <T, E>(call: Promise<T>, empty: E): Promise<T | E> =>
  algoliaAnswer(call).catch((error: unknown) => {
    if (error instanceof ProviderError && error.status === 404) return empty
    throw error
  })

const guarded = ({ version, ...fields }: ThreadRecord) => ({
  ...fields,
  version: { _operation: 'IncrementSet', value: version },
})

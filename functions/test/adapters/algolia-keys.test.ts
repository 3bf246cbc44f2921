import { algoliasearch } from 'algoliasearch'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { parseFilters } from '../../../sandbox/src/algolia/filters.ts'
import { hostsOf } from '../../src/adapters/algolia/client.ts'
import { algoliaIndex } from '../../src/adapters/algolia/search-index.ts'
import { algoliaSearchKeys, readerFilter } from '../../src/adapters/algolia/search-keys.ts'
import { randomIds } from '../../src/adapters/system.ts'
import type { Role } from '../../src/lib/actor.ts'
import { PostTally } from '../../src/lib/chat/posting/post-tally.ts'
import { searchKey } from '../../src/lib/chat/search/search-key.ts'
import { storedThread } from '../../src/lib/chat/thread.ts'
import type { Store } from '../../src/lib/store.ts'
import { law } from '../support/law.ts'
import { memoryLog } from '../support/memory-log.ts'
import { searchRecordOf } from '../support/search-records.ts'
import { sandboxSettings } from '../support/test-context.ts'
import { credentials, useSandbox } from './harness.ts'

const sandbox = useSandbox('algolia')
const indexName = 'threads'

const config = () => ({
  url: sandbox.vendorUrl(),
  appId: credentials.algoliaAppId,
  index: indexName,
})

const keyOf = async (uid: string, role: Role = 'user', at = new Date()) => {
  const searchKeys = algoliaSearchKeys({ ...config(), searchKey: credentials.algoliaSearchKey })
  const clock = { now: () => at, sleep: async () => {} }
  const thread = storedThread.parse({ source: 'guest', participantIds: [uid] })
  const store = { find: async () => [{ id: 't', value: thread }] } as unknown as Store
  const system = { ids: randomIds, log: memoryLog([]), clock }
  const rules = sandboxSettings({ sandboxUrl: sandbox.vendorUrl() })
  return searchKey({ ...system, requestTally: new PostTally(), rules, searchKeys, store }, { uid, role })
}

/** The vendor's own client, as a browser has it. */
const clientOf = (key: string) => algoliasearch(credentials.algoliaAppId, key, hostsOf(sandbox.vendorUrl()))

async function found(key: string, searchParams: object = {}): Promise<string[]> {
  const { hits } = await clientOf(key).searchSingleIndex({ indexName, searchParams })
  return hits.map(({ objectID }) => objectID).sort()
}

beforeEach(async () => {
  const index = algoliaIndex({ ...config(), apiKey: credentials.algoliaApiKey, timeoutMs: 30_000 })
  await index.setUp()
  await index.save(searchRecordOf('of-anna', { participantIds: ['anna', 'joiner'], _tags: ['anna'] }))
  await index.save(searchRecordOf('of-both', { participantIds: ['anna', 'ben'] }))
  await index.save(searchRecordOf('of-ben', { participantIds: ['ben'] }))
})

describe('a search key', () => {
  it.each<[string, Role, string[]]>([
    ['somebody', 'operations', ['of-anna', 'of-ben', 'of-both']],
    ['somebody', 'support', ['of-anna', 'of-ben', 'of-both']],
    ['anna', 'user', ['of-anna', 'of-both']],
    ['ben', 'landlord', ['of-ben', 'of-both']],
    ['joiner', 'user', []],
    ['stranger', 'user', []],
    ['automation', 'service', []],
    ['Anna', 'user', []],
    ['anna" OR source:"support', 'user', []],
    ['-nobody', 'user', []],
    ['', 'user', []],
  ])('of %j (%s) finds only records that this user may read', async (uid, role, expected) => {
    expect(await found((await keyOf(uid, role)).key)).toEqual(expected)
  })

  it.each([
    [{ filters: 'participantIds:anna OR participantIds:ben' }],
    [{ filters: 'source:support' }],
    [{ filters: 'NOT participantIds:"nobody"' }],
    [{ filters: '_tags:anna OR _tags:ben' }],
    [{ query: '' }],
    [{ query: 'hello', hitsPerPage: 1000 }],
    [{ filters: 'participantIds:anna' }, ['of-both']],
    [{ filters: 'NOT participantIds:anna' }, ['of-ben']],
  ])('is narrowed by %j, if at all, and never widened', async (params, expected = ['of-ben', 'of-both']) => {
    expect(await found((await keyOf('ben')).key, params)).toEqual(expected)
  })

  it('shows a reader neither who attends nor when staff last wrote, even when asked', async () => {
    const { key } = await keyOf('anna')
    const fields = ['needsAttention', 'version', 'updatedAt', '_tags']
    for (const params of [{}, { attributesToRetrieve: ['*'] }, { attributesToRetrieve: fields }]) {
      const searchParams = { ...params, filters: 'participantIds:ben' }
      const { hits } = await clientOf(key).searchSingleIndex({ indexName, searchParams })
      expect(hits.map(hit => Object.keys(hit).sort())).toEqual([
        ['lastMessage', 'objectID', 'participantIds', 'source', 'threadId'],
      ])
    }
  })

  it.each([
    'version >= 1',
    'version != 7',
    'version:1',
    'version:0 TO 9',
    'updatedAt > 0',
    'updatedAt < 9000000000000 OR version < 9',
  ])('hides numbers from the filter %s', async filters => {
    for (const role of ['user', 'support'] as const) {
      expect(await found((await keyOf('anna', role)).key, { filters })).toEqual([])
    }
    expect(await found((await keyOf('anna')).key, { filters: `NOT (${filters})` })).toEqual([
      'of-anna',
      'of-both',
    ])
  })

  const params = async (role: Role, uid = 'anna') =>
    new URLSearchParams(
      Buffer.from((await keyOf(uid, role)).key, 'base64')
        .toString()
        .slice(64),
    )

  it.each(['user', 'support'] as const)('of %s names its holder, whose searches are counted', async role => {
    const tokens = await Promise.all(['anna', 'ben', 'ünïcødé/😀 "'].map(uid => params(role, uid)))
    const named = tokens.map(token => token.get('userToken'))
    expect(new Set(named).size).toBe(3)
    for (const token of named) expect(token).toMatch(/^[a-zA-Z0-9_-]{1,129}$/)
  })

  it('of a reader counts no facets, whatever its client asks', async () => {
    expect((await params('user')).get('facets')).toBe('')
    expect((await params('support')).get('facets')).toBeNull()
  })

  it('shows staff the whole record', async () => {
    const { hits } = await clientOf((await keyOf('s', 'support')).key).searchSingleIndex({ indexName })
    expect(hits[0]).toMatchObject({ needsAttention: ['u2'], important: ['u2'], version: 1 })
  })

  it('is valid for a minute, to the second', async () => {
    const { validUntil } = await keyOf('anna', 'user', new Date('2026-03-01T10:00:00.900Z'))
    expect(validUntil.toISOString()).toBe('2026-03-01T10:01:00.000Z')
    const tooOld = new Date(Date.now() - 62_000)
    await expect(found((await keyOf('anna', 'user', tooOld)).key)).rejects.toMatchObject({ status: 403 })
    const almost = new Date(Date.now() - 30_000)
    expect(await found((await keyOf('anna', 'user', almost)).key)).toEqual(['of-anna', 'of-both'])
  })

  it.each(['user', 'operations'] as const)('of %s neither writes nor leaves its index', async role => {
    const client = clientOf((await keyOf('anna', role)).key)
    const body = { objectID: 'of-anna', source: 'forged' }
    const { objectID, ...attributesToUpdate } = body
    for (const call of [
      () => client.saveObject({ indexName, body }),
      () => client.deleteObject({ indexName, objectID }),
      () => client.partialUpdateObject({ indexName, objectID, attributesToUpdate }),
      () => client.setSettings({ indexName, indexSettings: {} }),
      () => client.searchSingleIndex({ indexName: 'others' }),
    ])
      await expect(call()).rejects.toMatchObject({ status: 403 })
    expect(await sandbox.state('records')).toHaveLength(3)
    expect(JSON.stringify(await sandbox.state('records'))).not.toContain('forged')
  })

  it('of a reader does not fetch records by their ids', async () => {
    const client = clientOf((await keyOf('anna')).key)
    await expect(client.getObject({ indexName, objectID: 'of-ben' })).rejects.toMatchObject({ status: 403 })
    const requests = [{ indexName, objectID: 'of-ben' }]
    await expect(client.getObjects({ requests })).rejects.toMatchObject({ status: 403 })
  })

  it('is made without asking the vendor', async () => {
    const before = await sandbox.requests()
    await keyOf('anna')
    expect(await sandbox.requests()).toHaveLength(before.length)
  })
})

describe('the answer to a client', () => {
  const keys = (url: string) =>
    algoliaSearchKeys({ url, appId: 'APP', searchKey: 'parent', index: 'a' }).issue({
      validUntil: new Date(),
      uid: 'u',
    })

  it('names the index, and the host only when it is not the vendor itself', async () => {
    expect(await keys('')).toEqual({ appId: 'APP', indexName: 'a', key: expect.any(String) })
    expect(await keys('https://APP.algolia.net')).not.toHaveProperty('host')
    expect(await keys('http://127.0.0.1:9/algolia/')).toMatchObject({ host: 'http://127.0.0.1:9/algolia' })
  })

  it('never has a key derived from an empty secret', () => {
    expect(() => algoliaSearchKeys({ url: '', appId: 'APP', searchKey: '', index: 'a' })).toThrow(
      'ALGOLIA_SEARCH_KEY',
    )
  })
})

describe('the filter of a reader', () => {
  const pieces = ['"', '\\', '-', "'", ' OR ', ' AND ', 'NOT ', '(', ')', ':', '_tags', ' TO ', 'a', 'A']
  const hostile = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map(parts => parts.join(''))
  const uid = fc.oneof(hostile, fc.string({ unit: 'binary' }))
  const others = fc.array(fc.oneof(uid, fc.constantFrom('a', 'A', 'b')), { maxLength: 4 })

  law(
    'finds exactly the records that name the reader, whatever the id',
    [uid, others, fc.boolean()],
    (reader, among, isAmong) => {
      const tags = isAmong ? [...among, reader] : among
      const record = { objectID: 't', _tags: tags, source: 'support' }
      expect(parseFilters(readerFilter(reader))(record)).toBe(tags.includes(reader))
    },
    { numRuns: 2000 },
  )
})

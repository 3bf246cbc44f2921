import { describe, expect, it } from 'vitest'
import type { AlgoliaConfig } from '../../src/adapters/algolia/client.ts'
import { hostsOf } from '../../src/adapters/algolia/client.ts'
import { algoliaIndex } from '../../src/adapters/algolia/search-index.ts'
import type { ThreadRecord } from '../../src/lib/chat/search/thread-record.ts'
import { lastMessageOf, searchRecordOf } from '../support/search-records.ts'
import { bodyContract, contract, hasContracts, unlessAbsent } from './contracts.ts'
import {
  algoliaConfig,
  credentials,
  describeFailures,
  expectKind,
  failure,
  patienceMs,
  useSandbox,
} from './harness.ts'

const sandbox = useSandbox('algolia')

const text = 'the door code is 4711'
const secrets = [credentials.algoliaApiKey, text, 'door code']

const index = (more: Partial<AlgoliaConfig> = {}) =>
  algoliaIndex({ ...algoliaConfig(sandbox.vendorUrl()), ...more })

const record = (version: number, more: Partial<ThreadRecord> = {}): ThreadRecord =>
  searchRecordOf('thread-1', {
    guestName: 'Maria Rossi',
    lastMessage: lastMessageOf(text),
    important: [],
    version,
    ...more,
  })

describe('algoliaIndex', () => {
  it('creates the record of a thread, with every field', async () => {
    await index().save(record(1))
    expect(await sandbox.state('records')).toMatchObject([record(1)])
  })

  it('replaces an older version, also by null', async () => {
    await index().save(record(1))
    const newer = record(2, { lastMessage: null, updatedAt: null, needsAttention: [] })
    await index().save(newer)
    expect(await sandbox.state('records')).toMatchObject([newer])
  })

  it.each([1, 2])('never replaces version 2 by version %i', async version => {
    await index().save(record(2))
    await index().save(record(version, { needsAttention: ['late'] }))
    expect(await sandbox.state('records')).toMatchObject([record(2)])
  })

  it('keeps the newest version of a race', async () => {
    const threads = index()
    const versions = [3, 1, 5, 2, 4]
    await Promise.all(versions.map(version => threads.save(record(version, { source: `v${version}` }))))
    expect(await sandbox.state('records')).toMatchObject([{ version: 5, source: 'v5' }])
  })

  it('asks for creation, and encodes the id', async () => {
    await index().save(record(1, { objectID: 'a/b c' }))
    const [request] = await sandbox.requests()
    expect(request).toMatchObject({ method: 'POST' })
    expect(request?.path).toMatch(/^\/1\/indexes\/threads\/a%2Fb%20c\/partial\?/)
    expect(request?.path).toContain('createIfNotExists=true')
  })
})

describeFailures(sandbox, { client: index, writes: { save: threads => threads.save(record(1)) }, secrets })

describe('algoliaIndex', () => {
  it.each(['text', {}, { taskID: 1 }, { objectID: 'thread-1' }])(
    'calls the outcome of the answer %j unknown',
    async body => {
      await sandbox.answer(body)
      await expectKind(index().save(record(1)), 'unknown')
    },
  )

  it('works again after it has failed', async () => {
    const threads = index({ timeoutMs: patienceMs({ timedOut: true }) })
    for (const fault of [{ mode: 'timeout' as const }, { mode: 'status' as const, status: 503 }]) {
      await sandbox.fault({ ...fault, times: 1 })
      await failure(threads.save(record(1)))
    }
    await threads.save(record(1))
    expect(await sandbox.state('records')).toHaveLength(1)
  })
})

describe('hostsOf', () => {
  it.each([
    '',
    'https://algolia.net',
    'https://MYAPP.algolia.net/',
    'https://myapp-1.algolianet.com',
    'https://www.algolia.com',
  ])("leaves %j to the SDK, which knows the application's hosts", url => {
    expect(hostsOf(url)).toEqual({})
  })

  it.each([
    ['http://127.0.0.1:4321/algolia/', '127.0.0.1:4321/algolia', 'http'],
    ['https://search.example', 'search.example', 'https'],
    ['https://notalgolia.net', 'notalgolia.net', 'https'],
  ])('takes %s for the only host', (url, host, protocol) => {
    expect(hostsOf(url)).toEqual({ hosts: [{ url: host, protocol, accept: 'readWrite' }] })
  })
})

describe.skipIf(!hasContracts)(`algoliaIndex and the vendor's description${unlessAbsent}`, () => {
  it('sends a body as described, with a built-in operation as described', async () => {
    const file = 'algolia_search.yml'
    await index().save(record(7))
    const body = await sandbox.firstBody()
    const { errorsIn } = bodyContract(file, '/1/indexes/{indexName}/{objectID}/partial')
    expect(errorsIn(body)).toEqual([])
    const operation = contract(file, ['components', 'schemas', 'builtInOperation'])
    expect(operation.errorsIn(body.version)).toEqual([])
    expect(body.version).toEqual({ _operation: 'IncrementSet', value: 7 })
  })
})

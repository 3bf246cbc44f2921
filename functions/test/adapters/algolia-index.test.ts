import { describe, expect, it } from 'vitest'
import type { AlgoliaConfig } from '../../src/adapters/algolia/client.ts'
import { algoliaIndex } from '../../src/adapters/algolia/search-index.ts'
import { searchRecordOf } from '../support/search-records.ts'
import { bodyContract, hasContracts, unlessAbsent } from './contracts.ts'
import { algoliaConfig, credentials, describeFailures, expectKind, useSandbox } from './harness.ts'

const sandbox = useSandbox('algolia')

const index = (more: Partial<AlgoliaConfig> = {}) =>
  algoliaIndex({ ...algoliaConfig(sandbox.vendorUrl()), ...more })

const many = (count: number) => Array.from({ length: count }, (_, at) => `t${at}`)
const fill = (ids: string[]) => index().saveAll(ids.map(id => searchRecordOf(id)))

describe('algoliaIndex', () => {
  it('is empty and not set up before anything was written', async () => {
    expect(await index().isSetUp()).toBe(false)
    expect(await index().records(['a'])).toEqual(new Map())
    expect(await index().page()).toEqual({ threadIds: [], cursor: undefined })
  })

  it('is set up once, and no longer after somebody changed a setting that the code needs', async () => {
    await index().setUp()
    expect(await index().isSetUp()).toBe(true)
    const [change] = (await sandbox.requests()).filter(({ method }) => method === 'PUT')
    expect(change?.body).toEqual({
      searchableAttributes: expect.arrayContaining(['guestName', 'lastMessage.body']),
      attributesForFaceting: [
        'filterOnly(needsAttention)',
        'filterOnly(important)',
        'filterOnly(participantIds)',
      ],
      customRanking: ['desc(updatedAt)'],
      numericAttributesForFiltering: ['_no_numeric_attributes_'],
      paginationLimitedTo: 20_000,
    })
    await fetch(`${sandbox.vendorUrl()}/1/indexes/threads/settings`, {
      method: 'PUT',
      headers: {
        'x-algolia-application-id': credentials.algoliaAppId,
        'x-algolia-api-key': credentials.algoliaApiKey,
      },
      body: JSON.stringify({ customRanking: [] }),
    })
    expect(await index().isSetUp()).toBe(false)
  })

  it('reads the records that are there, and those only', async () => {
    await fill(['a', 'b'])
    const records = await index().records(['a', 'nothing', 'b'])
    expect([...records]).toEqual([
      ['a', searchRecordOf('a')],
      ['b', searchRecordOf('b')],
    ])
  })

  it('lists every record, page after page', async () => {
    await fill(many(1001))
    const first = await index().page()
    const second = await index().page(first.cursor)
    expect([first.threadIds.length, second.threadIds.length]).toEqual([1000, 1])
    expect([...first.threadIds, ...second.threadIds].sort()).toEqual(many(1001).sort())
    expect(second.cursor).toBeUndefined()
  })

  it('fails permanently for a cursor that the vendor no longer knows', async () => {
    await fill(['a'])
    await sandbox.refuse(400, { path: 'browse', times: 1 })
    await expectKind(index().page('long gone'), 'permanent')
  })

  it('writes many records in one call, none over a newer one', async () => {
    const newer = searchRecordOf('b', { version: 7, source: 'newer' })
    await index().save(newer)
    await index().saveAll([searchRecordOf('a'), searchRecordOf('b', { version: 7 }), searchRecordOf('c')])
    expect(await index().records(['a', 'b', 'c'])).toEqual(
      new Map([
        ['a', searchRecordOf('a')],
        ['b', newer],
        ['c', searchRecordOf('c')],
      ]),
    )
    expect(await sandbox.requests()).toHaveLength(3)
  })

  it('removes a record, also one that is gone', async () => {
    await fill(['a', 'b'])
    await index().remove('a')
    await index().remove('a')
    expect(await sandbox.state('records')).toMatchObject([{ objectID: 'b' }])
  })
})

describe('algoliaIndex', () => {
  describeFailures(sandbox, {
    client: index,
    reads: {
      isSetUp: async one => (await one.isSetUp()) || undefined,
      records: async one => (await one.records(['a'])).get('a'),
      page: async one => (await one.page()).threadIds[0],
    },
    writes: { remove: one => one.remove('a'), saveAll: one => one.saveAll([searchRecordOf('a')]) },
    // An index that does not exist yet answers 404, and settings may have any shape.
    isFine: (call, { status, fault }) =>
      (status === 404 && ['isSetUp', 'records', 'page'].includes(call)) ||
      (call === 'isSetUp' && fault.mode === 'malformed'),
    secrets: [credentials.algoliaApiKey],
  })

  it('takes no malformed answer for an empty index', async () => {
    await fill(['a'])
    for (const body of [{}, { results: ['text'] }, { hits: [{}] }, 'text']) {
      await sandbox.answer(body)
      await expectKind(index().records(['a']), 'unknown')
      await expectKind(index().page(), 'unknown')
    }
  })
})

describe.skipIf(!hasContracts)(`algoliaIndex and the vendor's description${unlessAbsent}`, () => {
  it.each([
    ['writes many', '/1/indexes/{indexName}/batch', () => fill(['a'])],
    ['asks for records', '/1/indexes/*/objects', () => index().records(['a', 'b'])],
  ] as const)('%s as described', async (_, path, call) => {
    await call()
    const { errorsIn } = bodyContract('algolia_search.yml', path)
    expect(errorsIn(await sandbox.firstBody())).toEqual([])
  })
})

import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { maxQueriesPerIPPerHour } from '../src/algolia/keys.ts'
import { credentials, useSandbox } from './support.ts'

const sandbox = useSandbox()
beforeEach(async () => {
  await sandbox.control('POST', '/reset')
})

const records = async () => (await sandbox.control('GET', '/state?vendor=algolia')).body.records
const partial = (id: string, body: unknown) =>
  sandbox.algolia('POST', `/1/indexes/threads/${id}/partial`, body)
const guard = (value: number) => ({ _operation: 'IncrementSet', value })
const put = (objectID: string, body: object) => sandbox.algolia('PUT', `/1/indexes/threads/${objectID}`, body)
const found = async (params: object, key?: string): Promise<string[]> => {
  const { body } = await sandbox.algolia('POST', '/1/indexes/threads/query', params, key)
  return body.hits.map((hit: { objectID: string }) => hit.objectID)
}

describe('IncrementSet', () => {
  it('creates only above 0, and stores the value', async () => {
    await partial('a', { title: 'never', version: guard(0) })
    expect(await records()).toEqual([])
    await partial('a', { title: 'first', version: guard(1) })
    expect(await records()).toEqual([{ objectID: 'a', title: 'first', version: 1 }])
  })

  it('voids the whole update unless it is greater', async () => {
    await partial('a', { title: 'new', version: guard(5) })
    for (const late of [5, 4, -1]) {
      expect((await partial('a', { title: `late ${late}`, extra: 1, version: guard(late) })).status).toBe(200)
    }
    expect(await records()).toEqual([{ objectID: 'a', title: 'new', version: 5 }])
    await partial('a', { title: 'newer', version: guard(6) })
    expect(await records()).toEqual([{ objectID: 'a', title: 'newer', version: 6 }])
  })

  it('requires an integer', async () => {
    expect((await partial('a', { version: guard(1.5) })).status).toBe(400)
    expect((await partial('a', { version: { _operation: 'Double', value: 1 } })).status).toBe(400)
  })
})

it('a batch runs all or nothing', async () => {
  const batch = (requests: unknown[]) => sandbox.algolia('POST', '/1/indexes/threads/batch', { requests })
  const done = await batch([
    { action: 'addObject', body: { objectID: 'b', title: 'b', old: 1 } },
    { action: 'addObject', body: { objectID: 'b', title: 'B' } },
    { action: 'partialUpdateObject', body: { objectID: 'b', version: guard(3) } },
    { action: 'addObject', body: { objectID: 'c', title: 'c' } },
    { action: 'deleteObject', body: { objectID: 'c' } },
  ])
  expect(done.body).toEqual({ taskID: expect.any(Number), objectIDs: ['b', 'b', 'b', 'c', 'c'] })
  const left = [{ objectID: 'b', title: 'B', version: 3 }]
  expect(await records()).toEqual(left)
  for (const wrong of [
    { action: 'explode', body: {} },
    { action: 'addObject', body: {} },
  ])
    expect((await batch([{ action: 'deleteObject', body: { objectID: 'b' } }, wrong])).status).toBe(400)
  expect(await records()).toEqual(left)
})

describe('searching', () => {
  beforeEach(async () => {
    await put('a', { title: 'Late check-in', participantIds: ['u1', 'u2'], updatedAt: 10, important: [] })
    await put('b', { title: 'Parking', participantIds: ['u2'], updatedAt: 30, important: ['u2'] })
    await put('c', {
      title: 'Late check-out',
      participantIds: ['user "x"'],
      updatedAt: 20,
      important: ['u1'],
    })
  })

  it.each<[string, string[]]>([
    ['participantIds:u2', ['a', 'b']],
    ['participantIds:"u1"', ['a']],
    ['participantIds:"user \\"x\\""', ['c']],
    ['NOT participantIds:u2', ['c']],
    ['participantIds:u2 AND updatedAt > 10', ['b']],
    ['updatedAt:10 TO 20', ['a', 'c']],
    ['updatedAt >= 20 AND (important:u1 OR important:u2)', ['b', 'c']],
    // OR binds tighter than AND.
    ['updatedAt = 10 AND participantIds:u1 OR participantIds:u2', ['a']],
    ['updatedAt != 10', ['b', 'c']],
  ])('filters by %s', async (filters, expected) => {
    expect(await found({ filters })).toEqual(expected)
  })

  it('matches words, ranks by the settings, and pages', async () => {
    expect(await found({ query: 'LATE check' })).toEqual(['a', 'c'])
    await sandbox.algolia('PUT', '/1/indexes/threads/settings', { customRanking: ['desc(updatedAt)'] })
    expect(await found({ query: '' })).toEqual(['b', 'c', 'a'])
    expect(await found({ params: 'hitsPerPage=2&page=1' })).toEqual(['a'])
    const settings = await sandbox.algolia('GET', '/1/indexes/threads/settings')
    expect(settings.body.customRanking).toEqual(['desc(updatedAt)'])
  })

  it('filters only by the numbers that the settings name', async () => {
    const allow = (numericAttributesForFiltering: string[]) =>
      sandbox.algolia('PUT', '/1/indexes/threads/settings', { numericAttributesForFiltering })
    const filters = ['updatedAt >= 0', 'updatedAt:10', 'updatedAt:0 TO 99']
    await allow(['_no_numeric_attributes_'])
    for (const filter of filters) expect(await found({ filters: filter })).toEqual([])
    expect(await found({ filters: 'NOT updatedAt >= 0' })).toEqual(['a', 'b', 'c'])
    for (const allowed of [['updatedAt'], []]) {
      await allow(allowed)
      for (const filter of filters) expect(await found({ filters: filter })).not.toEqual([])
    }
  })

  it('refuses filters it cannot read and an index it does not know', async () => {
    for (const filters of ['title:', 'AND', '(title:a', 'title a', 'n < x']) {
      expect((await sandbox.algolia('POST', '/1/indexes/threads/query', { filters })).status).toBe(400)
    }
    expect((await sandbox.algolia('POST', '/1/indexes/none/query', {})).status).toBe(404)
  })

  it('continues with a cursor', async () => {
    const first = await sandbox.algolia('POST', '/1/indexes/threads/browse', { hitsPerPage: 2 })
    expect(first.body.hits).toHaveLength(2)
    const rest = await sandbox.algolia('POST', '/1/indexes/threads/browse', {
      hitsPerPage: 2,
      cursor: first.body.cursor,
    })
    expect(rest.body.hits).toHaveLength(1)
    expect(rest.body.cursor).toBeUndefined()
  })
})

const secured = (params: string, parent = credentials.algoliaSearchKey) =>
  Buffer.from(createHmac('sha256', parent).update(params).digest('hex') + params).toString('base64')

describe('keys', () => {
  beforeEach(async () => {
    await put('a', { participantIds: ['u1'] })
    await put('b', { participantIds: ['u2'] })
  })

  it('the search key reads and does not write', async () => {
    expect(await found({}, credentials.algoliaSearchKey)).toEqual(['a', 'b'])
    const write = await sandbox.algolia('PUT', '/1/indexes/threads/x', {}, credentials.algoliaSearchKey)
    expect(write).toMatchObject({ status: 403, body: { status: 403 } })
  })

  it("a secured key's filter narrows every search, whatever the caller asks", async () => {
    const key = secured(`filters=${encodeURIComponent('participantIds:"u1"')}`)
    expect(await found({}, key)).toEqual(['a'])
    expect(await found({ filters: 'participantIds:u1 OR participantIds:u2' }, key)).toEqual(['a'])
    expect(await found({ filters: 'participantIds:u2' }, key)).toEqual([])
    const many = await sandbox.algolia(
      'POST',
      '/1/indexes/*/queries',
      { requests: [{ indexName: 'threads' }] },
      key,
    )
    expect(many.body.results[0].nbHits).toBe(1)
  })

  it('a secured key shows only its attributes, whatever the caller asks', async () => {
    const key = secured('attributesToRetrieve=objectID%2Ctitle')
    await put('c', { title: 'shown', participantIds: ['u3'] })
    for (const params of [
      {},
      { attributesToRetrieve: ['*'] },
      { params: 'attributesToRetrieve=participantIds' },
    ]) {
      const { body } = await sandbox.algolia('POST', '/1/indexes/threads/query', params, key)
      expect(body.hits).toContainEqual({ objectID: 'c', title: 'shown' })
    }
  })

  it('records are read by their ids, but not with a key that filters', async () => {
    const read = (key?: string) => {
      const requests = ['b', 'none', 'a'].map(objectID => ({ indexName: 'threads', objectID }))
      return sandbox.algolia('POST', '/1/indexes/*/objects', { requests }, key)
    }
    expect((await read()).body.results).toMatchObject([{ objectID: 'b' }, null, { objectID: 'a' }])
    expect((await read(secured('restrictIndices=threads'))).status).toBe(200)
    expect((await read(secured('restrictIndices=others'))).status).toBe(403)
    expect((await read(secured('filters=participantIds%3Au1'))).status).toBe(403)
  })

  it('compares facets whatever their case, tags and ids exactly', async () => {
    await put('C', { participantIds: ['Anna'], _tags: ['Anna'] })
    expect(await found({ filters: 'participantIds:anna' })).toEqual(['C'])
    expect(await found({ filters: '_tags:anna OR objectID:c' })).toEqual([])
    expect(await found({ filters: '_tags:Anna AND objectID:C' })).toEqual(['C'])
  })

  it('refuses a forged, an expired and a misplaced key', async () => {
    const status = async (key: string) =>
      (await sandbox.algolia('POST', '/1/indexes/threads/query', {}, key)).status
    expect(await status(secured('filters=', 'another parent'))).toBe(403)
    expect(await status(secured('validUntil=1'))).toBe(403)
    expect(await status(secured('restrictIndices=others'))).toBe(403)
    expect(await status(secured('restrictIndices=threads'))).toBe(200)
    expect(await status('wrong')).toBe(403)
  })
})

it('shows the rights of the search key to its holder', async () => {
  const key = credentials.algoliaSearchKey
  const rights = await sandbox.algolia('GET', `/1/keys/${key}`, undefined, key)
  expect(rights.body).toMatchObject({ acl: ['search'], maxQueriesPerIPPerHour })
  expect((await sandbox.algolia('GET', '/1/keys/other', undefined, key)).status).toBe(404)
})

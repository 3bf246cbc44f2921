import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listRequests } from '../../src/lib/connection/requests/list-requests.ts'
import { putTogether } from '../../src/lib/portfolio/put-together.ts'
import { readPortfolio } from '../../src/lib/portfolio/read-portfolio.ts'
import type { Sources } from '../../src/lib/portfolio/sources.ts'
import { staffActor } from '../support/chat-deps.ts'
import { countedReads } from '../support/counted-reads.ts'
import { testContext } from '../support/test-context.ts'
import { ownProject, type Project } from '../support/world.ts'

const actor = staffActor()
const count = 3_010
/** The oldest of all, by its requests and by the order in which they were stored. */
const oldest = 'Quinta do Zimbro'

const sourcesAt = (number: number): Sources => {
  const propertyId = `p${String(number).padStart(5, '0')}`
  const isConnected = number % 3 === 0
  const hotelId = String(1_000_000 + number)
  const channel = {
    ...{ ota: 'booking' as const, status: 'active', hotelId, requestIds: [] },
    ...{
      mapping: { rooms: [], ratePlans: [] },
      bookable: { alarms: number % 30 === 0 ? 1 : 0, at: new Date(0) },
    },
  }
  return {
    propertyId,
    seen: [],
    property: {
      name: number === 0 ? oldest : `Casa Alameda ${number}`,
      landlordId: `l${number % 50}`,
    },
    landlordName: `Lena ${number % 50}`,
    channels: new Map(isConnected ? [[`${propertyId}_booking`, channel]] : []),
    requests: [
      {
        ...{ id: `r${propertyId}`, propertyId, ota: 'booking', hotelId },
        ...{ status: isConnected ? 'completed' : 'pending', createdAt: new Date(1e12 + number * 1e6) },
      },
    ],
    items: [],
  }
}

async function stored(size: number) {
  const project = ownProject()
  const writer = project.db.bulkWriter({ throttling: false })
  for (let number = 0; number < size; number += 1) {
    const sources = sourcesAt(number)
    const { entry, requests } = putTogether(sources)
    if (entry) void writer.set(project.db.doc(`portfolio/${sources.propertyId}`), entry)
    for (const [id, keys] of requests) void writer.set(project.db.doc(`requestKeys/${id}`), keys)
    for (const { id, ...request } of sources.requests)
      void writer.set(project.db.doc(`connectionRequests/${id}`), request)
  }
  await writer.close()
  const { firestore, reads } = countedReads(project.db)
  const context = testContext({ firestore })
  const readsOf = async (run: () => Promise<unknown>): Promise<number> => {
    const before = reads()
    await run()
    return reads() - before
  }
  return { project, context, readsOf }
}

const projects: Project[] = []
let [few, many]: Awaited<ReturnType<typeof stored>>[] = []
beforeAll(async () => {
  ;[few, many] = [await stored(60), await stored(count)]
  projects.push(few.project, many.project)
}, 240_000)
afterAll(() => Promise.all(projects.map(project => project.close())))

const asked = (of: typeof few) => {
  if (!of) throw new Error('nothing is stored')
  const { context, readsOf } = of
  return {
    context,
    readsOf,
    page: (filter: object, cursor?: string) => readPortfolio(context, actor, { ...filter, size: 50, cursor }),
  }
}

describe(`of ${count} properties`, () => {
  it.each([
    ['all', {}],
    ['a word', { q: 'alameda' }],
  ])('a page of %s costs as much as of sixty, and so does the next one', async (_, filter) => {
    const [small, large] = [asked(few), asked(many)]
    const ofFew = await small.readsOf(() => small.page(filter))
    expect(await large.readsOf(() => large.page(filter))).toBeLessThanOrEqual(51)
    expect(ofFew).toBeLessThanOrEqual(51)
    const { nextCursor } = await large.page(filter)
    expect(await large.readsOf(() => large.page(filter, nextCursor ?? ''))).toBeLessThanOrEqual(51)
  })

  it('what hardly any has costs no more than a bounded number of reads a page, and none is left out', async () => {
    const { page, readsOf } = asked(many)
    const filter = { q: 'alameda', needs: ['bookable'] as const }
    const found: string[] = []
    let cursor: string | undefined
    const next = async () => {
      const { rows, nextCursor } = await page(filter, cursor)
      found.push(...rows.map(({ propertyName }) => propertyName))
      cursor = nextCursor ?? undefined
    }
    for (const _ of [1, 2]) {
      const reads = await readsOf(next)
      expect(reads).toBeGreaterThan(51)
      expect(reads).toBeLessThanOrEqual(351)
    }
    const last = found.at(-1) ?? ''
    const inOrder = Array.from({ length: count - 1 }, (_, at) => at + 1)
      .filter(number => number % 30 === 0)
      .map(number => `Casa Alameda ${number}`)
      .toSorted()
    expect(found).toEqual(inOrder.slice(0, inOrder.indexOf(last) + 1))
    expect(found.length).toBeGreaterThan(10)
  })

  it('the oldest is found, by name, by hotel and among the requests, by hardly a read', async () => {
    const { page, readsOf, context } = asked(many)
    for (const q of ['quinta zim', '1000000']) {
      const reads = await readsOf(async () =>
        expect((await page({ q })).rows).toMatchObject([{ propertyName: oldest }]),
      )
      expect(reads, q).toBeLessThanOrEqual(2)
      expect((await listRequests(context, actor, { q })).requests.map(({ id }) => id)).toEqual(['rp00000'])
    }
  })

  it('a page of found requests costs as much as of sixty', async () => {
    const reads = await Promise.all(
      [asked(few), asked(many)].map(({ context, readsOf }) =>
        readsOf(() => listRequests(context, actor, { q: 'alameda', status: 'pending' })),
      ),
    )
    for (const amount of reads) expect(amount).toBeLessThanOrEqual(351 + 50 + 3 * 50 + 50)
  })

  it('every property is on one page, in the order of names', async () => {
    const { page } = asked(many)
    const names: string[] = []
    let cursor: string | undefined
    do {
      const answer = await page({}, cursor)
      names.push(...answer.rows.map(({ propertyName }) => propertyName))
      cursor = answer.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(new Set(names).size).toBe(count)
    expect(names.map(name => name.toLowerCase())).toEqual(names.map(name => name.toLowerCase()).toSorted())
  })
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { listRequests } from '../../src/lib/connection/requests/list-requests.ts'
import { putTogether } from '../../src/lib/portfolio/put-together.ts'
import { readPortfolio } from '../../src/lib/portfolio/read-portfolio.ts'
import type { Sources } from '../../src/lib/portfolio/sources.ts'
import { staffActor } from '../support/chat-deps.ts'
import { countedReads } from '../support/counted-reads.ts'
import { testContext } from '../support/test-context.ts'
import { ownProject } from '../support/world.ts'

const actor = staffActor()
/** More properties than a page looks through. */
const count = 420
/** The property that is stored first, with the oldest request. */
const oldest = 'Quinta do Zimbro'

const sourcesAt = (number: number): Sources => {
  const propertyId = `p${String(number).padStart(5, '0')}`
  const isConnected = number % 3 === 0
  const hotelId = String(1_000_000 + number)
  const channel = {
    ota: 'booking' as const,
    status: 'active',
    hotelId,
    requestIds: [],
    mapping: { rooms: [], ratePlans: [] },
  }
  return {
    propertyId,
    versions: [],
    property: {
      name: number === 0 ? oldest : `Casa Alameda ${number}`,
      landlordId: `l${number % 50}`,
    },
    landlordName: `Lena ${number % 50}`,
    channels: new Map(isConnected ? [[`${propertyId}_booking`, channel]] : []),
    requests: [
      {
        id: `r${propertyId}`,
        propertyId,
        ota: 'booking',
        hotelId,
        status: isConnected ? 'completed' : 'pending',
        createdAt: new Date(1e12 + number * 1e6),
      },
    ],
    items: number % 30 === 0 ? [{ kind: 'channel-off', ota: 'booking' }] : [],
  }
}

const { db, close } = ownProject()
afterAll(close)
beforeAll(async () => {
  const writer = db.bulkWriter({ throttling: false })
  for (let number = 0; number < count; number += 1) {
    const sources = sourcesAt(number)
    const { entry, requests } = putTogether(sources)
    if (entry) void writer.set(db.doc(`portfolio/${sources.propertyId}`), entry)
    for (const [id, keys] of requests) void writer.set(db.doc(`requestKeys/${id}`), keys)
    for (const { id, ...request } of sources.requests)
      void writer.set(db.doc(`connectionRequests/${id}`), request)
  }
  await writer.close()
})

const { firestore, reads } = countedReads(db)
const context = testContext({ firestore })
const page = (filter: object, cursor?: string) =>
  readPortfolio(context, actor, { ...filter, size: 50, cursor })

/** Names on all pages, and the most documents that one of them read. */
async function allPages(filter: object) {
  const names: string[] = []
  let [mostReads, cursor]: [number, string | undefined] = [0, undefined]
  do {
    const before = reads()
    const answer = await page(filter, cursor)
    mostReads = Math.max(mostReads, reads() - before)
    names.push(...answer.rows.map(({ propertyName }) => propertyName))
    cursor = answer.nextCursor ?? undefined
  } while (cursor !== undefined)
  return { names, mostReads }
}

it('every property is on one page, in the order of names, and a page reads no more than it shows', async () => {
  const { names, mostReads } = await allPages({})
  expect(new Set(names).size).toBe(count)
  expect(names.map(name => name.toLowerCase())).toEqual(names.map(name => name.toLowerCase()).toSorted())
  expect(mostReads).toBeLessThanOrEqual(51)
})

it('a filter leaves out none of the few that match, and a page looks through a bounded number', async () => {
  const { names, mostReads } = await allPages({ q: 'alameda', needs: ['items'] })
  const positions = Array.from({ length: count - 1 }, (_, at) => at + 1)
    .filter(number => number % 30 === 0)
    .map(number => `Casa Alameda ${number}`)
  expect(names).toEqual(positions.toSorted())
  expect(mostReads).toBeGreaterThan(51)
  expect(mostReads).toBeLessThanOrEqual(351)
})

it.each(['quinta zim', '1000000'])(
  'the oldest property is found by "%s", also among the requests',
  async q => {
    expect((await page({ q })).rows).toMatchObject([{ propertyName: oldest }])
    expect((await listRequests(context, actor, { q })).requests.map(({ id }) => id)).toEqual(['rp00000'])
  },
)

it('requests are found by a word, with a bounded number of reads', async () => {
  const before = reads()
  const { requests } = await listRequests(context, actor, { q: 'alameda', status: 'pending' })
  expect(requests.length).toBeGreaterThan(0)
  expect(reads() - before).toBeLessThanOrEqual(351 + 50 + 3 * 50 + 50)
})

import { afterAll, beforeEach, expect, it } from 'vitest'
import type { Actor } from '../../src/lib/actor.ts'
import { openFile } from '../../src/lib/chat/files/open-file.ts'
import { uploadFile } from '../../src/lib/chat/files/upload-file.ts'
import { PostTally } from '../../src/lib/chat/posting/post-tally.ts'
import { sandbox } from '../support/chat.ts'
import { seedThread, staffActor, startVerbs, steppedClock } from '../support/chat-deps.ts'
import { png } from '../support/files.ts'
import { calledAt, startPlatform } from '../support/platform.ts'
import { put, uniqueId } from '../support/stack.ts'
import { sandboxSettings } from '../support/test-context.ts'

// The API document, which the build puts in.
Object.assign(globalThis, { builtOpenApi: '{}' })

const { db } = startVerbs()
const clock = steppedClock()
const perMinute = 4
const platform = await startPlatform({
  db,
  clock,
  sandbox: sandbox(),
  settings: publicUrl => ({
    ...calledAt(sandboxSettings(), publicUrl),
    userRequestsPerMinute: () => perMinute,
  }),
})
afterAll(() => platform.close())

let member: Actor
let other: Actor
let threadId: string
beforeEach(async () => {
  Object.assign(platform.context, { requestTally: new PostTally() })
  member = { uid: uniqueId('landlord'), role: 'landlord' }
  other = { uid: uniqueId('member'), role: 'user' }
  threadId = await seedThread({ participantIds: [member.uid, other.uid] })
})

const megabyte = Buffer.concat([png, Buffer.alloc(1_048_576 - png.length)])

const storeMessages = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, nth) =>
      put(`threads/${threadId}/messages/m${nth}`, {
        messageId: `m${nth}`,
        threadId,
        authorId: 'ann',
        createdAt: clock.now(),
        source: 'platform',
        body: 'x'.repeat(70_000),
        type: 'message',
        contentType: 'text',
      }),
    ),
  )
const read = (actor: Actor) => platform.call(actor, 'GET', `/chat/threads/${threadId}/messages?limit=15`)

it('a user with as many requests as a minute allows waits for the next minute, and nobody else does', async () => {
  for (let times = 0; times < perMinute; times += 1) await read(member)
  await expect(read(member)).rejects.toThrow(': 429 ')
  await read(other)
  for (let times = 0; times < 2 * perMinute; times += 1) await read(staffActor())
  clock.forward(60_000)
  await read(member)
})

it('an answer of a megabyte counts as four requests more', async () => {
  await storeMessages(15)
  await read(member)
  await expect(read(member)).rejects.toThrow(': 429 ')
  for (let times = 0; times < perMinute; times += 1) await read(staffActor())
  clock.forward(60_000)
  await read(member)
})

it('a file of a megabyte counts as four requests more, before any of it is kept or sent', async () => {
  const upload = () =>
    uploadFile(platform.context, member, { threadId, name: 'way.png', type: 'image/png', bytes: megabyte })
  const { fileId } = await upload()
  await expect(upload()).rejects.toMatchObject({ code: 'rate-limited' })
  const open = () => openFile(platform.context, member, { threadId, fileId })
  await open()
  await expect(open()).rejects.toMatchObject({ code: 'rate-limited' })
  clock.forward(60_000)
  await open()
})

it('an address reads the API document as often as a user may make requests', async () => {
  const statuses = []
  for (let times = 0; times <= perMinute; times += 1)
    statuses.push((await fetch(`${platform.url}/api/openapi.json`)).status)
  expect(statuses).toEqual([...Array(perMinute).fill(200), 429])
})

it('a landlord of a hundred properties who reads them without a pause keeps nobody else out', async () => {
  const batch = db.batch()
  for (let nth = 0; nth < 100; nth += 1) {
    const propertyId = `${member.uid}-${nth}`
    batch.set(db.doc(`properties/${propertyId}`), { name: 'Casa', landlordId: member.uid })
    for (const stay of ['a', 'b'])
      batch.set(db.doc(`reservations/${propertyId}-${stay}`), {
        propertyId,
        guestId: 'g',
        arrival: '2036-01-01',
        departure: '2036-01-05',
      })
  }
  await batch.commit()
  const ofAnother: Actor = { uid: uniqueId('landlord'), role: 'landlord' }
  const home = (actor: Actor) => platform.call(actor, 'GET', '/api/landlord')
  const reads = await Promise.allSettled(Array.from({ length: 25 }, () => home(member)))
  expect(reads.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(20)
  await expect(home(member)).rejects.toThrow(': 429 ')
  await home(ofAnother)
  await platform.call(ofAnother, 'GET', '/api/landlord/threads')
  await read(other)
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sandboxCredentials } from '../../../sandbox/src/core/context.ts'
import { actor, opsContext } from '../../../scripts/ops/context.ts'
import { eraseDeps } from '../../../scripts/ops/guest.ts'
import { byChannel } from '../../src/lib/chat/channel-types.ts'
import { deliverMessage } from '../../src/lib/chat/delivery/deliver-message.ts'
import { uploadFile } from '../../src/lib/chat/files/upload-file.ts'
import { forwardMessage } from '../../src/lib/chat/forwarding/forward-message.ts'
import { assignTriage } from '../../src/lib/chat/inbound/assign-triage.ts'
import { markSpam } from '../../src/lib/chat/inbound/mark-spam.ts'
import { receiveMessage } from '../../src/lib/chat/inbound/receive-message.ts'
import { mergeThread } from '../../src/lib/chat/merging/merge-thread.ts'
import { startThread } from '../../src/lib/chat/opening/start-thread.ts'
import { optedOutSince } from '../../src/lib/chat/opt-outs.ts'
import { createMessage } from '../../src/lib/chat/posting/create-message.ts'
import type { PostInput } from '../../src/lib/chat/posting/post-input.ts'
import { scheduleMessage } from '../../src/lib/chat/scheduled/schedule-message.ts'
import { syncThread } from '../../src/lib/chat/search/sync-thread.ts'
import { type EraseDeps, eraseGuest } from '../../src/lib/personal-data/erase-guest.ts'
import { exportGuest } from '../../src/lib/personal-data/export-guest.ts'
import type { BookingRevision } from '../../src/lib/reservations/booking.ts'
import type { Store, Write } from '../../src/lib/store.ts'
import { uniquePhone } from '../support/builders.ts'
import { input, receivedFrom, staffActor } from '../support/chat-deps.ts'
import { memoryLog } from '../support/memory-log.ts'
import { otaTalks } from '../support/ota/home.ts'
import { uniqueId } from '../support/stack.ts'
import { storedOfGuests } from '../support/stored-of-guests.ts'
import { sandboxSettings, testContext } from '../support/test-context.ts'
import { serveWebhooks } from '../support/webhook-server.ts'
import { countsByCollection, everyDocument } from '../support/whole-store.ts'
import { ownProject, startSurroundings } from '../support/world.ts'

// The tests read everything stored anywhere, so no other test stores anything here.
const { sandbox: vendors, stop } = await startSurroundings()
const project = ownProject()
const db = () => project.db
const sandbox = () => vendors
const put = (path: string, fields: object) => project.db.doc(path).set(fields)

const log = memoryLog([])
const settings = sandboxSettings({ sandboxUrl: vendors.url, timeoutMs: 30_000 })
let context = testContext({ firestore: project.db, log, settings })
const server = await serveWebhooks(() => context)
context = testContext({
  firestore: project.db,
  log,
  settings: { ...settings, publicUrl: () => server.url },
})
beforeAll(() => sandbox().control('POST', 'config', { publicUrl: server.url }))
afterAll(async () => {
  server.close()
  await project.close()
  await stop()
})

const staff = staffActor()
const { twilioAccountSid, twilioAuthToken } = sandboxCredentials
const authorization = `Basic ${Buffer.from(`${twilioAccountSid}:${twilioAuthToken}`).toString('base64')}`

/** Unique texts, planted in every place that takes one. */
const canariesOf = () => ({
  name: `Canary ${randomUUID()}`,
  phone: uniquePhone(),
  otherPhone: uniquePhone(),
  email: `${uniqueId('canary')}@example.com`,
  text: `words ${randomUUID()}`,
  doorCode: `door ${randomUUID()}`,
  leadName: `Lead ${randomUUID()}`,
  notes: `notes ${randomUUID()}`,
  bookingNumber: uniqueId('booking'),
  address: `2001:db8::${randomUUID().slice(0, 4)}`,
})

/** A guest with traces wherever a guest can leave them. */
async function plant() {
  const canaries = canariesOf()
  const { name, phone, otherPhone, email, text, doorCode, address, leadName, notes, bookingNumber } = canaries
  const [guestId, reservationId, threadId] = [uniqueId('guest'), uniqueId('stay'), uniqueId('thread')]
  await put(`guests/${guestId}`, { name, phone, email, addresses: [otherPhone] })
  await put(`users/${guestId}`, { displayName: name, email })
  await put(`reservations/${reservationId}`, {
    guestId,
    propertyId: 'p',
    arrival: '2031-01-01',
    departure: '2031-01-05',
    amount: 100,
    currency: 'EUR',
    guestName: name,
    doorCode,
    code: bookingNumber,
    otaBookingNumber: bookingNumber,
    leadGuest: { name: leadName, phone, email },
    notes,
    arrivalTime: text,
    party: { adults: 2, children: 0, infants: 0 },
    formerGuestId: text,
  })
  await put(`threads/${threadId}`, {
    source: 'platform-guest',
    participantIds: [staff.uid],
    reservationId,
    propertyId: 'p',
    stay: { arrival: '2031-01-01', departure: '2031-01-05' },
    stayDueAt: new Date('2031-01-06'),
  })
  const inbound = (from: string, more: Record<string, string> = {}) =>
    sandbox().inbound({ from: `whatsapp:${from}`, body: text, profileName: name, ...more })
  expect((await inbound(phone, { numMedia: '2' })).status).toBe(200)
  const media: string[] = (await sandbox().state('twilio')).messages.flatMap(
    (one: { from: string; media_urls: string[] }) => (one.from === `whatsapp:${phone}` ? one.media_urls : []),
  )
  const post = async (actor: typeof staff, fields: Partial<PostInput>) => {
    const { message } = await createMessage(context, actor, input(threadId, fields))
    const ref = { threadId, messageId: message.messageId }
    if (fields.type === 'note') return ref
    await forwardMessage(context, ref)
    if (fields.type) await deliverMessage(context, ref, { reservationId })
    return ref
  }
  await post(staff, { type: 'chatapp-message', body: `Hello ${name}: ${doorCode}` })
  await post(staff, { type: 'sms-message', body: doorCode })
  await post(staff, { type: 'note', body: `${name} ${phone} asked twice` })
  await post(staff, { body: text, attachments: [`https://files.example/${doorCode}`] })
  const { fileId } = await uploadFile(context, staff, {
    threadId,
    name: `${doorCode}.txt`,
    type: 'text/plain',
    bytes: Buffer.from(doorCode),
  })
  await post(staff, { body: text, files: [fileId] })
  const waiting = await uploadFile(context, staff, {
    threadId,
    name: `${doorCode}-2.txt`,
    type: 'text/plain',
    bytes: Buffer.from(doorCode),
  })
  await scheduleMessage(context, staff, {
    threadId,
    messageId: 'later',
    type: 'message',
    body: text,
    files: [waiting.fileId],
    sendAt: new Date(Date.now() + 86_400_000),
  })
  // A message that is still to be sent.
  await createMessage(context, staff, input(threadId, { type: 'sms-message', body: doorCode }))
  await post({ uid: guestId, role: 'guest', origin: { ipAddress: address, userAgent: name } }, { body: text })
  // A message in another guest's thread.
  const elsewhere = uniqueId('thread')
  await put(`threads/${elsewhere}`, { source: 'support', participantIds: [guestId, 'somebody'] })
  for (const uid of [guestId, 'somebody'])
    await createMessage(
      context,
      { ...staff, uid, role: 'guest' },
      input(elsewhere, { body: uid === guestId ? text : 'stays' }),
    )
  // A thread that the guest's messages no longer go to.
  const [former, sentId] = [uniqueId('thread'), uniqueId('sent')]
  await put(`threads/${former}`, { source: 'support', participantIds: [staff.uid], guestName: name })
  await put(`threads/${former}/messages/${sentId}`, {
    messageId: sentId,
    threadId: former,
    authorId: staff.uid,
    createdAt: new Date(),
    source: 'platform',
    type: 'sms-message',
    contentType: 'text',
    body: text,
    delivery: { status: 'delivered', attempts: 1, to: phone, claimedAt: new Date() },
  })
  // Triage: an entry from a number that turned out to be the guest's, and one with the guest as a candidate.
  await db().doc(`guests/${guestId}`).update({ addresses: [] })
  const [{ messageSid: entryId }] = [await inbound(otherPhone)]
  await markSpam(context, staff, { entryId, spam: true })
  await db()
    .doc(`guests/${guestId}`)
    .update({ addresses: [otherPhone] })
  await put(`triage/${uniqueId('SM')}`, {
    channel: 'sms',
    from: '+4915100000000',
    body: 'hi',
    reason: 'ambiguous-sender',
    receivedAt: new Date(),
    candidates: [{ threadId, guestName: name, propertyName: 'Quay' }],
  })
  await put(`otaConversations/${uniqueId('conversation')}`, {
    channelManagerPropertyId: 'p',
    title: name,
    guestId,
    readUpTo: new Date(),
  })
  await put(`emails/${uniqueId('email')}`, {
    template: 'support-message',
    to: email,
    data: { name },
    about: {},
    status: 'sent',
    createdAt: new Date(),
  })
  for (const id of [threadId, elsewhere]) await syncThread(context, id)
  const ids = { guestId, reservationId, threadId, elsewhere }
  return {
    canaries: [...Object.values(canaries), ...media],
    media,
    fileIds: [fileId, waiting.fileId],
    ...ids,
  }
}

/** The contents of all documents, of the vendors and of the log, each with its place. */
async function everything(): Promise<[string, string][]> {
  const states = await sandbox().control('GET', 'state')
  const places: [string, unknown][] = [
    ...(await everyDocument(db())),
    ...Object.entries(states),
    ['the log', log.lines.join('\n')],
  ]
  return places.map(([place, content]) => [place, `${decodeURIComponent(place)} ${JSON.stringify(content)}`])
}

/** The places where any of these texts still stands. */
async function hits(canaries: readonly string[], places?: [string, string][]): Promise<string[]> {
  return (places ?? (await everything())).flatMap(([place, content]) =>
    canaries.filter(canary => content.includes(canary)).map(canary => `${place}: ${canary}`),
  )
}

const ops = opsContext(db(), undefined)
const access = {
  twilio: settings.twilioConfig(),
  algolia: settings.algoliaConfig(),
  guestPlatform: settings.guestPlatformConfig(),
  storage: settings.storageConfig(),
  optOutKeys: settings.optOutKeys(),
}
const deps = (more: Partial<EraseDeps> = {}): EraseDeps => ({
  ...eraseDeps(ops, access),
  onFailure: () => {},
  ...more,
})
const erase = (guestId: string, more: Partial<EraseDeps> = {}) => eraseGuest(deps(more), actor, guestId)
const erasures = async (guestId: string) =>
  (await db().collection('auditLog').where('targetId', '==', guestId).get()).docs
    .map(entry => entry.data())
    .filter(({ action }) => action === 'guest.erase')

describe('a guest who is erased', () => {
  it('has no trace left, other guests keep theirs, and a second erasure finds nothing', async () => {
    const [leaver, stays] = await Promise.all([plant(), plant()])
    const before = await everyDocument(db())
    const planted = await everything()
    for (const canary of [...leaver.canaries, ...stays.canaries])
      expect(await hits([canary], planted), canary).not.toEqual([])
    // The collections with canaries are exactly those listed as holding guests' data.
    const holding = (await hits(leaver.canaries, planted)).map(hit => hit.split(': ')[0]?.split('/').at(-2))
    expect([...new Set(holding)].filter(name => name !== undefined).toSorted()).toEqual(
      [...storedOfGuests].toSorted(),
    )
    const exported = JSON.stringify(await exportGuest(ops, leaver.guestId))
    expect(leaver.canaries.filter(canary => !exported.includes(canary))).toEqual([])
    expect(stays.canaries.filter(canary => exported.includes(canary))).toEqual([])

    const failures: string[] = []
    const telling = { onFailure: (what: string, error: unknown) => failures.push(`${what}: ${error}`) }
    const ended = await Promise.all([erase(leaver.guestId, telling), erase(leaver.guestId, telling)])
    expect(ended, JSON.stringify({ ended, failures })).toContainEqual(
      expect.objectContaining({
        left: 0,
        counts: expect.objectContaining({ guests: 1, threads: 1, triage: 2 }),
      }),
    )
    expect(await hits(leaver.canaries)).toEqual([])
    expect(await hits(stays.canaries)).toEqual(await hits(stays.canaries, planted))
    for (const fileId of leaver.fileIds) expect(await context.files.stat(fileId)).toBeUndefined()
    for (const fileId of stays.fileIds) expect(await context.files.stat(fileId)).toBeDefined()
    for (const url of leaver.media)
      expect((await fetch(url, { headers: { authorization } })).status).toBe(404)

    // The skeleton stays, so that statistics and the audit log add up.
    const after = await everyDocument(db())
    const was = countsByCollection(before)
    const left = Object.fromEntries(
      ['guests', 'users', 'spamSenders', 'scheduledSends'].map(name => [name, (was[name] ?? 0) - 1]),
    )
    expect(countsByCollection(after)).toEqual({
      ...was,
      ...left,
      files: (was.files ?? 0) - 2,
      auditLog: (was.auditLog ?? 0) + 1,
    })
    const stay = after.get(`reservations/${leaver.reservationId}`)
    expect(stay).toMatchObject({ arrival: '2031-01-01', amount: 100, guestId: null })
    expect(stay).not.toHaveProperty('party')
    const named = after.get(`threads/${leaver.threadId}`)
    expect(Object.keys({ ...named }).filter(name => name.startsWith('stay'))).toEqual([])
    const elsewhere = [...after].filter(([path]) => path.startsWith(`threads/${leaver.elsewhere}/`))
    expect(elsewhere.map(([, { body }]) => body).toSorted()).toEqual(['', 'stays'])
    const due = [...after.values()].filter(one => one.delivery?.dueAt && one.threadId === leaver.threadId)
    expect(due).toEqual([])
    expect(await erasures(leaver.guestId)).toMatchObject([{ metadata: { guests: 1, reservations: 1 } }])

    const again = await erase(leaver.guestId)
    expect(Object.values(again.counts).every(count => count === 0)).toBe(true)
    expect(await everyDocument(db())).toEqual(after)
  })

  it('leaves only a hash of the opt-out, which still counts', async () => {
    const [guestId, phone] = [uniqueId('guest'), uniquePhone()]
    const at = new Date('2026-05-01T12:00:00Z')
    await db()
      .doc(`guests/${guestId}`)
      .set({ phone, optedOut: { sms: at } })
    expect(await erase(guestId)).toMatchObject({ left: 0 })
    expect(await hits([phone.slice(1)])).toEqual([])
    expect(await optedOutSince(context, 'sms', phone)).toEqual(at)
    expect(await optedOutSince(context, 'chatapp', phone)).toBeUndefined()
  })

  it('takes along what came from another spelling of the number', async () => {
    const [guestId, entryId, line] = [uniqueId('guest'), uniqueId('SM'), uniquePhone().slice(-9)]
    await put(`guests/${guestId}`, { phone: `+522${line}` })
    const entry = { channel: 'sms', body: 'Hola', reason: 'no-thread', status: 'open', attachments: [] }
    await put(`triage/${entryId}`, { ...entry, from: `+5212${line}`, receivedAt: new Date() })
    expect(await erase(guestId)).toMatchObject({ left: 0, counts: { triage: 1 } })
    expect(await hits([line])).toEqual([])
  })

  it('takes along what is sent and forwarded during the erasure', async () => {
    const { guestId, threadId, reservationId, canaries } = await plant()
    const messages = db().collection(`threads/${threadId}/messages`)
    const waiting = await messages.where('delivery.status', '==', 'pending').get()
    const messageId = waiting.docs[0]?.id ?? ''
    const { guestPlatform } = deps()
    const sendOnce = vi.fn(async () => {
      await deliverMessage(context, { threadId, messageId }, { reservationId })
      await forwardMessage(context, { threadId, messageId })
    })
    const putMessage: NonNullable<typeof guestPlatform>['putMessage'] = async message => {
      await guestPlatform?.putMessage(message)
      if (message.messageId === messageId && sendOnce.mock.calls.length === 0) await sendOnce()
    }
    expect(await erase(guestId, { guestPlatform: { putMessage } })).toMatchObject({ left: 0 })
    expect(sendOnce).toHaveBeenCalledTimes(1)
    expect((await messages.doc(messageId).get()).data()).toMatchObject({
      body: '',
      erasedAt: expect.anything(),
      externalMessageId: expect.any(String),
      delivery: { status: 'sent' },
    })
    expect(await hits(canaries)).toEqual([])
  })

  it('is erased in the end wherever a run dies, and recorded as erased only once every vendor has answered', async () => {
    const { guestId, canaries } = await plant()
    await sandbox().fault({ vendor: 'twilio', mode: 'status', status: 503 })
    expect((await erase(guestId)).left).toBeGreaterThan(0)
    await sandbox().clearFaults()
    let runs = 0
    for (let isDone = false; !isDone; runs += 1) {
      expect(await erasures(guestId)).toEqual([])
      const ended = await erase(guestId, dyingAfter(runs + 1)).catch(() => ({ left: -1 }))
      isDone = ended.left === 0
    }
    expect(runs).toBeGreaterThan(5)
    expect(await hits(canaries)).toEqual([])
    expect(await erasures(guestId)).toHaveLength(1)
  })
})

/** Each way leaves traces under a former id or number, and returns the guest's present id. */
describe('a guest who was known by another id before', () => {
  const { world, home, hear, begin, writes: says, entry, pull } = otaTalks(project.db)
  const writes = async (conversationId: string, text: string) => {
    await says(conversationId, text)
    world.clock.forward(60_000)
  }
  /** An inquiry and its thread. */
  const inquired = async (canary: string) => {
    const conversationId = begin({ title: canary, provider: 'airbnb' })
    await writes(conversationId, canary)
    return { conversationId, threadId: `ota-${conversationId}` }
  }
  const threadOf = async (guestId: string) => {
    const found = await db().collection('threads').where('guestId', '==', guestId).get()
    return found.docs[0]?.id ?? ''
  }
  /** Pulls a revision of a booking from the feed; returns the guest's id. */
  const pulled = async (bookingId: string, guest: Partial<BookingRevision['guest']>) => {
    await pull([entry(bookingId, { guest: { name: null, phone: null, email: null, ...guest } })])
    world.clock.forward(60_000)
    return String((await db().doc(`reservations/${bookingId}_1`).get()).get('guestId'))
  }
  /** A message of an unknown sender, which staff assigned to a thread without a guest; returns the thread's id. */
  const unknown = async (phone: string, canary: string) => {
    const threadId = uniqueId('thread')
    await put(`threads/${threadId}`, { source: 'guest', participantIds: [] })
    await assign(phone, canary, { threadId })
    return threadId
  }
  const assign = async (phone: string, canary: string, to: { threadId: string } | { guestId: string }) => {
    const message = receivedFrom(phone, { body: canary, profileName: canary, channel: 'sms' })
    await receiveMessage(world.deps, message)
    await assignTriage(world.deps, staff, { entryId: message.providerMessageId, ...to })
  }

  const ways: [string, (canary: string) => Promise<string>][] = [
    [
      'a booking came to their inquiry',
      async canary => {
        const { conversationId } = await inquired(canary)
        const { bookingId, guestId } = await home.booked()
        world.vendor.isBooked(conversationId, bookingId)
        await hear(conversationId)
        return guestId
      },
    ],
    [
      'a booking came to their inquiry, and they had written before',
      async canary => {
        const { conversationId } = await inquired(canary)
        const { bookingId, guestId } = await home.booked()
        await writes(begin({ bookingId }), 'Hello')
        world.vendor.isBooked(conversationId, bookingId)
        await hear(conversationId)
        return guestId
      },
    ],
    [
      'a booking came long after it was waited for',
      async canary => {
        const bookingId = uniqueId('late')
        const conversationId = begin({ bookingId, title: canary })
        await writes(conversationId, canary)
        world.clock.forward(11 * 60_000)
        await hear(conversationId)
        return pulled(bookingId, { phone: uniquePhone() })
      },
    ],
    [
      'staff merged the thread of their inquiry into theirs',
      async canary => {
        const { threadId } = await inquired(canary)
        const { bookingId, guestId } = await home.booked()
        await writes(begin({ bookingId }), 'Hello')
        await mergeThread(world.deps, staff, { threadId, into: await threadOf(guestId) })
        return guestId
      },
    ],
    [
      'staff merged theirs into the thread of their inquiry',
      async canary => {
        const { threadId } = await inquired(canary)
        const { bookingId, guestId } = await home.booked()
        await writes(begin({ bookingId }), 'Hello')
        await mergeThread(world.deps, staff, { threadId: await threadOf(guestId), into: threadId })
        return guestId
      },
    ],
    [
      'their booking got a number',
      async canary => {
        const bookingId = uniqueId('late')
        await pulled(bookingId, { name: canary, email: 'canary@example.com' })
        await writes(begin({ bookingId }), canary)
        return pulled(bookingId, { phone: uniquePhone() })
      },
    ],
    [
      'their booking got the number of another guest',
      async canary => {
        const [bookingId, { guestId, reservationId }] = [uniqueId('late'), await home.booked()]
        const phone = String((await db().doc(`guests/${guestId}`).get()).get('phone'))
        await db().doc(`reservations/${reservationId}`).update({ departure: '2026-01-02' })
        expect(await pulled(bookingId, { name: canary, phone: uniquePhone() })).not.toBe(guestId)
        await writes(begin({ bookingId }), canary)
        expect(await pulled(bookingId, { name: canary, phone })).toBe(guestId)
        return guestId
      },
    ],
    [
      'their booking corrected their number',
      async canary => {
        const [bookingId, phone] = [uniqueId('late'), uniquePhone()]
        const guestId = await pulled(bookingId, { phone })
        expect(await pulled(bookingId, { phone: uniquePhone() })).toBe(guestId)
        await receiveMessage(world.deps, receivedFrom(phone, { body: canary, channel: 'sms' }))
        return guestId
      },
    ],
    [
      'their number was corrected',
      async canary => {
        const { bookingId, guestId } = await home.booked()
        await writes(begin({ bookingId }), 'Hello')
        const [threadId, before] = [await threadOf(guestId), uniquePhone()]
        await db().doc(`guests/${guestId}`).update({ phone: before })
        const { message } = await createMessage(world.deps, staff, input(threadId, { type: 'sms-message' }))
        await deliverMessage(context, message, {})
        await receiveMessage(world.deps, receivedFrom(before, { body: canary, channel: 'sms' }))
        await db().doc(`guests/${guestId}`).update({ phone: uniquePhone() })
        await receiveMessage(world.deps, receivedFrom(before, { body: canary, channel: 'sms' }))
        return guestId
      },
    ],
    [
      'their booking named a number that another guest has',
      async canary => {
        const [bookingId, phone] = [uniqueId('late'), uniquePhone()]
        await pulled(bookingId, { name: canary, phone: uniquePhone() })
        await writes(begin({ bookingId }), canary)
        await pulled(uniqueId('late'), { name: 'Maria', phone })
        return pulled(bookingId, { name: canary, phone })
      },
    ],
    [
      'staff gave their first message a thread of its own, and they booked by that number',
      async canary => {
        const phone = uniquePhone()
        await unknown(phone, canary)
        return pulled(uniqueId('late'), { phone })
      },
    ],
    [
      'staff gave what they wrote first to nobody, and then their number to them',
      async canary => {
        const [phone, { guestId }] = [uniquePhone(), await home.booked()]
        const threadId = await unknown(phone, canary)
        await receiveMessage(world.deps, receivedFrom(phone, { body: canary, channel: 'sms' }))
        // Without the thread, the guest's next message waits for staff.
        const thread = await db().doc(`threads/${threadId}`).get()
        await db().doc(`threads/${threadId}`).delete()
        await assign(phone, canary, { guestId })
        await put(`threads/${threadId}`, thread.data() ?? {})
        return guestId
      },
    ],
    [
      'staff gave their message to another guest by mistake',
      async canary => {
        const [phone, { guestId }, other] = [uniquePhone(), await home.booked(), await home.booked()]
        await assign(phone, canary, { guestId: other.guestId })
        await db().doc(`guests/${other.guestId}`).update({ addresses: [] })
        await assign(phone, 'Hello again', { guestId })
        return guestId
      },
    ],
  ]

  it('is exported and erased whole', async () => {
    const guests: { way: string; canary: string; guestId: string }[] = []
    for (const [way, become] of ways) {
      const canary = `Canary ${randomUUID()}`
      guests.push({ way, canary, guestId: await become(canary) })
    }
    const planted = await everything()
    for (const { way, canary, guestId } of guests) {
      // Of another guest's thread, the export has only this guest's messages.
      const places = planted.filter(([, content]) => content.includes(canary)).map(([place]) => place)
      expect(places, way).not.toEqual([])
      const { documents } = await exportGuest(ops, guestId)
      const missing = places.filter(place => !(place in documents) && !/^threads\/[^/]+$/.test(place))
      expect(missing, way).toEqual([])
      expect(await erase(guestId), way).toMatchObject({ left: 0 })
    }
    const after = await everything()
    for (const { way, canary } of guests) expect(await hits([canary], after), way).toEqual([])
  })

  it('is erased in the end wherever a run dies', async () => {
    const canary = `Canary ${randomUUID()}`
    const { conversationId } = await inquired(canary)
    const { bookingId, guestId } = await home.booked()
    await writes(begin({ bookingId }), 'Hello')
    world.vendor.isBooked(conversationId, bookingId)
    await hear(conversationId)
    for (let runs = 1, left = -1; left !== 0; runs += 3)
      ({ left } = await erase(guestId, dyingAfter(runs)).catch(() => ({ left: -1 })))
    expect(await hits([canary])).toEqual([])
  })

  it('is erased without the guest who still has the former number', async () => {
    const [agency, bookingId, canary] = [uniquePhone(), uniqueId('late'), `Canary ${randomUUID()}`]
    const other = await pulled(uniqueId('late'), { name: canary, phone: agency })
    expect(await pulled(bookingId, { name: 'Paolo', phone: agency })).toBe(other)
    const guestId = await pulled(bookingId, { name: 'Paolo', phone: uniquePhone() })
    expect(guestId).not.toBe(other)
    expect(await erase(guestId)).toMatchObject({ left: 0, counts: { guests: 1, reservations: 1 } })
    expect((await db().doc(`guests/${other}`).get()).get('name')).toBe(canary)
  })

  it('is erased without a guest who booked again after losing a booking to this one', async () => {
    const [phone, others, canary] = [uniquePhone(), uniquePhone(), `Canary ${randomUUID()}`]
    const bookingId = uniqueId('late')
    const guestId = await pulled(bookingId, { name: 'Paolo', phone })
    const other = await pulled(uniqueId('late'), { name: 'Maria', phone: others })
    expect(await pulled(bookingId, { name: 'Maria', phone: others })).toBe(other)
    expect(await pulled(uniqueId('late'), { name: canary, phone })).toBe(guestId)
    const { documents } = await exportGuest(ops, other)
    expect(Object.keys(documents)).not.toContain(`guests/${guestId}`)
    expect(await erase(other)).toMatchObject({ left: 0, counts: { guests: 1 } })
    expect(await hits([canary])).not.toEqual([])
  })

  it('is erased, after booking again, without the guest to whom the number led before', async () => {
    const [phone, others, canary] = [uniquePhone(), uniquePhone(), `Canary ${randomUUID()}`]
    const bookingId = uniqueId('late')
    const guestId = await pulled(bookingId, { name: 'Paolo', phone })
    const other = await pulled(uniqueId('late'), { name: canary, phone: others })
    expect(await pulled(bookingId, { name: canary, phone: others })).toBe(other)
    await pulled(uniqueId('late'), { name: 'Paolo', phone })
    const { store } = deps()
    const isLast = ({ kind, path }: Write) => kind === 'delete' && path === `guests/${guestId}`
    const commit: Store['commit'] = writes =>
      writes.some(isLast) ? Promise.reject(new Error('dead')) : store.commit(writes)
    await expect(erase(guestId, { store: { ...store, commit } })).rejects.toThrow('dead')
    expect(await erase(guestId)).toMatchObject({ left: 0, counts: { guests: 1 } })
    expect(await hits([canary])).not.toEqual([])
  })

  it('is erased without a guest who booked by the former number', async () => {
    const [bookingId, phone, canary] = [uniqueId('late'), uniquePhone(), `Canary ${randomUUID()}`]
    const guestId = await pulled(bookingId, { name: 'Paolo', phone })
    expect(await pulled(bookingId, { name: 'Paolo', phone: uniquePhone() })).toBe(guestId)
    const other = await pulled(uniqueId('late'), { name: canary, phone })
    expect(other).not.toBe(guestId)
    expect(await erase(guestId)).toMatchObject({ left: 0, counts: { guests: 1 } })
    expect(await hits([canary])).not.toEqual([])
  })

  it('is erased without a person who has the former number, and no stay', async () => {
    const [bookingId, phone, canary] = [uniqueId('late'), uniquePhone(), `Canary ${randomUUID()}`]
    const guestId = await pulled(bookingId, { name: 'Paolo', phone })
    await pulled(bookingId, { name: 'Paolo', phone: uniquePhone() })
    await startThread(world.deps, staff, { home: { to: { address: phone, name: canary } } })
    expect(await erase(guestId)).toMatchObject({ left: 0, counts: { guests: 1 } })
    expect(await hits([canary])).not.toEqual([])
  })

  it('is erased without the guest of a merged thread', async () => {
    const [one, other] = [await home.booked(), await home.booked()]
    const canary = `Canary ${randomUUID()}`
    await writes(begin({ bookingId: one.bookingId }), 'Hello')
    await writes(begin({ bookingId: other.bookingId }), canary)
    const [threadId, into] = [await threadOf(one.guestId), await threadOf(other.guestId)]
    await mergeThread(world.deps, staff, { threadId, into })
    expect(await erase(one.guestId)).toMatchObject({ left: 0, counts: { guests: 1 } })
    expect(await hits([canary])).not.toEqual([])
  })
})

/** A process that dies at its n-th effect: nothing works after that. */
function dyingAfter(effects: number): Partial<EraseDeps> {
  let left = effects
  const alive = async <T>(act: () => Promise<T>): Promise<T> => {
    left -= 1
    if (left < 0) throw new Error('dead')
    return act()
  }
  const { store, erasures, guestPlatform, syncThread: sync } = deps()
  const { chatapp } = erasures
  const messages = chatapp && { ...chatapp, erase: (id: string) => alive(() => chatapp.erase(id)) }
  return {
    store: { ...store, rewrite: (...given) => alive(() => store.rewrite(...given)) },
    erasures: byChannel(() => messages),
    guestPlatform: guestPlatform && { putMessage: message => alive(() => guestPlatform.putMessage(message)) },
    syncThread: id => alive(() => sync(id)),
  }
}

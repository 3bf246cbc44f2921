import { describe, expect, it } from 'vitest'
import { assignTriage } from '../../src/lib/chat/inbound/assign-triage.ts'
import { receiveMessage } from '../../src/lib/chat/inbound/receive-message.ts'
import { mergeThread } from '../../src/lib/chat/merging/merge-thread.ts'
import { lookAtThread } from '../../src/lib/chat/opening/look-at-thread.ts'
import { openFor } from '../../src/lib/chat/opening/open-thread.ts'
import { type Start, startThread } from '../../src/lib/chat/opening/start-thread.ts'
import { createMessage } from '../../src/lib/chat/posting/create-message.ts'
import { uniquePhone } from '../support/builders.ts'
import {
  input,
  receivedFrom,
  seedThread,
  staffActor,
  startVerbs,
  steppedClock,
} from '../support/chat-deps.ts'
import { dieAt, intercepted } from '../support/intercept.ts'
import { listed, put, remove, uniqueId, update } from '../support/stack.ts'
import { builtContext } from '../support/test-context.ts'

const { db, read } = startVerbs()

const staff = staffActor()
const day = (days: number, from = new Date()) =>
  new Date(from.getTime() + days * 86_400_000).toISOString().slice(0, 10)

/** A guest who books with landlords, and the acts on their stays and threads. */
async function world({ at = new Date() } = {}) {
  const clock = steppedClock(at)
  const deps = await builtContext({ firestore: db, clock })
  const [guestId, landlordId, phone] = [uniqueId('guest'), uniqueId('landlord'), uniquePhone()]
  await put(`guests/${guestId}`, { name: 'Maria Rossi', phone })
  const property = async (fields: object = { landlordId }) => {
    const propertyId = uniqueId('property')
    await put(`properties/${propertyId}`, { name: 'Casa', ...fields })
    return propertyId
  }
  const home = await property()
  const stay = async (from: number, to: number, fields: object = {}) => {
    const reservationId = uniqueId('stay')
    const days = { arrival: day(from, at), departure: day(to, at) }
    await put(`reservations/${reservationId}`, { guestId, propertyId: home, ...days, ...fields })
    return reservationId
  }
  return {
    clock,
    deps,
    guestId,
    landlordId,
    phone,
    home,
    property,
    stay,
    start: (start: Start) => startThread(deps, staff, start),
    /** Opens a thread for a future stay. */
    opens: async () => startThread(deps, staff, { home: { reservationId: await stay(1, 3) } }),
    threads: async () => (await listed('threads', 'guestId', guestId)).map(({ id }) => id),
    thread: (threadId: string) => read(`threads/${threadId}`),
    opened: async (threadId: string) =>
      (await listed('auditLog', 'targetId', threadId)).filter(({ action }) => action === 'thread.open'),
    messages: async (threadId: string) =>
      (await db.collection(`threads/${threadId}/messages`).get()).docs.map(one => one.data()),
  }
}

const text = (body = 'Welcome', fields: object = {}) => {
  const { threadId: _, ...post } = input('', { body, messageId: uniqueId('message'), ...fields })
  return { text: post }
}

describe('a thread is opened', () => {
  it('for a reservation, with guest, landlord, property and stay, and an audit entry', async () => {
    const { start, stay, guestId, landlordId, home, thread, opened } = await world()
    const reservationId = await stay(1, 3)
    const { threadId, isNew, message } = await start({ home: { reservationId } })
    expect({ isNew, message }).toEqual({ isNew: true, message: null })
    expect(await thread(threadId)).toMatchObject({
      source: 'platform',
      guestId,
      landlordId,
      reservationId,
      propertyId: home,
      participantIds: [guestId, landlordId],
      guestName: 'Maria Rossi',
      needsAttention: [],
      propertyName: 'Casa',
    })
    expect(await opened(threadId)).toMatchObject([
      { actorId: staff.uid, outcome: 'success', metadata: { threadId, reservationId } },
    ])
  })

  it('once: another stay finds it, and a message in it is stored once by its id', async () => {
    const { opens, start, stay, threads, messages } = await world()
    const first = await opens()
    const [home, message] = [{ reservationId: await stay(40, 42) }, text()]
    const second = await start({ home, message })
    await start({ home, message })
    expect(second).toMatchObject({ threadId: first.threadId, isNew: false })
    expect(await threads()).toEqual([first.threadId])
    expect(await messages(first.threadId)).toMatchObject([{ body: 'Welcome', ...home }])
  })

  it('for each landlord, but not for a guest alone with stays at several', async () => {
    const { opens, start, stay, property, guestId, threads } = await world()
    const other = await stay(2, 4, { propertyId: await property({ landlordId: uniqueId('other') }) })
    await opens()
    await start({ home: { reservationId: other } })
    expect(await threads()).toHaveLength(2)
    await expect(start({ home: { guestId } })).rejects.toThrow('message-conflict')
  })

  it('also without a known landlord, who is added once known', async () => {
    const { start, stay, property, landlordId, guestId, thread } = await world()
    const propertyId = await property({})
    const home = { reservationId: await stay(1, 3, { propertyId }) }
    const { threadId } = await start({ home })
    expect((await thread(threadId)).participantIds).toEqual([guestId])
    await update(`properties/${propertyId}`, { landlordId })
    expect(await start({ home })).toMatchObject({ threadId, isNew: false })
    expect((await thread(threadId)).landlordId).toBe(landlordId)
  })

  it('with a template, whose values are those of the named stay', async () => {
    const { opens, start, stay } = await world()
    await opens()
    const reservationId = await stay(40, 42)
    const { message } = await start({
      home: { reservationId },
      message: { template: { template: 'booking-confirmation', variables: {}, optIn: 'booking form' } },
    })
    expect(message).toMatchObject({
      reservationId,
      delivery: {
        reservationId,
        template: { variables: { '3': day(40), '4': day(42) }, optIn: 'booking form' },
      },
    })
  })
})

it('a thread without a message expires with its guest, also after a further booking, until somebody writes', async () => {
  const { deps, stay, guestId, home, start, thread } = await world()
  const endsIn = async (days: number) => {
    const expireAt = new Date(Date.now() + days * 86_400_000)
    await update(`guests/${guestId}`, { expireAt })
    return expireAt.toISOString()
  }
  const [first, reservationId] = [await endsIn(1000), await stay(1, 3)]
  const { threadId } = await start({ home: { reservationId } })
  expect(await thread(threadId)).toMatchObject({ expireAt: first })
  const later = await endsIn(2000)
  await openFor(deps, { guestId, propertyId: home })
  expect(await thread(threadId)).toMatchObject({ expireAt: later })
  await start({ home: { reservationId }, message: text() })
  await endsIn(3000)
  await openFor(deps, { guestId, propertyId: home })
  expect(await thread(threadId)).not.toHaveProperty('expireAt')
})

describe('a thread that the company wrote is found', () => {
  it.each(['its stay', 'its guest', 'its participants'] as const)('by %s', async by => {
    const { start, stay, guestId, landlordId, threads } = await world()
    const reservationId = await stay(1, 3)
    const threadId = await seedThread(
      {
        'its stay': { reservationId },
        'its guest': { guestId, reservationId: uniqueId('gone') },
        'its participants': { participantIds: [guestId, landlordId] },
      }[by],
    )
    expect(await start({ home: { reservationId: await stay(5, 6) } })).toMatchObject({
      threadId,
      isNew: false,
    })
    expect(await threads()).toEqual([threadId])
  })

  it('unless it is of another guest, another landlord, or about support', async () => {
    const { opens, stay, guestId, property, landlordId } = await world()
    const another = await stay(1, 3, { guestId: uniqueId('another') })
    const other = uniqueId('other')
    await stay(1, 3, { propertyId: await property({ landlordId: other }) })
    const others = [
      await seedThread({ reservationId: another, participantIds: [guestId] }),
      await seedThread({ participantIds: [guestId, other] }),
      await seedThread({ source: 'support', participantIds: [guestId, landlordId] }),
    ]
    const { threadId, isNew } = await opens()
    expect(isNew).toBe(true)
    expect(others).not.toContain(threadId)
  })

  it('each for its own stay, where there are several', async () => {
    const { start, stay } = await world()
    const stays = [await stay(1, 3), await stay(5, 6)]
    for (const reservationId of stays) {
      const threadId = await seedThread({ reservationId })
      expect(await start({ home: { reservationId } })).toMatchObject({ threadId })
      expect(await read(`threads/${threadId}`)).toMatchObject({ reservationId })
    }
  })

  it('for its booking, and has the guest once the booking learns their number', async () => {
    const { deps, start, guestId, home, thread } = await world()
    const bookingId = uniqueId('booking')
    const reservationId = `${bookingId}_1`
    const days = { arrival: day(1), departure: day(3), propertyId: home }
    await put(`reservations/${reservationId}`, { guestId: `booking-${bookingId}`, ...days })
    const { threadId } = await start({ home: { reservationId } })
    await update(`reservations/${reservationId}`, { guestId })
    expect(await openFor(deps, { guestId, propertyId: home })).toEqual({ threadId, isNew: false })
    expect(await thread(threadId)).toMatchObject({ guestId, reservationId })
  })
})

describe('a thread is about', () => {
  it('the stay that is current in the time zone of its property', async () => {
    const { start, stay, property, landlordId, thread } = await world({
      at: new Date('2026-03-01T23:30:00Z'),
    })
    const tokyo = await property({ landlordId, timeZone: 'Asia/Tokyo' })
    const today = await stay(0, 0)
    const tomorrowThere = await stay(1, 2, { propertyId: tokyo })
    const { threadId } = await start({ home: { reservationId: today } })
    // In Tokyo it is the second of March: that stay has begun, and later than the other.
    expect(await thread(threadId)).toMatchObject({ reservationId: tomorrowThere, propertyId: tokyo })
  })

  it.each(['followed', 'died after it', 'unknown by then'] as const)(
    'the next stay once the day comes, by the clock: %s',
    async what => {
      const { clock, deps, start, stay, thread } = await world({ at: new Date('2026-03-01T12:00:00Z') })
      const [current, next] = [await stay(-1, 0), await stay(3, 5)]
      const { threadId } = await start({ home: { reservationId: next } })
      const dueAt = '2026-03-02T00:00:00.000Z'
      expect(await thread(threadId)).toMatchObject({
        reservationId: current,
        stayDueAt: dueAt,
        deskDueAt: dueAt,
      })
      await lookAtThread(deps, threadId)
      expect(await thread(threadId)).toMatchObject({ reservationId: current })
      clock.forward(12 * 3_600_000)
      if (what === 'unknown by then') await remove(`reservations/${next}`)
      if (what === 'died after it')
        await dieAt(deps, { effect: 'store.commit', when: 'after' }, dying => lookAtThread(dying, threadId))
      await lookAtThread(deps, threadId)
      const followed = await thread(threadId)
      expect(followed.reservationId).toBe(what === 'unknown by then' ? current : next)
      expect(followed).not.toHaveProperty('stayDueAt')
      expect(followed).not.toHaveProperty('deskDueAt')
    },
  )

  it.each(['of the same guest', 'merged into that of another one'] as const)(
    'its own stay with its present days, even if another thread is found: %s',
    async what => {
      const { deps, stay, home, guestId, landlordId, thread } = await world()
      const moved = await stay(1, 3)
      const threadId = await seedThread({ reservationId: moved, guestId })
      const isMerged = what !== 'of the same guest'
      const owner = isMerged ? uniqueId('guest') : guestId
      const other = await seedThread({
        guestId: owner,
        reservationId: await stay(5, 6, { guestId: owner }),
        landlordId,
      })
      const comes = () => openFor(deps, { guestId, propertyId: home })
      await comes()
      if (isMerged) await mergeThread(deps, staff, { threadId, into: other })
      await update(`reservations/${moved}`, { arrival: day(8), departure: day(9) })
      await comes()
      expect((await thread(threadId)).stay).toEqual({ arrival: day(8), departure: day(9) })
      await update(`reservations/${moved}`, { status: 'cancelled' })
      expect(await comes()).toMatchObject({ threadId: isMerged ? other : expect.any(String), isNew: false })
      expect((await thread(threadId)).stay).toBeNull()
      expect((await thread(other)).stay).toEqual(
        isMerged ? undefined : { arrival: day(5), departure: day(6) },
      )
    },
  )

  it('a property, whose team it has, but keeps its team while the guest waits', async () => {
    const { start, stay, property, landlordId, thread } = await world()
    const at = async (from: number, fields: object) =>
      stay(from, 12, { propertyId: await property({ landlordId, ...fields }) })
    const { threadId } = await start({ home: { reservationId: await at(10, {}) } })
    expect(await thread(threadId)).toMatchObject({ teamId: null })
    await start({ home: { reservationId: await at(9, { teamId: 'front' }) } })
    expect(await thread(threadId)).toMatchObject({ teamId: 'front' })
    await update(`threads/${threadId}`, { unansweredSince: new Date() })
    const { propertyId } = await read(`reservations/${await at(8, { teamId: 'back' })}`)
    await start({ home: { reservationId: await stay(7, 8, { propertyId }) } })
    expect(await thread(threadId)).toMatchObject({ teamId: 'front', propertyId })
  })

  it('a property, whose team it gets if it has none yet', async () => {
    const { start, stay, property, landlordId, thread } = await world()
    const propertyId = await property({ landlordId, teamId: 'front' })
    const reservationId = await stay(1, 3, { propertyId })
    const threadId = await seedThread({ reservationId, propertyId })
    await start({ home: { reservationId } })
    expect(await thread(threadId)).toMatchObject({ teamId: 'front' })
  })
})

describe('nothing is opened', () => {
  it('for an unknown reservation or guest', async () => {
    const { start } = await world()
    for (const home of [{ reservationId: uniqueId('none') }, { guestId: uniqueId('none') }])
      await expect(start({ home })).rejects.toThrow(/^not-found/)
  })

  it('for a guest without a stay, or a stay without a guest', async () => {
    const { start, stay, guestId, threads } = await world()
    await expect(start({ home: { guestId } })).rejects.toThrow('validation-failed')
    const reservationId = await stay(1, 2, { guestId: null })
    await expect(start({ home: { reservationId } })).rejects.toThrow('validation-failed')
    expect(await threads()).toEqual([])
  })

  it('by a first chatapp text to a guest who neither wrote nor agreed', async () => {
    const { start, stay, guestId, threads, messages } = await world()
    const home = { reservationId: await stay(1, 3) }
    const message = text('Hello', { type: 'chatapp-message' })
    await expect(start({ home, message })).rejects.toThrow('validation-failed')
    expect(await threads()).toEqual([])
    await update(`guests/${guestId}`, { 'optedIn.chatapp': new Date() })
    const { threadId } = await start({ home, message })
    await update(`guests/${guestId}`, { optedIn: {} })
    // A repeated message needs no consent.
    expect((await start({ home, message })).threadId).toBe(threadId)
    expect(await messages(threadId)).toHaveLength(1)
  })
})

describe('an opening that fails', () => {
  it('before the thread is stored leaves only an audit entry of the failure', async () => {
    const { deps, stay, threads } = await world()
    const reservationId = await stay(1, 3)
    const failing = intercepted(deps, 'store.commit', () => async () => {
      throw new Error('no')
    })
    await expect(startThread(failing, staff, { home: { reservationId } })).rejects.toThrow('no')
    expect(await threads()).toEqual([])
    const entries = await listed('auditLog', 'targetId', reservationId)
    expect(entries).toMatchObject([{ action: 'thread.open', outcome: 'failure', targetType: 'reservation' }])
  })

  it.each([
    [1, 'before', true],
    [1, 'after', false],
    [2, 'before', false],
    [2, 'after', false],
  ] as const)('at commit %i, %s it is done, is made good by a repetition', async (call, when, isNew) => {
    const { deps, start, stay, threads, messages } = await world()
    const [home, message] = [{ reservationId: await stay(1, 3) }, text()]
    await dieAt(deps, { effect: 'store.commit', call, when }, dying =>
      startThread(dying, staff, { home, message }),
    )
    const opened = await start({ home, message })
    expect(opened.isNew).toBe(isNew)
    expect(await threads()).toEqual([opened.threadId])
    expect(await messages(opened.threadId)).toHaveLength(1)
  })

  it('after opening a thread for a message in triage leaves the message there, for the next try', async () => {
    const { deps, stay, phone, guestId, threads, messages } = await world()
    await stay(1, 3)
    const message = receivedFrom(phone)
    await receiveMessage(deps, message)
    const assignment = { entryId: message.providerMessageId, guestId }
    await dieAt(deps, { effect: 'store.commit' }, dying => assignTriage(dying, staff, assignment))
    await assignTriage(deps, staff, assignment)
    const [threadId = '', ...others] = await threads()
    expect(others).toEqual([])
    expect(await messages(threadId)).toHaveLength(1)
  })
})

describe('a message names the stay it is about', () => {
  it('of the guest of the thread alone, if staff or a service writes it', async () => {
    const { opens, deps, stay } = await world()
    const { threadId } = await opens()
    const other = await stay(40, 42)
    const post = (reservationId: string, actor = staff) =>
      createMessage(deps, actor, input(threadId, { reservationId, type: 'sms-message' }))
    expect((await post(other)).message).toMatchObject({
      reservationId: other,
      delivery: { reservationId: other },
    })
    const theirs = await stay(1, 2, { guestId: uniqueId('another') })
    for (const reservationId of [theirs, uniqueId('none')])
      await expect(post(reservationId)).rejects.toThrow('validation-failed')
    const member = { ...staff, uid: uniqueId('member'), role: 'user' as const }
    await expect(post(other, member)).rejects.toThrow('forbidden')
  })

  it('also in a thread that names no guest', async () => {
    const { deps, stay } = await world()
    const threadId = await seedThread({ reservationId: await stay(1, 3) })
    const reservationId = await stay(40, 42)
    const { message } = await createMessage(deps, staff, input(threadId, { reservationId }))
    expect(message).toMatchObject({ reservationId })
  })
})

describe('a message in triage', () => {
  it('gets a thread opened for it, and keeps the time when the guest wrote', async () => {
    const { deps, stay, phone, clock, guestId, thread, opened } = await world()
    const reservationId = await stay(1, 3)
    const message = receivedFrom(phone)
    await receiveMessage(deps, message)
    const wroteAt = clock.now()
    clock.forward(3 * 60 * 60_000)
    await assignTriage(deps, staff, { entryId: message.providerMessageId, guestId })
    const [threadId = ''] = (await listed('threads', 'guestId', guestId)).map(({ id }) => id)
    const stored = await thread(threadId)
    expect(stored).toMatchObject({ reservationId, lastMessage: { receivedAt: wroteAt.toISOString() } })
    expect(new Date(stored.lastMessage.createdAt).getTime()).toBeGreaterThanOrEqual(clock.now().getTime())
    expect(await opened(threadId)).toHaveLength(1)
  })

  it('opens nothing if it is missing', async () => {
    const { deps, stay, guestId, threads } = await world()
    await stay(1, 3)
    const unknown = assignTriage(deps, staff, { entryId: uniqueId('none'), guestId })
    await expect(unknown).rejects.toThrow(/^not-found/)
    expect(await threads()).toEqual([])
  })
})

describe('one guest has one thread per landlord', () => {
  it('however many open it at once, by the import, by hand and from triage', async () => {
    const { deps, start, stay, home, guestId, phone, threads, opened, messages } = await world()
    const entries = [receivedFrom(phone), receivedFrom(phone)]
    for (const entry of entries) await receiveMessage(deps, entry)
    const stays = await Promise.all([1, 5, 9].map(from => stay(from, from + 2)))
    await Promise.all([
      ...stays.map(reservationId => start({ home: { reservationId }, message: text(reservationId) })),
      ...stays.map(() => openFor(deps, { guestId, propertyId: home })),
      ...entries.map(({ providerMessageId: entryId }) => assignTriage(deps, staff, { entryId, guestId })),
      start({ home: { guestId } }),
    ])
    const [threadId = '', ...others] = await threads()
    expect(others).toEqual([])
    expect((await opened(threadId)).length).toBeLessThanOrEqual(1)
    expect((await messages(threadId)).filter(({ source }) => source === 'platform')).toHaveLength(3)
    expect((await messages(threadId)).filter(({ source }) => source === 'chatapp')).toHaveLength(2)
  })

  it('also where its guest was erased in between, and books again', async () => {
    const { opens, start, stay, guestId } = await world()
    const { threadId } = await opens()
    await put(`threads/${threadId}`, { source: 'platform', participantIds: [] })
    await remove(`guests/${guestId}`)
    const reservationId = await stay(5, 7)
    await update(`threads/${threadId}`, { reservationId: null })
    expect(await start({ home: { reservationId } })).toMatchObject({ threadId, isNew: false })
  })
})

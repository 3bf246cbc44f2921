import { FieldValue, Timestamp } from 'firebase-admin/firestore'
import { describe, expect, it } from 'vitest'
import { firestoreWith } from '../../src/adapters/firestore/client.ts'
import { messages } from '../../src/adapters/firestore/messages.ts'
import { threads } from '../../src/adapters/firestore/threads.ts'
import { systemClock } from '../../src/adapters/system.ts'
import type { Actor } from '../../src/lib/actor.ts'
import { deliverMessage } from '../../src/lib/chat/delivery/deliver-message.ts'
import { createMessage } from '../../src/lib/chat/posting/create-message.ts'
import { PostTally } from '../../src/lib/chat/posting/post-tally.ts'
import { markImportant, markRead } from '../../src/lib/chat/reading/change-thread.ts'
import { type MessagePage, readMessages } from '../../src/lib/chat/reading/read-messages.ts'
import { readThread } from '../../src/lib/chat/reading/read-thread.ts'
import {
  deliveryDeps,
  input,
  leftBy,
  postDeps,
  seedGuestThread,
  seedThread,
  staffActor,
  startVerbs,
  steppedClock,
} from '../support/chat-deps.ts'
import { memoryLog } from '../support/memory-log.ts'
import { uniqueId } from '../support/stack.ts'
import { builtContext, limits } from '../support/test-context.ts'

const { db, counter, callsOf, post } = await startVerbs()

const stored = threads(firestoreWith(db))
const deps = await builtContext({ firestore: db })
const staff = staffActor()
const member: Actor = { uid: 'member', role: 'user' }
const stranger: Actor = { uid: 'stranger', role: 'user' }

type Fields = Record<string, unknown>

/** A thread with these messages, written as they are; each has an id of its place unless it says another. */
async function seedMessages(messages: Fields[], thread: Fields = {}): Promise<string> {
  const threadId = await seedThread(db, thread)
  const batch = db.batch()
  for (const [place, fields] of messages.entries()) {
    const messageId = `m${String(place).padStart(3, '0')}`
    const message = { messageId, threadId, body: 'Hello', authorId: 'member', type: 'message', ...fields }
    batch.set(db.doc(`threads/${threadId}/messages/${message.messageId}`), {
      createdAt: new Date(1_700_000_000_000 + place),
      ...message,
    })
  }
  await batch.commit()
  return threadId
}

/** Every page, from the newest on. */
async function pagesOf(
  actor: Actor,
  threadId: string,
  limit: number,
  from: typeof deps & { maxPassedOver?: number } = deps,
): Promise<MessagePage[]> {
  const pages: MessagePage[] = []
  for (let before: string | null | undefined; before !== null; before = pages.at(-1)?.nextCursor ?? null)
    pages.push(await readMessages(from, actor, { threadId, limit, before }))
  return pages
}

const idsOf = (pages: MessagePage[]) => pages.flatMap(({ messages }) => messages.map(one => one.messageId))

const newest = { limit: 50 }

describe('what reading costs', () => {
  it('a thread takes one read, its guest one, or two by a reservation, and an opt-out one a channel', async () => {
    const read = 'BatchGetDocuments'
    const threadId = await seedThread(db)
    expect(await callsOf(() => readThread(deps, member, { threadId }))).toEqual([read, 'RunQuery'])
    const stay = await seedGuestThread(db)
    expect(await callsOf(() => readThread(deps, member, stay))).toEqual([read, read, read, read, read])
  })

  it('a page takes thread and messages, for staff at once, and then the names', async () => {
    const threadId = await seedMessages([{}, { authorId: 'other' }, {}])
    const page = (actor: Actor) => callsOf(() => readMessages(deps, actor, { threadId, ...newest }))
    const calls = await page(staff)
    expect(calls.slice(0, 2).sort()).toEqual(['BatchGetDocuments', 'RunQuery'])
    expect(calls.slice(2)).toEqual(['BatchGetDocuments'])
    expect(await page(member)).toEqual(['BatchGetDocuments', 'RunQuery', 'BatchGetDocuments'])
  })

  it('an empty page takes no names, and a stranger gets no further than the thread', async () => {
    const [empty, notes] = [
      await seedThread(db),
      await seedMessages([{}, ...Array(5).fill({ type: 'note' })]),
    ]
    const calls = await callsOf(() => readMessages(deps, member, { threadId: empty, ...newest }))
    expect(calls.sort()).toEqual(['BatchGetDocuments', 'RunQuery'])
    const refused = await callsOf(() =>
      expect(readMessages(deps, stranger, { threadId: notes, limit: 1 })).rejects.toThrow('thread-not-found'),
    )
    expect(refused).toEqual(['BatchGetDocuments'])
  })

  it('a reply takes one query more only when the page lacks what it replies to', async () => {
    const reply = { metadata: { replyToProviderId: 'SM1' } }
    const threadId = await seedMessages([{ externalMessageId: 'SM1' }, {}, reply])
    const whole = await callsOf(() => readMessages(deps, member, { threadId, ...newest }))
    expect(whole.filter(call => call === 'RunQuery')).toHaveLength(1)
    const part = await callsOf(() => readMessages(deps, member, { threadId, limit: 1 }))
    expect(part.filter(call => call === 'RunQuery')).toHaveLength(2)
    expect(part.filter(call => call === 'BatchGetDocuments')).toHaveLength(2)
  })

  it('a mark takes a read and a write, and again only the read', async () => {
    const threadId = await seedThread(db, { needsAttention: ['member'], needsAttentionMap: { member: true } })
    const marks = [
      () => markRead(deps, member, { threadId }),
      () => markImportant(deps, member, { threadId, important: true }),
      () => markImportant(deps, member, { threadId, important: false }),
    ]
    for (const mark of marks) {
      expect(await callsOf(mark)).toEqual(['BatchGetDocuments', 'Commit'])
      expect(await callsOf(mark)).toEqual(['BatchGetDocuments'])
    }
  })

  it.each([true, false])(
    'marking important (%s) takes no more while the thread is written to',
    async important => {
      const threadId = await seedThread(db, { importantFor: important ? ['x'] : ['x', 'member'], version: 4 })
      const read = async () => {
        const thread = await stored.read(threadId)
        await db
          .doc(`threads/${threadId}`)
          .update({ version: 5, importantFor: FieldValue.arrayUnion('other') })
        return thread
      }
      const busy = { ...deps, threads: { ...stored, read } }
      const calls = await callsOf(() => markImportant(busy, member, { threadId, important }))
      expect(calls).toEqual(['BatchGetDocuments', 'Commit', 'Commit'])
      const { importantFor, version } = (await stored.read(threadId))?.value ?? {}
      expect(importantFor?.toSorted()).toEqual([...(important ? ['member'] : []), 'other', 'x'])
      expect(version).toBe(6)
    },
  )
})

describe('a page', () => {
  /** Every third is a message; forty notes in a row lie between the old and the new. */
  const many = Array.from({ length: 125 }, (_, place) =>
    place % 3 === 0 && !(place > 40 && place < 80) ? {} : { type: 'note' },
  )
  const withPlaces = many.map((fields, place) => ({ ...fields, id: `m${String(place).padStart(3, '0')}` }))

  it.each([1, 7, 50, 100])('of %i is full and names every message once', async limit => {
    const threadId = await seedMessages(many)
    for (const actor of [staff, member]) {
      const expected = withPlaces
        .filter(message => actor === staff || !('type' in message))
        .map(({ id }) => id)
        .reverse()
      const pages = await pagesOf(actor, threadId, limit)
      expect(idsOf(pages)).toEqual(expected)
      expect(pages).toHaveLength(Math.ceil(expected.length / limit))
    }
  })

  it('is for a participant the same whatever notes there are', async () => {
    const threadId = await seedMessages(many)
    const noted = await pagesOf(member, threadId, 7)
    const notes = await db.collection(`threads/${threadId}/messages`).where('type', '==', 'note').get()
    expect(notes.size).toBeGreaterThan(80)
    await Promise.all(notes.docs.map(note => note.ref.delete()))
    expect(await pagesOf(member, threadId, 7)).toEqual(noted)
  })

  it('without a message among very many notes says only that reading goes on', async () => {
    const longAgo = (at: number) => ({ type: 'note', createdAt: new Date(1_600_000_000_000 + at) })
    const notes = Array.from({ length: 30 }, (_, place) => ({ ...longAgo(place), messageId: `note${place}` }))
    const others = notes.map((note, place) => ({ ...note, ...longAgo(9 * place), messageId: `x${place}` }))
    const oldest = { createdAt: new Date(1_500_000_000_000) }
    const pages = async (hidden: Fields[], limit: number) => {
      const threadId = await seedMessages([oldest, {}, {}, ...hidden])
      return pagesOf(member, threadId, limit, { ...deps, maxPassedOver: 8 })
    }
    for (const limit of [1, 2, 3, 100]) {
      const found = await pages(notes, limit)
      expect(idsOf(found)).toEqual(['m002', 'm001', 'm000'])
      expect(await pages(others, limit)).toEqual(
        found.map(({ messages, authors, nextCursor }) => ({
          ...{ messages: messages.map(() => expect.anything()), authors },
          nextCursor: nextCursor && expect.any(String),
        })),
      )
    }
  })

  it('after notes alone goes on from the beginning, with more or fewer messages than before', async () => {
    const notes = Array.from({ length: 50 }, () => ({ type: 'note' }))
    const threadId = await seedMessages([{}, {}, ...notes])
    const few = { ...deps, maxPassedOver: 8 }
    const found: MessagePage[] = []
    for (let before: string | null | undefined; before !== null; before = found.at(-1)?.nextCursor ?? null) {
      const limit = found.length % 2 === 0 ? 1 : 20
      found.push(await readMessages(few, member, { threadId, limit, before }))
    }
    expect(idsOf(found)).toEqual(['m001', 'm000'])
    expect(found[0]).toMatchObject({ messages: [], nextCursor: expect.any(String) })
  })

  it('passes over what is not as it should be, and goes on behind it', async () => {
    const odd: Fields[] = [{ attachments: null }, { type: 'fax' }, { body: 7 }, { authorId: null }]
    const threadId = await seedMessages([{}, ...odd, {}, { attachments: null }])
    await db.doc(`threads/${threadId}/messages/timeless`).set({ messageId: 'timeless', createdAt: 'today' })
    for (const limit of [1, 2, 7])
      for (const actor of [member, staff]) {
        const log = memoryLog()
        const logged = { ...deps, messages: messages(firestoreWith(db), log) }
        expect(idsOf(await pagesOf(actor, threadId, limit, logged))).toEqual(['m005', 'm000'])
        expect(new Set(log.events)).toEqual(new Set(['a stored message cannot be read']))
      }
  })

  it('keeps messages of one time apart, also where they differ by less than a millisecond', async () => {
    const at = (nanoseconds: number) => ({ createdAt: new Timestamp(1_700_000_000, nanoseconds) })
    const threadId = await seedMessages([at(1000), at(1000), at(1000), at(2000), at(2000), at(3000)])
    const expected = ['m005', 'm004', 'm003', 'm002', 'm001', 'm000']
    for (const limit of [1, 2, 4]) expect(idsOf(await pagesOf(member, threadId, limit))).toEqual(expected)
  })

  it('stays where it is when messages arrive', async () => {
    const threadId = await seedMessages([{}, {}, {}])
    const first = await readMessages(deps, member, { threadId, limit: 2 })
    await post(threadId, {}, staff)
    const before = first.nextCursor ?? ''
    const second = await readMessages(deps, member, { threadId, limit: 2, before })
    expect(idsOf([first, second])).toEqual(['m002', 'm001', 'm000'])
    expect(second.nextCursor).toBeNull()
  })

  it('has messages without a type', async () => {
    const threadId = await seedMessages([{}])
    await db.doc(`threads/${threadId}/messages/m000`).update({ type: FieldValue.delete() })
    const { messages } = await readMessages(deps, member, { threadId, ...newest })
    expect(messages).toMatchObject([{ messageId: 'm000', type: 'message' }])
  })

  it('names users before guests, and whoever has no name or no possible document not', async () => {
    const [user, named, guest, blank] = ['user', 'named', 'guest', 'blank'].map(uniqueId)
    await db.doc(`users/${user}`).set({ displayName: 'Olivia', name: 'O', email: 'o@example.com' })
    await db.doc(`users/${named}`).set({ name: 'Sam', displayName: '' })
    await db.doc(`guests/${user}`).set({ name: 'Not me' })
    await db.doc(`guests/${guest}`).set({ name: 'Maria', phone: '+39333' })
    await db.doc(`users/${blank}`).set({ displayName: 7, email: 'b@example.com' })
    const odd = ['a/b', '..', '__x__', '', 'x'.repeat(1501)]
    const authors = [user, named, guest, blank, ...odd]
    const threadId = await seedMessages(authors.map(authorId => ({ authorId })))
    const page = await readMessages(deps, member, { threadId, ...newest })
    expect(page.authors).toEqual({
      ...Object.fromEntries([blank, ...odd].map(id => [id, { name: null }])),
      [String(user)]: { name: 'Olivia' },
      [String(named)]: { name: 'Sam' },
      [String(guest)]: { name: 'Maria' },
    })
  })
})

describe('a cursor', () => {
  const unknown = expect.objectContaining({ code: 'validation-failed' })

  it('is of no use to another reader, for another thread, or changed', async () => {
    const participantIds = ['member', 'other']
    const threadId = await seedMessages([{}, {}, {}], { participantIds })
    const elsewhere = await seedMessages([{}, {}, {}], { participantIds })
    const { nextCursor } = await readMessages(deps, member, { threadId, limit: 1 })
    const cursor = String(nextCursor)
    const read = (actor: Actor, id = threadId, before = cursor) =>
      readMessages(deps, actor, { threadId: id, limit: 1, before })
    expect(idsOf([await read(member)])).toEqual(['m001'])
    await expect(read({ uid: 'other', role: 'user' })).rejects.toEqual(unknown)
    await expect(read(staff)).rejects.toEqual(unknown)
    await expect(read(member, elsewhere)).rejects.toEqual(unknown)
    const plain = Buffer.from('999~1700000000.0.m001').toString('base64url')
    const changed = `${cursor.startsWith('A') ? 'B' : 'A'}${cursor.slice(1)}`
    for (const made of ['', plain, `${cursor}=`, cursor.slice(1), changed, cursor.slice(0, -4)])
      await expect(read(member, threadId, made)).rejects.toEqual(unknown)
  })

  it('leads behind the notes that were passed over, and never reads them again', async () => {
    const notes = Array.from({ length: 60 }, () => ({ type: 'note' }))
    const threadId = await seedMessages([{}, ...notes])
    const read: number[] = []
    const stretch: typeof deps.messages.stretch = async (...given) => {
      const found = await deps.messages.stretch(...given)
      read.push(found.length)
      return found
    }
    const counting = { ...deps, messages: { ...deps.messages, stretch }, maxPassedOver: 8 }
    expect(idsOf(await pagesOf(member, threadId, 1, counting))).toEqual(['m000'])
    expect(read.reduce((sum, one) => sum + one)).toBe(61)
  })

  it('costs a reader who passes over very many notes further requests of the minute', async () => {
    const threadId = await seedMessages([{}, ...Array.from({ length: 60 }, () => ({ type: 'note' }))])
    const few = {
      ...deps,
      rules: { ...deps.rules, userRequestsPerMinute: () => 3 },
      requestTally: new PostTally(),
    }
    const read = (actor: Actor) => readMessages(few, actor, { threadId, limit: 1 })
    await expect(read(member)).rejects.toMatchObject({ code: 'rate-limited' })
    expect((await read(staff)).messages).toHaveLength(1)
  })

  it('counts by its size as several requests of the minute, not for staff', async () => {
    const threadId = await seedMessages([{}])
    const few = {
      ...deps,
      rules: { ...deps.rules, userRequestsPerMinute: () => 2 },
      requestTally: new PostTally(),
    }
    const read = (actor: Actor, limit: number) => readMessages(few, actor, { threadId, limit })
    expect((await read(member, 50)).messages).toHaveLength(1)
    await read(member, 60)
    await read(member, 60)
    await expect(read(member, 60)).rejects.toMatchObject({ code: 'rate-limited' })
    expect((await read(staff, 100)).messages).toHaveLength(1)
  })
})

describe('a reply', () => {
  const reply = (id: string) => ({ metadata: { replyToProviderId: id } })

  it('says which message it replies to, in the page or before it', async () => {
    const threadId = await seedMessages([{ externalMessageId: 'SM1' }, {}, reply('SM1'), reply('SM9')])
    for (const limit of [2, 50]) {
      const { messages } = await readMessages(deps, member, { threadId, limit })
      expect(messages.slice(0, 2).map(({ replyTo }) => replyTo)).toEqual([undefined, 'm000'])
    }
  })

  it('to a note or to a message of another thread says nothing', async () => {
    const elsewhere = uniqueId('SM')
    await seedMessages([{ externalMessageId: elsewhere }])
    const note = { type: 'note', externalMessageId: 'SM1' }
    const threadId = await seedMessages([note, {}, reply('SM1'), reply(elsewhere)])
    const { messages } = await readMessages(deps, member, { threadId, limit: 2 })
    expect(messages.map(({ replyTo }) => replyTo)).toEqual([undefined, undefined])
    const forStaff = await readMessages(deps, staff, { threadId, limit: 2 })
    expect(forStaff.messages.map(({ replyTo }) => replyTo)).toEqual([undefined, 'm000'])
  })

  it('is found among more than one query can look for', async () => {
    const answered = Array.from({ length: 70 }, (_, place) => ({ externalMessageId: `SM${place}` }))
    const threadId = await seedMessages([...answered, ...answered.map((_, place) => reply(`SM${place}`))])
    const { messages } = await readMessages(deps, member, { threadId, limit: 70 })
    expect(messages.map(({ replyTo }) => replyTo)).toEqual(
      answered.map((_, place) => `m${String(place).padStart(3, '0')}`).reverse(),
    )
  })
})

/** Threads to which something else is written before each change. */
const slippery = (slip: () => Promise<unknown>) => ({
  ...stored,
  change: async (...write: Parameters<typeof stored.change>) => {
    await slip()
    return stored.change(...write)
  },
})

describe('a mark', () => {
  const unread = { needsAttention: ['member', 'x'], needsAttentionMap: { member: true, x: true }, version: 1 }

  it.each([{}, { lastMessageId: 'old' }])(
    'of having read %j does not cover a post that slips in',
    async given => {
      const lastMessage = { messageId: 'old', type: 'message' }
      const threadId = await seedThread(db, { ...unread, lastMessage, lastPublicMessage: lastMessage })
      let posts = 0
      const threads = slippery(() => {
        posts += 1
        return post(threadId, {}, staff)
      })
      await markRead({ ...deps, threads }, member, { threadId, ...given })
      const { thread } = await leftBy(db, threadId)
      expect(posts).toBe(1)
      expect(thread.needsAttention).toEqual(['member', 'x'])
      expect(thread.version).toBe(2)
    },
  )

  it('of having read covers a note that slips in, for who cannot see it', async () => {
    const threadId = await seedThread(db, unread)
    let isFirst = true
    const threads = slippery(async () => {
      if (isFirst) await post(threadId, { type: 'note' }, staff)
      isFirst = false
    })
    await markRead({ ...deps, threads }, member, { threadId })
    expect((await leftBy(db, threadId)).thread).toMatchObject({ needsAttention: ['x'], version: 3 })
  })

  /** A send of that author fails: nobody is known to send it to. */
  async function failedSend(threadId: string, author: Actor): Promise<string> {
    const sent = input(threadId, { type: 'sms-message' })
    const { message } = await createMessage(await postDeps(db), author, sent)
    await deliverMessage(await deliveryDeps(db), message)
    return message.messageId
  }

  const attentionIn = async (threadId: string): Promise<string[]> =>
    (await leftBy(db, threadId)).thread.needsAttention

  it('of having read a message does not cover that it could not be sent', async () => {
    const threadId = await seedThread(db)
    const lastMessageId = await failedSend(threadId, staff)
    await markRead(deps, staff, { threadId, lastMessageId })
    await markRead(deps, staff, { threadId, lastMessageId, lastFailureId: 'another' })
    expect(await attentionIn(threadId)).toEqual(['member', staff.uid])
    const { lastFailureId } = await readThread(deps, staff, { threadId })
    await markRead(deps, staff, { threadId, lastMessageId, lastFailureId })
    expect(await attentionIn(threadId)).toEqual(['member'])
  })

  it('of having read a failure is enough for all messages until the next one', async () => {
    const threadId = await seedThread(db)
    await failedSend(threadId, staff)
    const { lastFailureId } = await readThread(deps, staff, { threadId })
    await markRead(deps, staff, { threadId })
    expect(await readThread(deps, staff, { threadId })).toMatchObject({ unread: false, lastFailureId: null })
    const { message } = await post(threadId, {}, member)
    await markRead(deps, staff, { threadId, lastMessageId: message.messageId })
    expect(await attentionIn(threadId)).toEqual(['member'])
    const lastMessageId = await failedSend(threadId, staff)
    await markRead(deps, staff, { threadId, lastMessageId, lastFailureId })
    expect(await attentionIn(threadId)).toEqual(['member', staff.uid])
  })

  it('of having read is not held up by the failure of what somebody else sent', async () => {
    const threadId = await seedThread(db)
    const lastMessageId = await failedSend(threadId, staff)
    await markRead(deps, member, { threadId, lastMessageId })
    expect(await attentionIn(threadId)).toEqual([staff.uid])
    expect(await readThread(deps, member, { threadId })).toMatchObject({ lastFailureId: null })
  })

  it('of having read does not cover a failure that slips in', async () => {
    const threadId = await seedThread(db, { participantIds: ['member', staff.uid] })
    const { message } = await post(threadId, { type: 'sms-message' }, staff)
    await post(threadId, {}, member)
    let slips = 0
    const threads = slippery(async () => {
      slips += 1
      await deliverMessage(await deliveryDeps(db), message)
    })
    await markRead({ ...deps, threads }, staff, { threadId })
    expect(slips).toBe(1)
    expect(await attentionIn(threadId)).toContain(staff.uid)
  })

  it('whose answer is lost is written once', async () => {
    const threadId = await seedThread(db, unread)
    counter.loseReplyOf('Commit', 4)
    await markRead(deps, member, { threadId })
    counter.loseReplyOf('Commit', 4)
    await markImportant(deps, member, { threadId, important: true })
    expect((await leftBy(db, threadId)).thread).toMatchObject({
      needsAttention: ['x'],
      importantFor: ['member'],
      version: 3,
    })
  })

  it('that never gets through ends in thread-busy', async () => {
    const threadId = await seedThread(db, unread)
    const clock = { ...systemClock, sleep: async () => {} }
    const busy = { ...stored, change: async () => 'unresolved' as const }
    await expect(markRead({ ...deps, clock, threads: busy }, member, { threadId })).rejects.toThrow(
      'thread-busy',
    )
  })

  it('of strangers change the thread only so often a minute, and take nothing from who was added', async () => {
    const uids = ['s1', 's2', 's3']
    const threadId = await seedThread(db, { participantIds: ['member', ...uids], selfJoinedIds: uids })
    const clock = steppedClock(new Date('2031-05-01T12:00:15Z'))
    const atMostTwo = { userPostsPerMinute: 2, selfJoinedPostsPerMinute: 2 }
    const few = {
      ...{ ...deps, clock: { ...clock, sleep: systemClock.sleep }, markTally: new PostTally() },
      rules: { ...deps.rules, chatLimits: () => ({ ...limits, ...atMostTwo }) },
    }
    const mark = (uid: string, important = true) =>
      markImportant(few, { uid, role: uid === 'staff' ? 'support' : 'user' }, { threadId, important })
    const isRefused = (uid: string, important = true) =>
      expect(mark(uid, important)).rejects.toMatchObject({ code: 'rate-limited', retryAfterSeconds: 45 })
    await mark('s1')
    await mark('s2')
    await mark('s1')
    await isRefused('s3')
    await isRefused('s1', false)
    await mark('member')
    await mark('member', false)
    await isRefused('member')
    for (const important of [true, false, true]) await mark('staff', important)
    expect((await leftBy(db, threadId)).thread).toMatchObject({
      importantFor: ['s1', 's2', 'staff'],
      version: 7,
    })
    clock.forward(60_000)
    await mark('s3')
  })

  it('on a thread that goes away finds no thread', async () => {
    const threadId = await seedThread(db, unread)
    const vanishing = {
      ...stored,
      changeImportance: async (...write: Parameters<typeof stored.changeImportance>) => {
        await db.doc(`threads/${threadId}`).delete()
        return stored.changeImportance(...write)
      },
    }
    const mark = markImportant({ ...deps, threads: vanishing }, member, { threadId, important: true })
    await expect(mark).rejects.toThrow('thread-not-found')
    expect((await db.doc(`threads/${threadId}`).get()).exists).toBe(false)
  })
})

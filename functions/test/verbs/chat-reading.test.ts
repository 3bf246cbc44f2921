import { FieldValue, Timestamp } from 'firebase-admin/firestore'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../src/adapters/system.ts'
import type { Actor } from '../../src/lib/actor.ts'
import { deliverMessage } from '../../src/lib/chat/delivery/deliver-message.ts'
import { createMessage } from '../../src/lib/chat/posting/create-message.ts'
import { PostTally } from '../../src/lib/chat/posting/post-tally.ts'
import { markImportant, markRead } from '../../src/lib/chat/reading/change-thread.ts'
import { type MessagePage, readMessages } from '../../src/lib/chat/reading/read-messages.ts'
import { readThread } from '../../src/lib/chat/reading/read-thread.ts'
import { threads } from '../../src/lib/chat/thread-writes.ts'
import { input, postTrace, seedThread, staffActor, startVerbs, steppedClock } from '../support/chat-deps.ts'
import { intercepted } from '../support/intercept.ts'
import { memoryLog } from '../support/memory-log.ts'
import { put, remove, uniqueId, update } from '../support/stack.ts'
import { builtContext, limits } from '../support/test-context.ts'

const { db, callsOf, post } = startVerbs()

const deps = await builtContext({ firestore: db })
const staff = staffActor()
const member: Actor = { uid: 'member', role: 'user' }

type Fields = Record<string, unknown>

/** A thread with these messages, written unchecked; a message's id is its place unless given. */
async function seedMessages(messages: Fields[], thread: Fields = {}): Promise<string> {
  const threadId = await seedThread(thread)
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

/** All pages, newest first. */
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

describe('the cost of a mark', () => {
  it('is a read and a write, and of a repeated mark only the read', async () => {
    const threadId = await seedThread({ needsAttention: ['member'], needsAttentionMap: { member: true } })
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
    'is no higher for important (%s) while the thread is written to',
    async important => {
      const threadId = await seedThread({ importantFor: important ? ['x'] : ['x', 'member'], version: 4 })
      const busy = intercepted(deps, 'store.get', original => async places => {
        const found = await original(places)
        await update(`threads/${threadId}`, { version: 5, importantFor: FieldValue.arrayUnion('other') })
        return found
      })
      const calls = await callsOf(() => markImportant(busy, member, { threadId, important }))
      expect(calls).toEqual(['BatchGetDocuments', 'Commit', 'Commit'])
      const { importantFor, version } = (await deps.store.read(threads.at(threadId)))?.value ?? {}
      expect(importantFor?.toSorted()).toEqual([...(important ? ['member'] : []), 'other', 'x'])
      expect(version).toBe(6)
    },
  )
})

describe('a page', () => {
  /** Every third place has a message, the others notes; forty notes lie in a row in the middle. */
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

  it('is the same for a participant with and without notes', async () => {
    const threadId = await seedMessages(many)
    const noted = await pagesOf(member, threadId, 7)
    const notes = await db.collection(`threads/${threadId}/messages`).where('type', '==', 'note').get()
    expect(notes.size).toBeGreaterThan(80)
    await Promise.all(notes.docs.map(note => note.ref.delete()))
    expect(await pagesOf(member, threadId, 7)).toEqual(noted)
  })

  it('tells a participant nothing about very many notes but that reading goes on', async () => {
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
          messages: messages.map(() => expect.anything()),
          authors,
          nextCursor: nextCursor && expect.any(String),
        })),
      )
    }
  })

  it('is continued by one of another size if it found notes alone', async () => {
    const notes = Array(50).fill({ type: 'note' })
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

  it('passes over invalid stored messages, and goes on behind them', async () => {
    const odd: Fields[] = [{ attachments: null }, { type: 'fax' }, { body: 7 }, { authorId: null }]
    const threadId = await seedMessages([{}, ...odd, {}, { attachments: null }])
    await put(`threads/${threadId}/messages/timeless`, { messageId: 'timeless', createdAt: 'today' })
    for (const limit of [1, 2, 7])
      for (const actor of [member, staff]) {
        const log = memoryLog()
        const logged = { ...deps, log }
        expect(idsOf(await pagesOf(actor, threadId, limit, logged))).toEqual(['m005', 'm000'])
        expect(new Set(log.events)).toEqual(new Set(['a stored message cannot be read']))
      }
  })

  it('neither loses nor repeats messages of the same millisecond', async () => {
    const at = (nanoseconds: number) => ({ createdAt: new Timestamp(1_700_000_000, nanoseconds) })
    const threadId = await seedMessages([at(1000), at(1000), at(1000), at(2000), at(2000), at(3000)])
    const expected = ['m005', 'm004', 'm003', 'm002', 'm001', 'm000']
    for (const limit of [1, 2, 4]) expect(idsOf(await pagesOf(member, threadId, limit))).toEqual(expected)
  })

  it('is not shifted by messages that arrive', async () => {
    const threadId = await seedMessages([{}, {}, {}])
    const first = await readMessages(deps, member, { threadId, limit: 2 })
    await post(threadId, {}, staff)
    const before = first.nextCursor ?? ''
    const second = await readMessages(deps, member, { threadId, limit: 2, before })
    expect(idsOf([first, second])).toEqual(['m002', 'm001', 'm000'])
    expect(second.nextCursor).toBeNull()
  })

  it('shows a message without a type as a message', async () => {
    const threadId = await seedMessages([{}])
    await update(`threads/${threadId}/messages/m000`, { type: FieldValue.delete() })
    const { messages } = await readMessages(deps, member, { threadId, ...newest })
    expect(messages).toMatchObject([{ messageId: 'm000', type: 'message' }])
  })

  it('names authors as users, else as guests, and gives null without a name or for an impossible id', async () => {
    const [user, named, guest, blank] = ['user', 'named', 'guest', 'blank'].map(uniqueId)
    await put(`users/${user}`, { displayName: 'Olivia', name: 'O', email: 'o@example.com' })
    await put(`users/${named}`, { name: 'Sam', displayName: '' })
    await put(`guests/${user}`, { name: 'Not me' })
    await put(`guests/${guest}`, { name: 'Maria', phone: '+39333' })
    await put(`users/${blank}`, { displayName: 7, email: 'b@example.com' })
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

  it('is refused for another reader, for another thread, and changed', async () => {
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

  it('leads behind the notes passed over, so that none is read twice', async () => {
    const notes = Array(60).fill({ type: 'note' })
    const threadId = await seedMessages([{}, ...notes])
    const read: number[] = []
    const counting = intercepted(deps, 'store.find', original => async query => {
      const found = (await original(query)) as unknown[]
      read.push(found.length)
      return found
    })
    expect(idsOf(await pagesOf(member, threadId, 1, { ...counting, maxPassedOver: 8 }))).toEqual(['m000'])
    expect(read.reduce((sum, one) => sum + one)).toBe(61)
  })

  /** Reads with this limit of a user's requests a minute. */
  const readWith = (perMinute: number, threadId: string) => {
    const rules = { ...deps.rules, userRequestsPerMinute: () => perMinute }
    const few = { ...deps, rules, requestTally: new PostTally() }
    return (actor: Actor, limit = 1) => readMessages(few, actor, { threadId, limit })
  }

  it('behind very many notes costs further requests of the minute, except for staff', async () => {
    const read = readWith(3, await seedMessages([{}, ...Array(60).fill({ type: 'note' })]))
    await expect(read(member)).rejects.toMatchObject({ code: 'rate-limited' })
    expect((await read(staff)).messages).toHaveLength(1)
  })

  it('counts the size of its page as several requests of the minute, except for staff', async () => {
    const read = readWith(2, await seedMessages([{}]))
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

  it('names neither a note to a member nor a message of another thread', async () => {
    const elsewhere = uniqueId('SM')
    await seedMessages([{ externalMessageId: elsewhere }])
    const note = { type: 'note', externalMessageId: 'SM1' }
    const threadId = await seedMessages([note, {}, reply('SM1'), reply(elsewhere)])
    const { messages } = await readMessages(deps, member, { threadId, limit: 2 })
    expect(messages.map(({ replyTo }) => replyTo)).toEqual([undefined, undefined])
    const forStaff = await readMessages(deps, staff, { threadId, limit: 2 })
    expect(forStaff.messages.map(({ replyTo }) => replyTo)).toEqual([undefined, 'm000'])
  })

  it('finds its message when a page has more of them than one query can look for', async () => {
    const answered = Array.from({ length: 70 }, (_, place) => ({ externalMessageId: `SM${place}` }))
    const threadId = await seedMessages([...answered, ...answered.map((_, place) => reply(`SM${place}`))])
    const { messages } = await readMessages(deps, member, { threadId, limit: 70 })
    expect(messages.map(({ replyTo }) => replyTo)).toEqual(
      answered.map((_, place) => `m${String(place).padStart(3, '0')}`).reverse(),
    )
  })
})

/** Runs `slip` before each commit. */
const slippery = (slip: () => Promise<unknown>) =>
  intercepted(deps, 'store.commit', original => async writes => {
    await slip()
    return original(writes)
  })

describe('a mark', () => {
  const unread = { needsAttention: ['member', 'x'], needsAttentionMap: { member: true, x: true }, version: 1 }

  it.each([{}, { lastMessageId: 'old' }])(
    'of having read %j does not cover a post that slips in',
    async given => {
      const lastMessage = { messageId: 'old', type: 'message' }
      const threadId = await seedThread({ ...unread, lastMessage, lastPublicMessage: lastMessage })
      let posts = 0
      const slipping = slippery(() => {
        posts += 1
        return post(threadId, {}, staff)
      })
      await markRead(slipping, member, { threadId, ...given })
      const { thread } = await postTrace(threadId)
      expect(posts).toBe(1)
      expect(thread.needsAttention).toEqual(['member', 'x'])
      expect(thread.version).toBe(2)
    },
  )

  it('of having read covers a note that slips in, for a member, who cannot see it', async () => {
    const threadId = await seedThread(unread)
    let isFirst = true
    const slipping = slippery(async () => {
      if (isFirst) await post(threadId, { type: 'note' }, staff)
      isFirst = false
    })
    await markRead(slipping, member, { threadId })
    expect((await postTrace(threadId)).thread).toMatchObject({ needsAttention: ['x'], version: 3 })
  })

  /** Posts a text whose send fails, as no guest is known to send it to. */
  async function failedSend(threadId: string, author: Actor): Promise<string> {
    const sent = input(threadId, { type: 'sms-message' })
    const { message } = await createMessage(await builtContext(), author, sent)
    await deliverMessage(await builtContext(), message)
    return message.messageId
  }

  const attentionIn = async (threadId: string): Promise<string[]> =>
    (await postTrace(threadId)).thread.needsAttention

  it('of having read a message does not cover its failed send', async () => {
    const threadId = await seedThread()
    const lastMessageId = await failedSend(threadId, staff)
    await markRead(deps, staff, { threadId, lastMessageId })
    await markRead(deps, staff, { threadId, lastMessageId, lastFailureId: 'another' })
    expect(await attentionIn(threadId)).toEqual(['member', staff.uid])
    const { lastFailureId } = await readThread(deps, staff, { threadId })
    await markRead(deps, staff, { threadId, lastMessageId, lastFailureId })
    expect(await attentionIn(threadId)).toEqual(['member'])
  })

  it('of having read a failure lasts until the next failure', async () => {
    const threadId = await seedThread()
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

  it('of having read does not depend on another author’s failed send', async () => {
    const threadId = await seedThread()
    const lastMessageId = await failedSend(threadId, staff)
    await markRead(deps, member, { threadId, lastMessageId })
    expect(await attentionIn(threadId)).toEqual([staff.uid])
    expect(await readThread(deps, member, { threadId })).toMatchObject({ lastFailureId: null })
  })

  it('of having read does not cover a failure that slips in', async () => {
    const threadId = await seedThread({ participantIds: ['member', staff.uid] })
    const { message } = await post(threadId, { type: 'sms-message' }, staff)
    await post(threadId, {}, member)
    let slips = 0
    const slipping = slippery(async () => {
      slips += 1
      await deliverMessage(await builtContext(), message)
    })
    await markRead(slipping, staff, { threadId })
    expect(slips).toBe(1)
    expect(await attentionIn(threadId)).toContain(staff.uid)
  })

  it('ends in thread-busy if its commits never get through', async () => {
    const threadId = await seedThread(unread)
    const clock = { ...systemClock, sleep: async () => {} }
    const busy = intercepted({ ...deps, clock }, 'store.commit', () => async () => 'unresolved')
    await expect(markRead(busy, member, { threadId })).rejects.toThrow('thread-busy')
  })

  it('of users who joined themselves is limited by the minute, and takes nothing from members', async () => {
    const uids = ['s1', 's2', 's3']
    const threadId = await seedThread({ participantIds: ['member', ...uids], selfJoinedIds: uids })
    const clock = steppedClock(new Date('2031-05-01T12:00:15Z'))
    const atMostTwo = { userPostsPerMinute: 2, selfJoinedPostsPerMinute: 2 }
    const few = {
      ...deps,
      clock: { ...clock, sleep: systemClock.sleep },
      markTally: new PostTally(),
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
    expect((await postTrace(threadId)).thread).toMatchObject({
      importantFor: ['s1', 's2', 'staff'],
      version: 7,
    })
    clock.forward(60_000)
    await mark('s3')
  })

  it('on a thread that is deleted meanwhile ends in thread-not-found', async () => {
    const threadId = await seedThread(unread)
    const vanishing = slippery(() => remove(`threads/${threadId}`))
    const mark = markImportant(vanishing, member, { threadId, important: true })
    await expect(mark).rejects.toThrow('thread-not-found')
    expect((await db.doc(`threads/${threadId}`).get()).exists).toBe(false)
  })
})

import { describe, expect, it } from 'vitest'
import type { Actor } from '../../src/lib/actor.ts'
import { createMessage } from '../../src/lib/chat/posting/create-message.ts'
import type { PostInput } from '../../src/lib/chat/posting/post-input.ts'
import { sendTemplate } from '../../src/lib/chat/templates/send-template.ts'
import {
  input,
  postTrace,
  receivedFrom,
  seedGuestThread,
  staffActor,
  startVerbs,
} from '../support/chat-deps.ts'
import { uniqueId } from '../support/stack.ts'
import { builtContext } from '../support/test-context.ts'

const { counter, post, receive } = startVerbs()

/** A guest's thread in which they have just written, and the time of what they wrote. */
async function questionThread(fields = {}) {
  const guest = await seedGuestThread(fields)
  await receive(receivedFrom(guest.phone))
  return { ...guest, since: await timeOfNewest(guest.threadId) }
}

const timeOfNewest = async (threadId: string) =>
  new Date((await postTrace(threadId)).thread.lastMessage.createdAt)

const somebody = (role: Actor['role'], uid = uniqueId(role)): Actor => ({ ...staffActor(), uid, role })
const seenUntil = (since: Date): Partial<PostInput> => ({ unlessAnsweredSince: since })
const stored = { status: 'fulfilled' }
const refused = { status: 'rejected', reason: { code: 'answered-meanwhile' } }
const bodiesOf = async (threadId: string) =>
  (await postTrace(threadId)).messages.map(({ body }) => body).slice(1)

describe('a user who answers after somebody else', () => {
  it('is not asked without saying what they have seen', async () => {
    const { threadId } = await questionThread()
    await post(threadId, { body: 'first' })
    await post(threadId, { body: 'second' })
    expect(await bodiesOf(threadId)).toEqual(['first', 'second'])
  })

  it('is asked in a thread in which no guest has written', async () => {
    const { threadId } = await seedGuestThread()
    await post(threadId)
    await expect(post(threadId, seenUntil(new Date(0)))).rejects.toThrow('answered-meanwhile')
  })

  it('is asked whoever else has written since', async () => {
    const { threadId, since, phone } = await questionThread()
    const bob = staffActor()
    await post(threadId)
    await receive(receivedFrom(phone))
    await post(threadId, { type: 'note' })
    await post(threadId, {}, bob)
    await post(threadId, {}, bob)
    await expect(post(threadId, seenUntil(since), bob)).rejects.toThrow('answered-meanwhile')
  })

  it('is asked before a template, too', async () => {
    const { threadId, since } = await questionThread()
    const { message } = await post(threadId)
    const deps = await builtContext()
    const template = {
      threadId,
      template: 'reply-request',
      variables: { guest: 'M', property: 'C' },
    } as const
    const send = (unlessAnsweredSince: Date) =>
      sendTemplate(deps, staffActor(), { ...template, unlessAnsweredSince })
    await expect(send(since)).rejects.toThrow('answered-meanwhile')
    expect(await send(message.createdAt)).toMatchObject({ replayed: false })
  })

  it.each(['landlord', 'user'] as const)('is asked as a member with the role %s', async role => {
    const member = somebody(role)
    const { threadId, since } = await questionThread({ participantIds: [member.uid] })
    await post(threadId)
    await expect(post(threadId, seenUntil(since), member)).rejects.toThrow('answered-meanwhile')
    const { message } = await post(threadId, {}, member)
    await expect(post(threadId, seenUntil(since))).rejects.toMatchObject({
      answer: { messageId: message.messageId, authorId: member.uid },
    })
  })
})

describe('nobody is asked', () => {
  it('about their own answers, or posts of a guest, a stranger, an automation, or notes', async () => {
    const { threadId, since, phone } = await questionThread()
    const bob = staffActor()
    await post(threadId, {}, bob)
    await receive(receivedFrom(phone))
    await post(threadId, {}, somebody('user'))
    await post(threadId, {}, somebody('service'))
    await post(threadId, { type: 'note' })
    expect(await post(threadId, seenUntil(since), bob)).toMatchObject({ replayed: false })
  })

  it.each([
    ['a note', staffActor(), { type: 'note' }],
    ['an automation', somebody('service'), {}],
    ['a stranger', somebody('user'), {}],
  ] as const)('before %s', async (_, actor, fields) => {
    const { threadId, since } = await questionThread()
    await post(threadId)
    expect(await post(threadId, { ...fields, ...seenUntil(since) }, actor)).toMatchObject({ replayed: false })
  })

  it('about a message that is stored already, however often it is repeated', async () => {
    const { threadId, since } = await questionThread()
    const bob = staffActor()
    const mine = { messageId: uniqueId('m'), ...seenUntil(since) }
    await post(threadId, mine, bob)
    await post(threadId)
    expect(await post(threadId, mine, bob)).toMatchObject({ replayed: true })
    await expect(post(threadId, { ...mine, body: 'other' }, bob)).rejects.toThrow('message-conflict')
  })
})

describe('several answers at once:', () => {
  it('in as many processes one is stored, and the others are asked', async () => {
    const { threadId, since } = await questionThread()
    const ends = await Promise.allSettled([1, 2, 3].map(() => post(threadId, seenUntil(since))))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(ends.filter(({ status }) => status === 'rejected')).toMatchObject([refused, refused])
    expect((await postTrace(threadId)).messages).toHaveLength(2)
    await post(threadId, { body: 'all the same' })
    expect((await bodiesOf(threadId)).at(-1)).toBe('all the same')
  })

  it('in one process the first is stored, and the others are asked, with a read each', async () => {
    const { threadId, since } = await questionThread()
    const deps = await builtContext()
    const [ann, bob] = [staffActor(), staffActor()]
    const answer = (body: string, actor: Actor) =>
      createMessage(deps, actor, input(threadId, { body, ...seenUntil(since) }))
    counter.reset()
    const ends = await Promise.allSettled([
      // The answers wait for this note.
      createMessage(deps, staffActor(), input(threadId, { type: 'note', body: 'note' })),
      ...[answer('first', ann), answer('again', ann), answer('second', bob)],
    ])
    expect(ends).toMatchObject([stored, stored, stored, refused])
    expect(counter.calls().filter(name => name === 'BatchGetDocuments')).toHaveLength(4)
    expect(await bodiesOf(threadId)).toEqual(['note', 'first', 'again'])
  })
})

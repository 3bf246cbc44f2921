import { describe, expect, it } from 'vitest'
import type { Actor } from '../../src/lib/actor.ts'
import { deliverMessage } from '../../src/lib/chat/delivery/deliver-message.ts'
import type { Messenger } from '../../src/lib/chat/delivery/provider.ts'
import { openLink } from '../../src/lib/chat/files/file-link.ts'
import { openFile } from '../../src/lib/chat/files/open-file.ts'
import { removeFile } from '../../src/lib/chat/files/remove-file.ts'
import { uploadFile } from '../../src/lib/chat/files/upload-file.ts'
import type { MessageRef } from '../../src/lib/chat/ports.ts'
import type { PostInput } from '../../src/lib/chat/posting/post-input.ts'
import type { Context } from '../../src/lib/context.ts'
import { ProviderError } from '../../src/lib/errors.ts'
import { acceptedOf, uniqueText } from '../support/chat.ts'
import {
  postTrace,
  sandboxMessenger,
  seedGuestThread,
  seedThread,
  staffActor,
  startVerbs,
  steppedClock,
} from '../support/chat-deps.ts'
import { dueMessage, sendingBy } from '../support/delivery.ts'
import { dueIds } from '../support/due.ts'
import { bytesOf, png, pngOf } from '../support/files.ts'
import { dieAt } from '../support/intercept.ts'
import { listed, update } from '../support/stack.ts'
import { builtContext } from '../support/test-context.ts'

const { db, callsOf, post, read } = startVerbs()
const deps = await builtContext()

const upload = (threadId: string, actor: Actor, more: Partial<Parameters<typeof uploadFile>[2]> = {}) =>
  uploadFile(deps, actor, { threadId, name: 'plan.png', type: 'image/png', bytes: png, ...more })

const day = 24 * 60 * 60_000
const later = (milliseconds: number): Pick<Context, 'clock'> => ({
  clock: steppedClock(new Date(Date.now() + milliseconds)),
})

describe('an upload', () => {
  it('is kept for a day, with an audit entry', async () => {
    const [threadId, staff] = [await seedThread(), staffActor()]
    const { fileId } = await upload(threadId, staff)
    const { createdAt, dueAt, ...record } = await read(`files/${fileId}`)
    expect(record).toEqual({
      threadId,
      name: 'plan.png',
      type: 'image/png',
      size: png.length,
      by: staff.uid,
      state: 'ready',
    })
    expect(Date.parse(dueAt) - Date.parse(createdAt)).toBe(day)
    expect(await deps.files.stat(fileId)).toEqual({ size: png.length })
    expect((await postTrace(threadId)).audit).toMatchObject([
      { action: 'file.upload', outcome: 'success', targetType: 'file', targetId: fileId },
    ])
  })

  it('of a wrong type, without content, or too large is refused, and nothing is kept', async () => {
    const [threadId, staff] = [await seedThread(), staffActor()]
    await expect(upload(threadId, staff, { type: 'image/jpeg' })).rejects.toThrow('validation-failed')
    await expect(upload(threadId, staff, { bytes: Buffer.alloc(0) })).rejects.toThrow('validation-failed')
    const large = upload(threadId, staff, { bytes: pngOf(16 * 1024 * 1024 + 1) })
    await expect(large).rejects.toThrow('payload-too-large')
    expect(await listed('files', 'threadId', threadId)).toEqual([])
  })

  it.each([
    ['store.commit', 1],
    ['files.store', 1],
    ['store.commit', 2],
  ] as const)('that dies at %s %i leaves nothing behind after a day', async (effect, call) => {
    const [threadId, staff] = [await seedThread(), staffActor()]
    await dieAt(deps, { effect, call }, dying =>
      uploadFile(dying, staff, { threadId, name: 'a.png', type: 'image/png', bytes: png }),
    )
    const [record] = await listed('files', 'threadId', threadId)
    const fileId = record?.id ?? ''
    const due = (after: number) => dueIds(db, new Date(Date.now() + after), 'file')
    expect(await due(day - 60_000)).not.toContain(fileId)
    expect(await due(day + 1000)).toContain(fileId)
    await removeFile({ ...deps, ...later(day - 60_000) }, fileId)
    expect(await read(`files/${fileId}`)).toBeDefined()
    await removeFile({ ...deps, ...later(day + 1000) }, fileId)
    expect(await read(`files/${fileId}`)).toBeUndefined()
    expect(await deps.files.stat(fileId)).toBeUndefined()
  })
})

describe('a message', () => {
  it('takes its files in its own commit, and shows them', async () => {
    const [threadId, staff] = [await seedThread(), staffActor()]
    const { fileId } = await upload(threadId, staff)
    const postIt = () => post(threadId, { body: '', files: [fileId], messageId: 'm' }, staff)
    expect(await callsOf(postIt)).toEqual(['BatchGetDocuments', 'Commit'])
    const files = [{ fileId, name: 'plan.png', type: 'image/png', size: png.length }]
    const { thread, messages } = await postTrace(threadId)
    expect(messages).toMatchObject([{ messageId: 'm', files }])
    expect(thread.lastMessage).toMatchObject({ files })
    const record = await read(`files/${fileId}`)
    expect(record).toMatchObject({ state: 'used', messageId: 'm' })
    expect(record).not.toHaveProperty('dueAt')
    expect(await postIt()).toMatchObject({ replayed: true, message: { files } })
    await expect(post(threadId, { body: '', messageId: 'm' }, staff)).rejects.toThrow('message-conflict')
  })

  it('is refused with a file that is used, uploaded by somebody else, or of another thread', async () => {
    const [threadId, staff] = [await seedThread(), staffActor()]
    const [mine, theirs] = [await upload(threadId, staff), await upload(threadId, staffActor())]
    const elsewhere = await upload(await seedThread(), staff)
    await post(threadId, { files: [mine.fileId] }, staff)
    for (const { fileId } of [mine, theirs, elsewhere, { fileId: 'none' }])
      await expect(post(threadId, { files: [fileId] }, staff)).rejects.toMatchObject({
        code: 'validation-failed',
        errors: [{ path: 'files.0' }],
      })
    expect((await postTrace(threadId)).messages).toHaveLength(1)
  })

  it('among several at once with one file is the only one stored', async () => {
    const [threadId, staff] = [await seedThread(), staffActor()]
    const { fileId } = await upload(threadId, staff)
    const ends = ['a', 'b', 'c'].map(messageId => post(threadId, { messageId, files: [fileId] }, staff))
    expect((await Promise.allSettled(ends)).map(({ status }) => status).toSorted()).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
    ])
    expect((await postTrace(threadId)).messages).toHaveLength(1)
  })

  it('keeps a file that it takes during its removal, or is refused', async () => {
    const [threadId, staff] = [await seedThread(), staffActor()]
    const { fileId } = await upload(threadId, staff)
    const removing = removeFile({ ...deps, ...later(day + 1000) }, fileId)
    const [{ status }] = await Promise.allSettled([post(threadId, { files: [fileId] }, staff), removing])
    const isPosted = status === 'fulfilled'
    expect((await deps.files.stat(fileId)) !== undefined).toBe(isPosted)
    expect((await postTrace(threadId)).messages).toHaveLength(isPosted ? 1 : 0)
  })
})

describe('reading a file', () => {
  const named = async (actor: Actor, threadId: string, fileId: string) => {
    const { bytes, ...rest } = await openFile(deps, actor, { threadId, fileId })
    return { ...rest, bytes: await bytesOf(bytes) }
  }

  it('is allowed to readers of its message, and before to its uploader', async () => {
    const [threadId, staff] = [await seedThread({ participantIds: ['ann'] }), staffActor()]
    const ann: Actor = { ...staffActor(), uid: 'ann', role: 'user' }
    const [note, message] = [await upload(threadId, staff), await upload(threadId, staff)]
    const whole = { name: 'plan.png', type: 'image/png', size: png.length, bytes: png }
    expect(await named(staff, threadId, note.fileId)).toEqual(whole)
    for (const other of [ann, staffActor()])
      await expect(named(other, threadId, note.fileId)).rejects.toThrow('not-found')
    await post(threadId, { type: 'note', files: [note.fileId] }, staff)
    await post(threadId, { files: [message.fileId] }, staff)
    expect(await named(staffActor(), threadId, note.fileId)).toEqual(whole)
    expect(await named(ann, threadId, message.fileId)).toEqual(whole)
    await expect(named(ann, threadId, note.fileId)).rejects.toThrow('not-found')
    const eve: Actor = { ...ann, uid: 'eve' }
    await expect(named(eve, threadId, message.fileId)).rejects.toThrow('thread-not-found')
    await expect(named(staff, await seedThread(), message.fileId)).rejects.toThrow('not-found')
  })
})

describe('a send', () => {
  /** A due message with a picture. */
  async function dueWithFile(
    { type = 'chatapp-message', body = uniqueText() }: Partial<PostInput> = {},
    phone?: string,
  ) {
    const { threadId, guestId } = await seedGuestThread()
    if (phone) await update(`guests/${guestId}`, { phone })
    const staff = staffActor()
    const { fileId } = await upload(threadId, staff)
    const { messageId } = (await post(threadId, { type, body, files: [fileId] }, staff)).message
    const stored = () => read(`threads/${threadId}/messages/${messageId}`)
    return { fileId, text: body, ref: { threadId, messageId }, stored }
  }
  /** Delivers the message by `send` twice, with that time between. */
  async function deliverTwice(ref: MessageRef, send: Messenger['send'], between: number) {
    const clock = steppedClock(new Date(Date.now() + 1000))
    for (const _ of [1, 2]) {
      await deliverMessage({ ...deps, ...sendingBy(send), clock }, ref)
      clock.forward(between)
    }
  }
  const tokenOf = (url: string) => new URL(url).pathname.replace('/files/', '')

  it('hands the vendor an address of the file, which expires', async () => {
    const { fileId, text, ref, stored } = await dueWithFile()
    await deliverMessage(deps, ref)
    const [sent] = await acceptedOf(text)
    const open = (isHead: boolean, after = 0) =>
      openLink({ ...deps, ...later(after) }, tokenOf(sent.media_urls[0]), { isHead })
    expect(await open(true)).not.toHaveProperty('bytes')
    const tried = Date.parse((await stored()).delivery.claimedAt) + 24 * 3_600_000 - Date.now()
    expect(await open(true, tried + 59 * 60_000)).toMatchObject({ type: 'image/png' })
    await expect(open(true, tried + 61 * 60_000)).rejects.toThrow('not-found')
    await deps.files.remove(fileId)
    await expect(open(false)).rejects.toThrow('not-found')
  })

  it('has another address at each attempt', async () => {
    const { ref } = await dueWithFile()
    const urls: unknown[] = []
    const refusing: Messenger['send'] = async ({ content }) => {
      urls.push(...('text' in content ? (content.mediaUrls ?? []) : []))
      throw new ProviderError('twilio', 'retryable', 'not now')
    }
    await deliverTwice(ref, refusing, 3_600_000)
    expect(urls).toHaveLength(2)
    expect(new Set(urls).size).toBe(2)
  })

  it('by SMS goes where the country has MMS, and fails elsewhere before anything is sent', async () => {
    const there = await dueWithFile({ type: 'sms-message' }, '+12025550143')
    await deliverMessage(deps, there.ref)
    expect((await acceptedOf(there.text))[0].media_urls[0]).toContain('/files/')
    expect((await there.stored()).delivery.segments).toBeGreaterThan(3)
    const elsewhere = await dueWithFile({ type: 'sms-message' })
    await deliverMessage(deps, elsewhere.ref)
    expect(await acceptedOf(elsewhere.text)).toEqual([])
    expect(await elsewhere.stored()).toMatchObject({
      delivery: { status: 'failed', failure: { code: 'attachment-not-sendable' } },
    })
  })

  it('of a file alone whose answer was lost is found, not sent again', async () => {
    const { ref, stored } = await dueWithFile({ body: '' })
    let sends = 0
    const losing: Messenger['send'] = async sent => {
      sends += 1
      await sandboxMessenger().send(sent)
      throw new Error('the connection broke')
    }
    await deliverTwice(ref, losing, 60_000)
    expect(await stored()).toMatchObject({
      delivery: { status: 'sent' },
      externalMessageId: expect.any(String),
    })
    expect(sends).toBe(1)
  })
})

it('a due message without files makes no link', async () => {
  const { deliver, text } = await dueMessage()
  const broken = { fileLinks: { seal: () => Promise.reject(new Error('no')), open: async () => undefined } }
  await deliver(broken)
  const [sent] = await acceptedOf(text)
  expect(sent.media_urls).toEqual([])
})

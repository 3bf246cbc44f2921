import { describe, expect, it } from 'vitest'
import { deliverMessage } from '../../src/lib/chat/delivery/deliver-message.ts'
import { retryMessage } from '../../src/lib/chat/delivery/retry-message.ts'
import { fetchFile } from '../../src/lib/chat/files/fetch-file.ts'
import { openFile } from '../../src/lib/chat/files/open-file.ts'
import { uploadFile } from '../../src/lib/chat/files/upload-file.ts'
import type { MediaFile, MediaSource } from '../../src/lib/chat/media-source.ts'
import { ProviderError } from '../../src/lib/errors.ts'
import { postTrace, staffActor, startVerbs } from '../support/chat-deps.ts'
import { dueIds } from '../support/due.ts'
import { bytesOf, png, pngOf } from '../support/files.ts'
import { otaTalks } from '../support/ota/home.ts'
import type { Data } from '../support/stack.ts'
import { remove } from '../support/stack.ts'

const { db, callsOf, post, read } = startVerbs()
const staff = staffActor()

const { world, hear, conversation, talk, stored } = otaTalks()

const upload = async (threadId: string, name: string, more: { bytes?: Buffer; type?: string } = {}) =>
  (await uploadFile(world.deps, staff, { threadId, name, type: 'image/png', bytes: png, ...more })).fileId

/** The messages after the guest's first. */
const ours = async (threadId: string): Promise<Data[]> => (await postTrace(threadId)).messages.slice(1)

const deliverAll = async (threadId: string) => {
  for (const { messageId } of await ours(threadId)) await deliverMessage(world.deps, { threadId, messageId })
}
const accepted = () => world.vendor.accepted.map(({ text, file }) => file ?? text)

/** Posts a text with two files. */
async function postAll(threadId: string, body = 'See these') {
  const files = [await upload(threadId, 'one.png'), await upload(threadId, 'two.png')]
  const posting = { type: 'ota-message', body, files, messageId: 'm' } as const
  return { files, post: () => post(threadId, posting, staff), posting }
}

describe('files of a guest at an OTA', () => {
  const address = 'https://channel-manager.example/attachments/a'

  /** A context whose carrier answers every file by `open`, and the addresses it is asked for. */
  function fetching(open: () => Promise<MediaFile | 'too-large' | undefined>) {
    const urls: string[] = []
    const media: MediaSource = {
      open: async ({ url }) => {
        urls.push(url)
        return open()
      },
    }
    const { carriers } = world.deps
    const ota = { ...carriers.ota, media }
    return { urls, deps: { ...world.deps, carriers: { ...carriers, ota } } }
  }
  const picture = async (): Promise<MediaFile> => ({
    contentType: 'image/png',
    bytes: (async function* () {
      yield png
    })(),
  })

  async function received() {
    const { conversationId, threadId } = await talk()
    world.clock.forward(1_000)
    world.vendor.guestSays(conversationId, 'Is this the door?', { attachments: [address] })
    await hear(conversationId)
    const shown = async () => (await postTrace(threadId)).messages.at(-1)
    const fileId: string = (await shown()).files[0].fileId
    return { threadId, fileId, shown, hear: () => hear(conversationId) }
  }

  it('are fetched once, kept by us, and shown as what they are', async () => {
    const { threadId, fileId, shown, hear } = await received()
    expect(await shown()).not.toHaveProperty('attachments')
    expect(await dueIds(db, world.clock.now(), 'coming-file')).toContain(fileId)
    await expect(openFile(world.deps, staff, { threadId, fileId })).rejects.toThrow('provider-unavailable')
    const { urls, deps } = fetching(picture)
    await Promise.all([fetchFile(deps, fileId), fetchFile(deps, fileId)])
    await fetchFile(deps, fileId)
    expect(new Set(urls)).toEqual(new Set([address]))
    const file = { fileId, name: 'attachment-1.png', type: 'image/png', size: png.length }
    expect((await shown()).files).toEqual([file])
    const opened = await openFile(world.deps, staff, { threadId, fileId })
    expect(await bytesOf(opened.bytes)).toEqual(png)
    const record = await read(`files/${fileId}`)
    expect(record).toMatchObject({ state: 'used' })
    expect(record).not.toHaveProperty('fetchAt')
    await hear()
    expect((await postTrace(threadId)).messages).toHaveLength(2)
  })

  it('are requested again if the OTA does not give them, and lost after a day', async () => {
    const { fileId, threadId } = await received()
    const { urls, deps } = fetching(async () => {
      throw new ProviderError('channel-manager', 'retryable', 'busy')
    })
    await fetchFile(deps, fileId)
    expect(await dueIds(db, world.clock.now(), 'coming-file')).not.toContain(fileId)
    world.clock.forward(25 * 3_600_000)
    expect(await dueIds(db, world.clock.now(), 'coming-file')).toContain(fileId)
    // A day without a try is no reason to give up.
    for (let attempts = 2; attempts <= 5; attempts += 1) {
      await fetchFile(deps, fileId)
      expect(await read(`files/${fileId}`)).toMatchObject({ state: 'coming', attempts })
    }
    await fetchFile(deps, fileId)
    expect(await read(`files/${fileId}`)).toMatchObject({ state: 'lost' })
    await fetchFile(deps, fileId)
    expect(urls).toHaveLength(6)
    await expect(openFile(world.deps, staff, { threadId, fileId })).rejects.toThrow('not-found')
  })

  it.each([undefined, 'too-large'] as const)('are lost at once if they are %s', async answer => {
    const { fileId } = await received()
    await fetchFile(fetching(async () => answer).deps, fileId)
    expect(await read(`files/${fileId}`)).toMatchObject({ state: 'lost' })
  })

  it('are not kept where their message was erased meanwhile', async () => {
    const { fileId } = await received()
    const { deps } = fetching(async () => {
      await remove(`files/${fileId}`)
      return picture()
    })
    await fetchFile(deps, fileId)
    expect(await world.deps.files.stat(fileId)).toBeUndefined()
  })

  it('of old messages are fetched, too', async () => {
    const { conversationId } = await conversation()
    const at = new Date(Date.now() - 10 * 24 * 3_600_000)
    const old = world.vendor.guestSays(conversationId, 'Long ago', { at, attachments: [address] })
    world.vendor.guestSays(conversationId, 'Now')
    for (const _ of [1, 2]) await hear(conversationId)
    await fetchFile(fetching(picture).deps, `in-${old.id}-0`)
    const { threadId } = await stored(conversationId)
    const { messages } = await postTrace(String(threadId))
    expect(messages.find(({ messageId }: Data) => messageId === old.id)).toMatchObject({
      past: true,
      files: [{ type: 'image/png', size: png.length }],
    })
  })
})

describe('files to an OTA', () => {
  it('are messages of their own after the text, stored in one commit, once', async () => {
    const { threadId } = await talk()
    const { files, post: postIt, posting } = await postAll(threadId)
    expect(await callsOf(postIt)).toEqual(['BatchGetDocuments', 'Commit'])
    expect(await ours(threadId)).toMatchObject([
      { messageId: 'm', body: 'See these', delivery: { status: 'pending' } },
      { body: '', files: [{ fileId: files[0], name: 'one.png' }] },
      { body: '', files: [{ fileId: files[1], name: 'two.png' }] },
    ])
    expect(await postIt()).toMatchObject({ replayed: true, message: { messageId: 'm' } })
    await expect(post(threadId, { ...posting, files: files.slice(0, 1) }, staff)).rejects.toThrow(
      'message-conflict',
    )
    expect(await ours(threadId)).toHaveLength(3)
  })

  it('go on where one failed, and a sent one is not sent again', async () => {
    const { threadId } = await talk()
    await (await postAll(threadId)).post()
    world.vendor.sendFaults.push(undefined, 'ota-window-over')
    await deliverAll(threadId)
    const [text, one, two] = await ours(threadId)
    expect([text, one, two].map(({ delivery }) => delivery.status)).toEqual(['sent', 'failed', 'pending'])
    expect(Date.parse(two.delivery.dueAt)).toBeGreaterThan(world.clock.now().getTime())
    await retryMessage(world.deps, staff, { threadId, messageId: one.messageId })
    expect(accepted()).toEqual(['See these', 'one.png', 'two.png'])
    await expect(retryMessage(world.deps, staff, { threadId, messageId: 'm' })).rejects.toThrow(
      'not-retryable',
    )
  })

  it('wait while the lane of storage is closed, and text goes on', async () => {
    const { threadId } = await talk()
    await (await postAll(threadId)).post()
    const opened: string[] = []
    const open = async (fileId: string) => void opened.push(fileId)
    const state = async (lane: string) => (lane === 'storage' ? 'open' : 'closed')
    const deps = {
      ...world.deps,
      files: { ...world.deps.files, open },
      breaker: Object.assign(Object.create(world.deps.breaker), { state }),
    }
    for (const { messageId } of await ours(threadId)) await deliverMessage(deps, { threadId, messageId })
    expect(accepted()).toEqual(['See these'])
    expect(opened).toEqual([])
    expect((await ours(threadId))[1]?.delivery).toMatchObject({
      status: 'pending',
      dueAt: expect.any(String),
    })
    world.clock.forward(3_600_000)
    await deliverAll(threadId)
    expect(accepted()).toEqual(['See these', 'one.png', 'two.png'])
  })

  it('go without a text', async () => {
    const { threadId } = await talk()
    const { post: postIt } = await postAll(threadId, ' ')
    await postIt()
    await deliverAll(threadId)
    expect(await ours(threadId)).toMatchObject([
      { messageId: 'm', files: [{ name: 'one.png' }] },
      { body: '' },
    ])
    expect(accepted()).toEqual(['one.png', 'two.png'])
    expect(await postIt()).toMatchObject({ replayed: true })
  })

  it.each([
    ['booking', 'application/pdf', 10, false],
    ['booking', 'image/png', 1_000_001, false],
    ['booking', 'image/png', 1_000_000, true],
    ['airbnb', 'image/png', 1_000_001, true],
    ['expedia', 'application/pdf', 10, true],
  ] as const)('(at %s: %s of %i bytes) are taken: %s', async (provider, type, size, isTaken) => {
    const { threadId } = await talk({}, provider)
    const bytes = type === 'image/png' ? pngOf(size) : Buffer.from('%PDF-1.7 x')
    const fileId = await upload(threadId, 'a file', { type, bytes })
    const posting = post(threadId, { type: 'ota-message', body: '', files: [fileId] }, staff)
    await (isTaken ? posting : expect(posting).rejects.toThrow('validation-failed'))
    await deliverAll(threadId)
    expect(accepted()).toEqual(isTaken ? ['a file'] : [])
  })
})

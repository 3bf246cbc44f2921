import { describe, expect, it } from 'vitest'
import type { Actor } from '../../src/lib/actor.ts'
import { mostCanned } from '../../src/lib/chat/canned/canned.ts'
import { copyFile } from '../../src/lib/chat/canned/copy-file.ts'
import { deleteCanned } from '../../src/lib/chat/canned/delete-canned.ts'
import { listCanned } from '../../src/lib/chat/canned/list-canned.ts'
import { type CannedInput, saveCanned } from '../../src/lib/chat/canned/save-canned.ts'
import { openFile } from '../../src/lib/chat/files/open-file.ts'
import { removeFile } from '../../src/lib/chat/files/remove-file.ts'
import { uploadFile } from '../../src/lib/chat/files/upload-file.ts'
import { ProviderError } from '../../src/lib/errors.ts'
import { asJson } from '../support/chat.ts'
import { seedThread, staffActor, startVerbs, steppedClock } from '../support/chat-deps.ts'
import { dueIds } from '../support/due.ts'
import { bytesOf, png } from '../support/files.ts'
import { intercepted } from '../support/intercept.ts'
import { listed as documents, put, uniqueId } from '../support/stack.ts'
import { builtContext } from '../support/test-context.ts'

const { db, callsOf, post, read } = startVerbs()
const deps = await builtContext()

/** A reply with an id and a name of its own. */
const reply = (more: Partial<CannedInput> = {}): CannedInput => {
  const id = uniqueId('canned')
  return { id, name: `Check-in ${id}`, text: 'Hello {{guest}}', fileIds: [], ...more }
}
const save = (input: CannedInput, actor: Actor = staffActor(), by = deps) => saveCanned(by, actor, input)
const listed = async (id: string) => (await listCanned(deps)).replies.find(one => one.id === id)
/** How many of the promises were fulfilled. */
const done = async (all: Promise<unknown>[]) =>
  (await Promise.allSettled(all)).filter(({ status }) => status === 'fulfilled').length
const audits = async (id: string) => (await documents('auditLog', 'targetId', id)).map(asJson)

async function uploaded(actor: Actor) {
  const threadId = await seedThread()
  const file = { threadId, name: 'map.png', type: 'image/png', bytes: png }
  return { threadId, fileId: (await uploadFile(deps, actor, file)).fileId }
}

describe('a canned reply', () => {
  it('records its author, its last editor and its deletion, each with an audit entry', async () => {
    const [ann, bob, input] = [staffActor(), staffActor(), reply()]
    expect(await callsOf(() => save(input, ann))).toEqual(['BatchGetDocuments', 'Commit'])
    const made = await listed(input.id)
    expect(made).toMatchObject({ createdBy: ann.uid, changedBy: ann.uid, version: 1, text: input.text })
    const changed = await save({ ...input, version: 1, text: 'Dear {{guest}}' }, bob)
    expect(changed).toMatchObject({ createdBy: ann.uid, changedBy: bob.uid, version: 2 })
    expect(changed.createdAt).toEqual(made?.createdAt)
    expect(await listed(input.id)).toEqual(changed)
    await deleteCanned(deps, ann, input.id)
    expect(await listed(input.id)).toBeUndefined()
    expect(await read(`cannedReplies/${input.id}`)).toBeUndefined()
    const traces = await audits(input.id)
    expect(traces.map(({ action, outcome, actorId }) => [action, outcome, actorId]).toSorted()).toEqual([
      ['canned.change', 'success', bob.uid],
      ['canned.create', 'success', ann.uid],
      ['canned.delete', 'success', ann.uid],
    ])
    expect(traces.every(({ metadata }) => metadata.name === input.name)).toBe(true)
  })

  it('is saved once by repeated saves, and deleted once by repeated deletions', async () => {
    const [ann, input] = [staffActor(), reply()]
    expect(await save(input, ann)).toEqual(await save(input, ann))
    const next = { ...input, version: 1, text: 'Dear {{guest}}' }
    expect(await save(next, ann)).toEqual(await save(next, ann))
    expect(await listed(input.id)).toMatchObject({ version: 2 })
    for (const _ of [1, 2]) await deleteCanned(deps, ann, input.id)
    expect(await audits(input.id)).toHaveLength(3)
  })

  it('takes one of several changes at once, and refuses the others', async () => {
    const [ann, input] = [staffActor(), reply()]
    const made = await Promise.all([1, 2, 3].map(() => save(input, ann)))
    expect(new Set(made.map(({ version }) => version))).toEqual(new Set([1]))
    const editors = ['a', 'b', 'c'].map(text => save({ ...input, version: 1, text }))
    expect(await done(editors)).toBe(1)
    expect(await listed(input.id)).toMatchObject({ version: 2 })
  })

  it('is refused under a taken id, with a wrong version or after its deletion, with an audit entry', async () => {
    const input = reply()
    await save(input)
    await expect(save({ ...input, text: 'Other' })).rejects.toThrow('canned-reply-changed')
    await expect(save({ ...input, version: 7 })).rejects.toThrow('canned-reply-changed')
    await expect(save(reply({ version: 1 }))).rejects.toThrow('not-found')
    expect(await listed(input.id)).toMatchObject({ text: input.text, version: 1 })
    expect(await audits(input.id)).toContainEqual(
      expect.objectContaining({ action: 'canned.change', outcome: 'failure' }),
    )
  })

  it('has a unique name, ignoring case, which a renaming or deletion frees', async () => {
    const [one, other] = [reply(), reply()]
    await save(one)
    const same = { ...other, name: one.name.toUpperCase() }
    await expect(save(same)).rejects.toMatchObject({ code: 'validation-failed', errors: [{ path: 'name' }] })
    await save(other)
    await expect(save({ ...same, version: 1 })).rejects.toThrow('validation-failed')
    await save({ ...one, version: 1, name: `${one.name} B` })
    await save({ ...same, version: 1 })
    await deleteCanned(deps, staffActor(), other.id)
    await save({ ...one, version: 2 })
  })

  it('is the only one kept of several saved at once under one name', async () => {
    const { name } = reply()
    expect(await done([1, 2, 3].map(() => save(reply({ name }))))).toBe(1)
    expect((await listCanned(deps)).replies.filter(one => one.name === name)).toHaveLength(1)
  })

  it('is refused once there are five hundred', async () => {
    const names = Object.fromEntries(Array.from({ length: mostCanned }, (_, at) => [`n${at}`, `name ${at}`]))
    const full = intercepted(deps, 'store.get', original => async (...places) => ({
      ...((await original(...places)) as object),
      names: { value: { names }, revision: '1.0' },
    }))
    const input = reply()
    await expect(save(input, staffActor(), full)).rejects.toThrow('validation-failed')
    expect(await read(`cannedReplies/${input.id}`)).toBeUndefined()
  })

  it('is listed by name, with the names of its editors', async () => {
    const [ann, bob, one, other] = [staffActor(), staffActor(), reply(), reply()]
    await put(`users/${ann.uid}`, { displayName: 'Ann Lee' })
    await Promise.all([
      save({ ...one, name: `zz ${one.id}` }, ann),
      save({ ...other, name: `Aa ${one.id}` }, bob),
    ])
    const { replies, authors } = await listCanned(deps)
    const mine = replies.filter(({ name }) => name.endsWith(one.id))
    expect(mine.map(({ id }) => id)).toEqual([other.id, one.id])
    expect(authors).toMatchObject({ [ann.uid]: { name: 'Ann Lee' }, [bob.uid]: { name: null } })
  })

  it('is not in the list if its stored document is invalid', async () => {
    const [input, other] = [reply(), reply()]
    await Promise.all([save(input), save(other)])
    await put(`cannedReplies/${input.id}`, { name: 7 })
    expect(await listed(input.id)).toBeUndefined()
    expect(await listed(other.id)).toBeDefined()
  })
})

describe('files of a canned reply', () => {
  const dueAt = async (fileId: string) => (await read(`files/${fileId}`))?.dueAt
  const later = { clock: steppedClock(new Date(Date.now() + 48 * 60 * 60_000)) }

  it('are kept as long as the reply has them, and belong to no thread', async () => {
    const ann = staffActor()
    const { threadId, fileId } = await uploaded(ann)
    const input = reply({ fileIds: [fileId] })
    const shown = { fileId, name: 'map.png', type: 'image/png', size: png.length }
    expect(await save(input, ann)).toMatchObject({ files: [shown] })
    expect(await dueAt(fileId)).toBeUndefined()
    await removeFile({ ...deps, ...later }, fileId)
    expect(await deps.files.stat(fileId)).toBeDefined()
    await expect(openFile(deps, ann, { threadId, fileId })).rejects.toThrow('not-found')
    await expect(post(threadId, { files: [fileId] }, ann)).rejects.toThrow('validation-failed')
    // A change by another person keeps the files.
    expect(await save({ ...input, version: 1, text: 'Hi' })).toMatchObject({ files: [shown] })
  })

  it.each(['dropped', 'deleted'] as const)('are removed once they, or their reply, are %s', async how => {
    const ann = staffActor()
    const { fileId } = await uploaded(ann)
    const input = reply({ fileIds: [fileId] })
    await save(input, ann)
    if (how === 'dropped') await save({ ...input, version: 1, fileIds: [] }, ann)
    else await deleteCanned(deps, ann, input.id)
    expect(await dueIds(db, later.clock.now(), 'file')).toContain(fileId)
    await removeFile({ ...deps, ...later }, fileId)
    expect(await deps.files.stat(fileId)).toBeUndefined()
    expect(await read(`files/${fileId}`)).toBeUndefined()
  })

  it('must be uploaded by its author, and used nowhere else', async () => {
    const [ann, bob] = [staffActor(), staffActor()]
    const [mine, theirs, sent] = [await uploaded(ann), await uploaded(bob), await uploaded(ann)]
    await save(reply({ fileIds: [mine.fileId] }), ann)
    await post(sent.threadId, { files: [sent.fileId] }, ann)
    for (const fileId of [mine.fileId, theirs.fileId, sent.fileId, 'none']) {
      const input = reply({ fileIds: [fileId] })
      await expect(save(input, ann)).rejects.toMatchObject({ errors: [{ path: 'fileIds.0' }] })
      expect(await read(`cannedReplies/${input.id}`)).toBeUndefined()
    }
  })

  it('saved at once in a message and a reply belong to one of them', async () => {
    const ann = staffActor()
    const { threadId, fileId } = await uploaded(ann)
    const both = [post(threadId, { files: [fileId] }, ann), save(reply({ fileIds: [fileId] }), ann)]
    expect(await done(both)).toBe(1)
  })

  it('are copied to the thread each time that somebody uses the reply', async () => {
    const [ann, bob, threadId] = [staffActor(), staffActor(), await seedThread()]
    const { fileId } = await uploaded(ann)
    await save(reply({ fileIds: [fileId] }), ann)
    for (const _ of [1, 2]) {
      const copy = await copyFile(deps, bob, { threadId, copyOf: fileId })
      await post(threadId, { files: [copy.fileId] }, bob)
      const file = await openFile(deps, bob, { threadId, fileId: copy.fileId })
      expect(file).toMatchObject({ name: 'map.png', type: 'image/png', size: png.length })
      expect(await bytesOf(file.bytes)).toEqual(png)
    }
  })

  it('are not copied for landlords, to a missing thread, without a reply, or while storage fails', async () => {
    const [ann, threadId] = [staffActor(), await seedThread({ participantIds: ['lars'] })]
    const [attachment, free] = [await uploaded(ann), await uploaded(ann)]
    const input = reply({ fileIds: [attachment.fileId] })
    await save(input, ann)
    const copyOf = attachment.fileId
    const lars: Actor = { ...staffActor(), uid: 'lars', role: 'landlord' }
    await expect(copyFile(deps, lars, { threadId, copyOf })).rejects.toThrow('not-found')
    await expect(copyFile(deps, ann, { threadId: 'nowhere', copyOf })).rejects.toThrow('thread-not-found')
    for (const other of [free.fileId, 'none'])
      await expect(copyFile(deps, ann, { threadId, copyOf: other })).rejects.toThrow('not-found')
    const away = new ProviderError('storage', 'retryable', 'away')
    const failing = intercepted(deps, 'files.open', () => () => Promise.reject(away))
    await expect(copyFile(failing, ann, { threadId, copyOf })).rejects.toThrow('provider-unavailable')
    await deleteCanned(deps, ann, input.id)
    await expect(copyFile(deps, ann, { threadId, copyOf })).rejects.toThrow('not-found')
  })
})

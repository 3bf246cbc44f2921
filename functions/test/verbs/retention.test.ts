import { describe, expect, it } from 'vitest'
import { dismissTriage, restoreTriage } from '../../src/lib/chat/inbound/move-triage.ts'
import { createMessage } from '../../src/lib/chat/posting/create-message.ts'
import { closeItem, openItem } from '../../src/lib/items/change-item.ts'
import { uniquePhone } from '../support/builders.ts'
import { input, receivedFrom, seedGuestThread, staffActor, startVerbs } from '../support/chat-deps.ts'
import { uniqueId } from '../support/stack.ts'
import { builtContext, sandboxSettings, testContext } from '../support/test-context.ts'

const { db, receive, read, post } = startVerbs()
const staff = staffActor()
const days = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000

describe('an open document does not expire:', () => {
  it('an item until it is resolved, and again once it is reopened', async () => {
    const deps = testContext({ firestore: db })
    const item = { id: uniqueId('item'), kind: 'k', detail: 'd', nextAction: 'n', createdAt: new Date() }
    const stored = () => read(`items/${item.id}`)
    await openItem(deps, item)
    expect(await stored()).not.toHaveProperty('expireAt')
    await closeItem(deps, item.id)
    const { resolvedAt, expireAt } = await stored()
    expect(days(resolvedAt, expireAt)).toBe(730)
    await openItem(deps, item)
    expect(await stored()).not.toHaveProperty('expireAt')
  })

  it('a message in triage until it is put aside', async () => {
    const deps = await builtContext()
    const message = receivedFrom(uniquePhone())
    await receive(message)
    const stored = () => read(`triage/${message.providerMessageId}`)
    expect(await stored()).not.toHaveProperty('expireAt')
    await dismissTriage(deps, staff, message.providerMessageId)
    expect(days((await stored()).movedAt, (await stored()).expireAt)).toBe(365)
    await restoreTriage(deps, staff, message.providerMessageId)
    expect(await stored()).not.toHaveProperty('expireAt')
    const mark = await read(`inboundMessages/${message.providerMessageId}`)
    expect(days(mark.receivedAt, mark.expireAt)).toBe(400)
  })
})

describe('messages', () => {
  it('are kept until told otherwise', async () => {
    const { threadId } = await seedGuestThread()
    const { message } = await post(threadId)
    expect(await read(`threads/${threadId}/messages/${message.messageId}`)).not.toHaveProperty('expireAt')
    expect(await read(`threads/${threadId}`)).not.toHaveProperty('expireAt')
  })

  it('expire when the parameter says so, their thread with the last one, and a replay does not show it', async () => {
    const { threadId } = await seedGuestThread()
    const limited = { ...sandboxSettings(), retention: () => 'messages=100' }
    const deps = testContext({ firestore: db, settings: limited })
    const messageId = uniqueId('m')
    const { message } = await createMessage(deps, staff, input(threadId, { messageId }))
    const stored = await read(`threads/${threadId}/messages/${messageId}`)
    expect(days(stored.createdAt, stored.expireAt)).toBe(100)
    expect((await read(`threads/${threadId}`)).expireAt).toBe(stored.expireAt)
    expect((await post(threadId, { messageId }, staff)).message).toEqual(message)
    // The thread's next message is kept, so the thread is, too.
    await post(threadId)
    expect(await read(`threads/${threadId}`)).not.toHaveProperty('expireAt')
  })
})

import { describe, expect, it } from 'vitest'
import { forwardMessage } from '../../src/lib/chat/forwarding/forward-message.ts'
import { createMessage } from '../../src/lib/chat/posting/create-message.ts'
import { ProviderError } from '../../src/lib/errors.ts'
import {
  input,
  leftBy,
  postDeps,
  receivedFrom,
  seedGuestThread,
  seedThread,
  staffActor,
  startVerbs,
} from '../support/chat-deps.ts'
import { uniqueId } from '../support/stack.ts'
import { testContext } from '../support/test-context.ts'

const { db, counter, post, receive } = await startVerbs()

/** gRPC codes after which only reading back tells what became of a commit. */
const unclear = { CANCELLED: 1, UNKNOWN: 2, DEADLINE_EXCEEDED: 4, INTERNAL: 13, UNAVAILABLE: 14 }
const denied = 7

const cannotBuildAudit = (deps: Awaited<ReturnType<typeof postDeps>>) => ({
  ...deps,
  ids: {
    ...deps.ids,
    audit: () => {
      throw new Error('no ids today')
    },
  },
})

async function expectStoredOnce(threadId: string, messageId: string, audited = true): Promise<void> {
  const { thread, messages, audit } = await leftBy(db, threadId)
  expect(messages.map(message => message.messageId)).toEqual([messageId])
  expect(thread).toMatchObject({ version: 1, lastMessage: { messageId } })
  expect(audit.map(({ outcome, targetId }) => ({ outcome, targetId }))).toEqual(
    audited ? [{ outcome: 'success', targetId: messageId }] : [],
  )
}

describe.each(Object.entries(unclear))('a commit answered %s', (_name, code) => {
  it.each([undefined, 'mine'])(
    'although it went through is no replay, and stored once (id %s)',
    async messageId => {
      const threadId = await seedThread(db)
      counter.loseReplyOf('Commit', code)
      const result = await post(threadId, { messageId })
      expect(result.replayed).toBe(false)
      await expectStoredOnce(threadId, result.message.messageId)
    },
  )

  it('that did not go through is tried again', async () => {
    const threadId = await seedThread(db)
    counter.refuseNext('Commit', code)
    const result = await post(threadId)
    expect(result.replayed).toBe(false)
    await expectStoredOnce(threadId, result.message.messageId)
  })

  it('of an inbound message is stored once', async () => {
    const { threadId, phone } = await seedGuestThread(db)
    const received = receivedFrom(phone)
    counter.loseReplyOf('Commit', code)
    await receive(received)
    await receive(received)
    await expectStoredOnce(threadId, received.providerMessageId, false)
  })
})

describe('a commit that lost its answer', () => {
  it('is recognised by its time when there is no audit entry to go by', async () => {
    const threadId = await seedThread(db)
    counter.loseReplyOf('Commit', unclear.DEADLINE_EXCEEDED)
    const result = await createMessage(
      await cannotBuildAudit(await postDeps(db)),
      staffActor(),
      input(threadId),
    )
    expect(result.replayed).toBe(false)
    await expectStoredOnce(threadId, result.message.messageId, false)
  })

  it('while others post is stored once all the same', async () => {
    const threadId = await seedThread(db)
    counter.loseReplyOf('Commit', unclear.DEADLINE_EXCEEDED)
    counter.loseReplyOf('Commit', unclear.UNAVAILABLE)
    const posts = Array.from({ length: 6 }, () => post(threadId))
    const results = await Promise.all(posts)
    expect(results.every(({ replayed }) => !replayed)).toBe(true)
    const { thread, messages, audit } = await leftBy(db, threadId)
    expect(messages).toHaveLength(6)
    expect(audit).toHaveLength(6)
    expect(thread.version).toBe(6)
  })
})

describe('a commit that fails for good', () => {
  it('throws, stores nothing, and leaves a failure in the audit log', async () => {
    const threadId = await seedThread(db)
    const actor = staffActor()
    const messageId = uniqueId('m')
    counter.refuseNext('Commit', denied, 'the first failure')
    await expect(post(threadId, { messageId }, actor)).rejects.toThrow('the first failure')
    const { thread, messages, audit } = await leftBy(db, threadId)
    expect(messages).toEqual([])
    expect(thread).not.toHaveProperty('lastMessage')
    const refused = { outcome: 'failure', actorId: actor.uid, targetId: messageId }
    expect(audit).toMatchObject([{ ...refused, metadata: { threadId, error: 'internal' } }])
  })

  it('is not hidden by an audit log that fails too', async () => {
    const threadId = await seedThread(db)
    const deps = await postDeps(db)
    counter.refuseNext('Commit', denied, 'the first failure')
    counter.refuseNext('Commit', denied, 'the second failure')
    await expect(createMessage(deps, staffActor(), input(threadId))).rejects.toThrow('the first failure')
    expect(deps.log.events).toContain('failure audit entry failed')
    expect((await leftBy(db, threadId)).audit).toEqual([])
  })
})

describe('an audit entry that cannot be built', () => {
  it('does not stop the save, and is told in the log', async () => {
    const threadId = await seedThread(db)
    const deps = await cannotBuildAudit(await postDeps(db))
    const { message } = await createMessage(deps, staffActor(), input(threadId))
    await expectStoredOnce(threadId, message.messageId, false)
    expect(deps.log.events).toEqual(['audit entry could not be built'])
  })

  it('does not hide why a post was refused', async () => {
    const deps = await cannotBuildAudit(await postDeps(db))
    const refused = createMessage(deps, staffActor(), input(uniqueId('nowhere')))
    await expect(refused).rejects.toMatchObject({ code: 'thread-not-found' })
  })

  it('is not built for an actor who is no person at a client', async () => {
    const threadId = await seedThread(db)
    const { origin: _, ...actor } = staffActor()
    const { message } = await post(threadId, {}, actor)
    await expectStoredOnce(threadId, message.messageId, false)
  })
})

it('a commit that went through is told although it took longer than a post may fight for its thread', async () => {
  const threadId = await seedThread(db)
  const deps = await postDeps(db)
  let late = 0
  const clock = { ...deps.clock, now: () => new Date(Date.now() + late) }
  const messages = {
    ...deps.messages,
    post: async (...write: Parameters<typeof deps.messages.post>) => {
      await deps.messages.post(...write)
      late = 60_000
      return 'unresolved' as const
    },
  }
  const { message, replayed } = await createMessage(
    { ...deps, clock, messages },
    staffActor(),
    input(threadId),
  )
  expect(replayed).toBe(false)
  await expectStoredOnce(threadId, message.messageId)
})

describe('what became of a forwarding', () => {
  const refusal = new ProviderError('guest-platform', 'permanent', 'answered 400')
  const lost = new ProviderError('guest-platform', 'unknown', 'did not answer in time')

  let last: { threadId: string; messageId: string }

  /** A message of a mirrored thread, forwarded while its one commit is disturbed. */
  async function forwarded(error: Error | undefined, disturb: () => void) {
    const threadId = await seedThread(db, { source: 'platform-guest' })
    const { message } = await createMessage(await postDeps(db), staffActor(), input(threadId))
    last = message
    const deps = testContext({ firestore: db })
    const putMessage = async () => {
      disturb()
      if (error) throw error
    }
    await forwardMessage({ ...deps, guestPlatform: { putMessage } }, message)
    return (await leftBy(db, threadId)).messages[0]?.forwarding
  }

  it.each([
    ['forwarded', undefined],
    ['failed', refusal],
    ['pending', lost],
  ] as const)('is recorded as %s although its commit was lost, or its answer', async (status, error) => {
    const before = [
      () => counter.refuseNext('Commit', unclear.UNAVAILABLE),
      () => counter.loseReplyOf('Commit', unclear.UNAVAILABLE),
    ]
    for (const disturb of before)
      expect(await forwarded(error, disturb)).toMatchObject({ status, attempts: 1 })
  })

  it('is told to people in an item of its thread when it has failed', async () => {
    await forwarded(refusal, () => counter.loseReplyOf('Commit', unclear.UNAVAILABLE))
    const { threadId, messageId } = last
    expect((await db.doc(`items/forwarding-failed_${threadId}`).get()).data()).toMatchObject({
      ...{ kind: 'forwarding-failed', status: 'open', threadId, messageId },
      nextAction: expect.stringContaining('resend --vendor guest-platform'),
    })
    await forwarded(lost, () => undefined)
    expect((await db.doc(`items/forwarding-failed_${last.threadId}`).get()).exists).toBe(false)
  })

  it('is recorded although the message has changed meanwhile', async () => {
    const changed = () => counter.refuseNext('Commit', 9)
    expect(await forwarded(undefined, changed)).toMatchObject({ status: 'forwarded', attempts: 1 })
  })
})

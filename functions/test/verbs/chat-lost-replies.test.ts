import { describe, expect, it } from 'vitest'
import { forwardMessage } from '../../src/lib/chat/forwarding/forward-message.ts'
import { createMessage } from '../../src/lib/chat/posting/create-message.ts'
import { ProviderError } from '../../src/lib/errors.ts'
import { input, postTrace, seedThread, staffActor, startVerbs } from '../support/chat-deps.ts'
import { stored, uniqueId } from '../support/stack.ts'
import { builtContext, testContext } from '../support/test-context.ts'

const { db, counter, post } = startVerbs()

/** gRPC codes after which only reading back tells what became of a commit. */
const unclear = { CANCELLED: 1, UNKNOWN: 2, DEADLINE_EXCEEDED: 4, INTERNAL: 13, UNAVAILABLE: 14 }
const denied = 7

const cannotBuildAudit = (deps: Awaited<ReturnType<typeof builtContext>>) => ({
  ...deps,
  ids: {
    ...deps.ids,
    audit: () => {
      throw new Error('no ids today')
    },
  },
})

async function expectStoredOnce(threadId: string, messageId: string, audited = true): Promise<void> {
  const { thread, messages, audit } = await postTrace(threadId)
  expect(messages.map(message => message.messageId)).toEqual([messageId])
  expect(thread).toMatchObject({ version: 1, lastMessage: { messageId } })
  expect(audit.map(({ outcome, targetId }) => ({ outcome, targetId }))).toEqual(
    audited ? [{ outcome: 'success', targetId: messageId }] : [],
  )
}

describe('a commit that lost its answer', () => {
  it.each(Object.entries(unclear))('with %s is no replay, and is stored once', async (_, code) => {
    const threadId = await seedThread()
    counter.loseReplyOf('Commit', code)
    const { replayed, message } = await post(threadId)
    expect(replayed).toBe(false)
    await expectStoredOnce(threadId, message.messageId)
  })

  it('is recognised by its time when there is no audit entry to go by', async () => {
    const threadId = await seedThread()
    counter.loseReplyOf('Commit', unclear.DEADLINE_EXCEEDED)
    const result = await createMessage(
      await cannotBuildAudit(await builtContext()),
      staffActor(),
      input(threadId),
    )
    expect(result.replayed).toBe(false)
    await expectStoredOnce(threadId, result.message.messageId, false)
  })

  it('while others post is stored once all the same', async () => {
    const threadId = await seedThread()
    counter.loseReplyOf('Commit', unclear.DEADLINE_EXCEEDED)
    counter.loseReplyOf('Commit', unclear.UNAVAILABLE)
    const posts = Array.from({ length: 6 }, () => post(threadId))
    const results = await Promise.all(posts)
    expect(results.every(({ replayed }) => !replayed)).toBe(true)
    const { thread, messages, audit } = await postTrace(threadId)
    expect(messages).toHaveLength(6)
    expect(audit).toHaveLength(6)
    expect(thread.version).toBe(6)
  })
})

it('a commit that fails for good throws, stores nothing, and leaves a failure in the audit log', async () => {
  const threadId = await seedThread()
  const actor = staffActor()
  const messageId = uniqueId('m')
  counter.refuseNext('Commit', denied, 'the first failure')
  await expect(post(threadId, { messageId }, actor)).rejects.toThrow('the first failure')
  const { thread, messages, audit } = await postTrace(threadId)
  expect(messages).toEqual([])
  expect(thread).not.toHaveProperty('lastMessage')
  const refused = { outcome: 'failure', actorId: actor.uid, targetId: messageId }
  expect(audit).toMatchObject([{ ...refused, metadata: { threadId, error: 'internal' } }])
})

describe('the outcome of a forwarding', () => {
  const refusal = new ProviderError('guest-platform', 'permanent', 'answered 400')
  const lost = new ProviderError('guest-platform', 'unknown', 'did not answer in time')

  let last: { threadId: string; messageId: string }

  /** Forwards a message of a mirrored thread while its one commit is disturbed; returns the stored outcome. */
  async function forwarded(error: Error | undefined, disturb: () => void) {
    const threadId = await seedThread({ source: 'platform-guest' })
    const { message } = await createMessage(await builtContext(), staffActor(), input(threadId))
    last = message
    const deps = testContext({ firestore: db })
    const putMessage = async () => {
      disturb()
      if (error) throw error
    }
    await forwardMessage({ ...deps, guestPlatform: { putMessage } }, message)
    return (await postTrace(threadId)).messages[0]?.forwarding
  }

  it.each([
    ['forwarded', undefined],
    ['failed', refusal],
    ['pending', lost],
  ] as const)(
    'is recorded as %s although its commit, or the reply to it, was lost',
    async (status, error) => {
      const before = [
        () => counter.refuseNext('Commit', unclear.UNAVAILABLE),
        () => counter.loseReplyOf('Commit', unclear.UNAVAILABLE),
      ]
      for (const disturb of before)
        expect(await forwarded(error, disturb)).toMatchObject({ status, attempts: 1 })
    },
  )

  it('opens an item of its thread when it has failed', async () => {
    await forwarded(refusal, () => counter.loseReplyOf('Commit', unclear.UNAVAILABLE))
    const { threadId, messageId } = last
    expect(await stored(`items/forwarding-failed_${threadId}`)).toMatchObject({
      kind: 'forwarding-failed',
      status: 'open',
      threadId,
      messageId,
      nextAction: expect.stringContaining('resend --vendor guest-platform'),
    })
    await forwarded(lost, () => undefined)
    expect(await stored(`items/forwarding-failed_${last.threadId}`)).toBeUndefined()
  })

  it('is recorded although the message has changed meanwhile', async () => {
    const changed = () => counter.refuseNext('Commit', 9)
    expect(await forwarded(undefined, changed)).toMatchObject({ status: 'forwarded', attempts: 1 })
  })
})

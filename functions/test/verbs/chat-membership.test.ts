import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Actor } from '../../src/lib/actor.ts'
import { deliverMessage } from '../../src/lib/chat/delivery/deliver-message.ts'
import { retryMessage } from '../../src/lib/chat/delivery/retry-message.ts'
import { forwardMessage } from '../../src/lib/chat/forwarding/forward-message.ts'
import { createMessage } from '../../src/lib/chat/posting/create-message.ts'
import type { UserStatus } from '../../src/lib/roles/user-status.ts'
import { acceptedOf, forwardsOf, uniqueText } from '../support/chat.ts'
import { input, seedGuestThread, seedThread, staffActor, startVerbs } from '../support/chat-deps.ts'
import { membershipWorld, type Step } from '../support/membership-world.ts'
import { uniqueId, update } from '../support/stack.ts'
import { builtContext, testContext } from '../support/test-context.ts'

const { db, post, read } = startVerbs()

const who = fc.constantFrom(0, 0, 0, 1, 2)
const types = fc.constantFrom('message', 'message', 'chatapp-message', 'sms-message', 'note')
const roles = fc.constantFrom('user', 'user', 'landlord', 'support', 'operations', 'service')
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('post'), who, type: types }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('role'), who, role: roles }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('sign in'), who }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('add', 'remove'), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('read'), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('the events come', 'a minute passes') }) },
)
/** Steps that must precede the loss of a role: single random steps lead there in one history of a thousand. */
const inOffice = fc.record({ who, role: roles, type: types }).map(({ who, role, type }): Step[] => [
  { do: 'role', who, role },
  { do: 'sign in', who },
  { do: 'post', who, type },
])
const asMember = fc.record({ who, type: types }).map(({ who, type }): Step[] => [
  { do: 'add', who },
  { do: 'post', who, type },
])
const phrases = fc.oneof(
  { weight: 4, arbitrary: step.map(one => [one]) },
  { weight: 2, arbitrary: inOffice },
  { weight: 1, arbitrary: asMember },
)
const histories = fc.array(phrases, { minLength: 2, maxLength: 7 }).map(some => some.flat())

/** Histories that are played at once, each in a thread of its own. */
const atOnce = 20
const runs = 15

it('nobody ever reads or causes more than their present role and membership permit', {
  timeout: 180_000,
}, async () => {
  const keepsAll = async (some: Step[][]) => {
    const found = await Promise.all(some.map(async one => (await membershipWorld()).violations(one)))
    expect(found.flat()).toEqual([])
  }
  await fc.assert(fc.asyncProperty(fc.array(histories, { minLength: atOnce, maxLength: atOnce }), keepsAll), {
    numRuns: runs,
    // Shrinking a failure would outlast the test's timeout, which then reports nothing.
    endOnFailure: true,
  })
  console.log(`${runs * atOnce} histories of roles and memberships`)
})

const somebody = (): Actor => ({ uid: uniqueId('somebody'), role: 'user' })

it.each([
  ['was taken out', { participantIds: [] }],
  ['was taken out and has come back by posting', { selfJoinedIds: true }],
])('a text of a member who %s fails with a reason, and goes when staff send it', async (_, fields) => {
  const author = somebody()
  const { threadId } = await seedGuestThread({ participantIds: [author.uid] })
  const body = uniqueText()
  const { message } = await post(threadId, { body, type: 'sms-message' }, author)
  const ref = { threadId, messageId: message.messageId }
  const path = `threads/${threadId}`
  await update(path, 'selfJoinedIds' in fields ? { selfJoinedIds: [author.uid] } : fields)
  const deps = await builtContext()
  await deliverMessage(deps, ref)
  const { delivery } = await read(`${path}/messages/${ref.messageId}`)
  expect(delivery).toMatchObject({ status: 'failed', failure: { code: 'author-not-member' } })
  expect(await acceptedOf(body)).toEqual([])
  // A removed member has nothing to attend to.
  expect((await read(path)).needsAttention.includes(author.uid)).toBe('selfJoinedIds' in fields)
  await retryMessage(deps, staffActor(), ref)
  expect(await acceptedOf(body)).toHaveLength(1)
})

describe('a text of a member that waited', () => {
  const minute = 60_000
  /** Posts a text and delivers it after that time, when the sign-in service says `account` of its author. */
  async function waited(forMs: number, account: Partial<UserStatus> | 'deleted', author = somebody()) {
    const { threadId } = await seedGuestThread({ participantIds: [author.uid] })
    const body = uniqueText()
    const { message } = await post(threadId, { body, type: 'sms-message' }, author)
    const deps = await builtContext()
    const status = {
      role: undefined,
      isDisabled: false,
      validSince: 0,
      ...(account !== 'deleted' && account),
    }
    const found = new Map(account === 'deleted' ? [] : [[author.uid, status]])
    const lookups: string[] = []
    const userRecords = {
      ...deps.userRecords,
      find: async (uids: readonly string[]) => {
        lookups.push(...uids)
        return found
      },
    }
    const now = () => new Date(message.createdAt.getTime() + forMs)
    const ref = { threadId, messageId: message.messageId }
    await deliverMessage({ ...deps, userRecords, clock: { ...deps.clock, now } }, ref)
    const { delivery } = await read(`threads/${threadId}/messages/${message.messageId}`)
    return { lookups, delivery, ref, sent: await acceptedOf(body), body }
  }

  it.each([['disabled', { isDisabled: true }] as const, ['deleted', 'deleted'] as const])(
    'is not sent once its author is %s, and says so; staff may send it',
    async (_, account) => {
      const { delivery, ref, sent, body } = await waited(2 * minute, account)
      expect(delivery).toMatchObject({ status: 'failed', failure: { code: 'author-not-member' } })
      expect(delivery.failure.detail).toContain('account')
      expect(sent).toEqual([])
      await retryMessage(await builtContext(), staffActor(), ref)
      expect(await acceptedOf(body)).toHaveLength(1)
    },
  )

  it('ends as too late, without a look-up of its author', async () => {
    const { lookups, delivery } = await waited(25 * 60 * minute, 'deleted')
    expect(lookups).toEqual([])
    expect(delivery).toMatchObject({ status: 'failed', failure: { code: 'provider-unavailable' } })
  })

  it('is sent while its author has an account', async () => {
    const { lookups, sent } = await waited(2 * minute, {})
    expect(lookups).toHaveLength(1)
    expect(sent).toHaveLength(1)
  })

  it('looks up no author in its first minute, and never one of staff', async () => {
    expect(await waited(minute / 2, 'deleted')).toMatchObject({ lookups: [], sent: [expect.anything()] })
    expect(await waited(2 * minute, 'deleted', staffActor())).toMatchObject({
      lookups: [],
      sent: [expect.anything()],
    })
  })
})

it('a forwarding that records no permission fails when its author joined by posting', async () => {
  const threadId = await seedThread({ source: 'platform-guest' })
  const author = somebody()
  const { message } = await post(threadId, {}, author)
  expect(message).not.toHaveProperty('forwarding')
  const path = `threads/${threadId}/messages/${message.messageId}`
  await update(path, { forwarding: { status: 'pending', attempts: 0 } })
  const context = testContext({ firestore: db })
  await forwardMessage(context, { threadId, messageId: message.messageId })
  expect((await read(path)).forwarding).toEqual({ status: 'failed', attempts: 1 })
  expect(await forwardsOf(threadId)).toEqual([])
})

it('the policy "participants" refuses users who joined by posting, with a role or without', async () => {
  const [former, stranger, member] = [somebody(), somebody(), somebody()]
  const threadId = await seedThread({ participantIds: [member.uid] })
  await post(threadId, {}, { ...former, role: 'support' })
  await post(threadId, {}, stranger)
  expect(await read(`threads/${threadId}`)).toMatchObject({
    participantIds: [member.uid, former.uid, stranger.uid],
    roleJoinedIds: [former.uid],
    selfJoinedIds: [stranger.uid],
  })
  const deps = await builtContext()
  const closed = { ...deps, rules: { ...deps.rules, joinPolicy: () => 'participants' as const } }
  for (const actor of [former, stranger])
    await expect(createMessage(closed, actor, input(threadId))).rejects.toMatchObject({
      code: 'thread-not-found',
    })
  await createMessage(closed, member, input(threadId))
})

import { describe, expect, it } from 'vitest'
import { assignTriage } from '../../src/lib/chat/inbound/assign-triage.ts'
import { receiveMessage } from '../../src/lib/chat/inbound/receive-message.ts'
import { triage } from '../../src/lib/chat/inbound-records.ts'
import { Query } from '../../src/lib/store.ts'
import { dyingAt } from '../faults/effects.ts'
import { uniquePhone } from '../support/builders.ts'
import {
  postTrace,
  receivedFrom,
  seedGuestThread,
  seedThread,
  staffActor,
  startVerbs,
  steppedClock,
} from '../support/chat-deps.ts'
import { beforePosts, intercepted } from '../support/intercept.ts'
import { builtContext, testContext } from '../support/test-context.ts'

const { db, counter, read, assign, receive } = startVerbs()

type Deps = Awaited<ReturnType<typeof builtContext>>

const countOf = async (threadId: string) => (await postTrace(threadId)).messages.length

/** A context whose queries of a collection get this answer. */
const finding = async (collection: string, answer: (query: Query) => object[]): Promise<Deps> =>
  intercepted(await builtContext(), 'store.find', original => async query => {
    const isMeant = query instanceof Query && query.collection === collection
    return isMeant ? answer(query) : original(query)
  })
/** A context that finds the guest's stay in that thread. */
const withHome = (threadId: string) =>
  finding('threads', ({ filters }) => [
    { id: threadId, value: { reservationId: [filters[0]?.[2]].flat()[0] } },
  ])
/** A context that finds no guest, as before there was one. */
const withoutGuest = () => finding('guests', () => [])

describe('two deliveries of one message at once', () => {
  it.each(Array.from({ length: 8 }, (_, index) => index))(
    'store one although the home changes between them (%i)',
    async () => {
      const { threadId, phone } = await seedGuestThread()
      const other = await seedThread()
      const message = receivedFrom(phone)
      await Promise.all([threadId, other].map(async home => receiveMessage(await withHome(home), message)))
      const counts = [await countOf(threadId), await countOf(other)]
      expect(counts.toSorted()).toEqual([0, 1])
      const { threadId: stored } = await read(`inboundMessages/${message.providerMessageId}`)
      expect(counts[[threadId, other].indexOf(stored)]).toBe(1)
    },
  )

  it.each(Array.from({ length: 8 }, (_, index) => index))(
    'store it or keep it in triage, never both (%i)',
    async () => {
      const { threadId, phone } = await seedGuestThread()
      const message = receivedFrom(phone)
      await Promise.all([
        receiveMessage(await withHome(threadId), message),
        receiveMessage(await withoutGuest(), message),
      ])
      const isKept = (await read(`triage/${message.providerMessageId}`)) !== undefined
      expect((await countOf(threadId)) + Number(isKept)).toBe(1)
    },
  )
})

describe('keeping a message for triage', () => {
  it('survives an answer that was lost', async () => {
    const message = receivedFrom(uniquePhone())
    counter.loseReplyOf('Commit', 14)
    await receive(message)
    expect(await read(`triage/${message.providerMessageId}`)).toMatchObject({ status: 'open' })
  })

  it('throws when it did not happen', async () => {
    const message = receivedFrom(uniquePhone())
    const deps = { ...(await builtContext()), clock: steppedClock() }
    const store = { ...deps.store, commit: async () => 'unresolved' as const }
    await expect(receiveMessage({ ...deps, store }, message)).rejects.toThrow()
    expect(await read(`triage/${message.providerMessageId}`)).toBeUndefined()
    await receive(message)
    expect(await read(`triage/${message.providerMessageId}`)).toMatchObject({ status: 'open' })
  })
})

describe.each(['before', 'after'] as const)('an assignment that dies %s an effect', when => {
  it('is finished by its repetition, whatever it died at', async () => {
    let position = 0
    for (let isDead = true; isDead; position += 1) {
      const { threadId, guestId } = await seedGuestThread()
      const phone = uniquePhone()
      const messages = [receivedFrom(phone, { body: 'one' }), receivedFrom(phone, { body: 'STOP' })]
      for (const message of messages) await receive(message)
      const [first, second] = messages.map(({ providerMessageId }) => providerMessageId)
      const input = { entryId: String(second), threadId }
      const actor = staffActor()
      await dyingAt(position, when, async process => {
        const context = testContext({ firestore: db, decorate: (name, port) => process.watch(name, port) })
        await assignTriage(context, actor, input)
        isDead = false
      })
      await assignTriage(await builtContext(), actor, input)
      await assignTriage(await builtContext(), actor, input)

      const left = await postTrace(threadId)
      expect(left.messages.map(({ messageId }) => messageId)).toEqual([first, second])
      expect(left.thread.version).toBe(2)
      expect(left.audit.filter(({ outcome }) => outcome === 'success')).toEqual([
        expect.objectContaining({ action: 'triage.assign', targetId: second }),
      ])
      for (const sid of [first, second])
        expect(await read(`triage/${sid}`)).toMatchObject({ status: 'assigned', threadId })
      expect(await read(`guests/${guestId}`)).toMatchObject({
        addresses: [phone],
        optedOut: { chatapp: expect.any(String) },
      })
    }
    expect(position).toBeGreaterThan(6)
  })
})

it('an old message never makes the time of the last one go backwards', async () => {
  const { guestId, phone } = await seedGuestThread()
  await receive(receivedFrom(phone))
  const before = await read(`guests/${guestId}`)
  const receivedAt = new Date(Date.now() - 3_600_000)
  await receive(receivedFrom(phone, { receivedAt, senderId: 'US.1234' }))
  expect(await read(`guests/${guestId}`)).toEqual({ ...before, chatappIds: ['US.1234'] })
})

/** Two messages of one sender, and two threads without a guest. */
async function twoOfOne() {
  const from = uniquePhone()
  const received = [receivedFrom(from), receivedFrom(from)]
  for (const message of received) await receive(message)
  const [one = '', other = ''] = received.map(({ providerMessageId }) => providerMessageId)
  return { from, one, other, home: await seedThread(), otherHome: await seedThread() }
}

/** A context that runs something before that commit of a post, counted from 1. */
const beforeCommit = async (at: number, run: () => Promise<unknown>) =>
  beforePosts(await builtContext(), call => (call === at ? run() : undefined))

const outcomesOf = async (threadId: string) =>
  (await postTrace(threadId)).audit.map(({ outcome }) => outcome).sort()

describe('the audit log of an assignment', () => {
  it('tells of no success when one of its messages could not be stored, until a repetition stores it', async () => {
    const { one, home } = await twoOfOne()
    const dying = await beforeCommit(2, () => Promise.reject(new Error('died')))
    const assigned = { entryId: one, threadId: home }
    await expect(assignTriage(dying, staffActor(), assigned)).rejects.toThrow('died')
    expect(await outcomesOf(home)).toEqual(['failure'])
    await assign(assigned)
    expect(await outcomesOf(home)).toEqual(['failure', 'success'])
    expect(await countOf(home)).toBe(2)
  })

  it('tells of one success when somebody else does the same a moment earlier', async () => {
    const { one, home } = await twoOfOne()
    const assigned = { entryId: one, threadId: home }
    const faster = async () => assign(assigned)
    await assignTriage(await beforeCommit(1, faster), staffActor(), assigned)
    expect(await countOf(home)).toBe(2)
    expect(await outcomesOf(home)).toEqual(['success'])
  })

  it('tells of a success although the last of its messages went elsewhere', async () => {
    const { one, other, home, otherHome } = await twoOfOne()
    const elsewhere = { entryId: other, threadId: otherHome }
    const interference = async () => assign(elsewhere)
    await assignTriage(await beforeCommit(2, interference), staffActor(), { entryId: one, threadId: home })
    expect([await countOf(home), await countOf(otherHome)]).toEqual([1, 1])
    expect([await outcomesOf(home), await outcomesOf(otherHome)]).toEqual([['success'], ['success']])
  })
})

describe('two assignments of the messages of one sender to different threads at once', () => {
  const guestOf = (threadId: string) => read(`guests/guest-of-${threadId}`)

  it('make a guest each if neither saw the other', async () => {
    const { from, one, other, home, otherHome } = await twoOfOne()
    const dying = await beforeCommit(2, () => Promise.reject(new Error('died')))
    const faster = () => assignTriage(dying, staffActor(), { entryId: one, threadId: home }).catch(() => {})
    await assignTriage(await beforeCommit(1, faster), staffActor(), { entryId: other, threadId: otherHome })
    expect([await countOf(home), await countOf(otherHome)]).toEqual([1, 1])
    for (const threadId of [home, otherHome])
      expect(await guestOf(threadId)).toMatchObject({ addresses: [from], threadId })
  })

  it('move the guest on if one saw the other', async () => {
    const { from, one, other, home, otherHome } = await twoOfOne()
    const deps = await builtContext()
    const ofSender = triage.where('channel', '==', 'chatapp').where('from', '==', from)
    const open = await deps.store.find(ofSender.where('status', '==', 'open').orderBy('receivedAt'))
    const slower = intercepted(
      deps,
      'store.find',
      original =>
        async (query, ...args) =>
          Reflect.get(Object(query), 'collection') === 'triage' ? open : original(query, ...args),
    )
    const interference = () => assignTriage(slower, staffActor(), { entryId: other, threadId: otherHome })
    await assignTriage(await beforeCommit(2, interference), staffActor(), { entryId: one, threadId: home })
    expect([await countOf(home), await countOf(otherHome)]).toEqual([1, 1])
    expect(await guestOf(home)).toMatchObject({ addresses: [from], threadId: otherHome })
  })
})

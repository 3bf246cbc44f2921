import { FieldValue } from 'firebase-admin/firestore'
import { describe, expect, it } from 'vitest'
import { firestoreWith } from '../../src/adapters/firestore/sdk.ts'
import { store as storeOver } from '../../src/adapters/firestore/store.ts'
import type { Actor } from '../../src/lib/actor.ts'
import type { DeliverMessageDeps } from '../../src/lib/chat/delivery/deliver-message.ts'
import { retryMessage } from '../../src/lib/chat/delivery/retry-message.ts'
import { claimedOn, counterWrite, summedField } from '../../src/lib/chat/delivery/spend-counts.ts'
import type { SpendCaps } from '../../src/lib/chat/delivery/spending.ts'
import type { PostInput } from '../../src/lib/chat/posting/post-input.ts'
import { dayOf } from '../../src/lib/days.ts'
import { ProviderError } from '../../src/lib/errors.ts'
import { actorOf, seedGuestThread, startVerbs, steppedClock } from '../support/chat-deps.ts'
import { dueMessage, sendingBy } from '../support/delivery.ts'
import { listed, put, uniqueId, update } from '../support/stack.ts'
import { sandboxSettings } from '../support/test-context.ts'

const { db, counter } = startVerbs()
const store = storeOver(firestoreWith(db))

// A year that no other test writes in.
let year = 2100 + Math.floor(Math.random() * 5_000)
const someDay = () => {
  year += 1
  return steppedClock(new Date(`${year}-06-15T12:00:00.000Z`))
}

const many = { all: 1_000, members: 1_000, user: 1_000, guest: 1_000 }
type Deps = Pick<DeliverMessageDeps, 'rules' | 'carriers' | 'userRecords'>

/** A day with these caps, and its sends, to one thread unless another is given. */
async function dayOfSends(few: Partial<SpendCaps>, countries: string[] = []) {
  const [clock, home] = [someDay(), await seedGuestThread()]
  const sent: string[] = []
  const deps: Deps = {
    rules: {
      ...sandboxSettings(),
      spendCaps: () => ({ ...many, ...few }),
      allowedCountries: () => new Set(countries),
    },
    userRecords: {
      find: async ids => new Map(ids.map(id => [id, { role: 'landlord', isDisabled: false, validSince: 0 }])),
      page: async () => ({ users: new Map(), next: undefined }),
    },
    ...sendingBy(async ({ to }) => {
      sent.push(to)
      return { providerMessageId: uniqueId('SM') }
    }),
  }
  const due = (to = home, post: Partial<PostInput> = {}, author?: Actor) =>
    dueMessage({ home: to, clock, author, post: { sendUntil: new Date('9999-01-01'), ...post } })
  const send = async (to = home, post: Partial<PostInput> = {}, author?: Actor) => {
    const message = await due(to, post, author)
    await message.deliver(deps)
    return { ...message, delivery: (await message.message()).delivery }
  }
  /** The sum of the guest's counted sends. */
  const counted = () => {
    const counter = { cap: 'guest', id: home.guestId, address: home.phone } as const
    return store.sum(claimedOn(dayOf(clock.now()), counter), summedField)
  }
  const items = async () =>
    (await listed('items', 'kind', 'spend-limit')).filter(({ id }) =>
      id.startsWith(`spend-limit_${dayOf(clock.now())}`),
    )
  return { clock, home, sent, deps, due, send, counted, items }
}

const refused = { status: 'failed', attempts: 0, failure: { code: 'spend-limit' } }

describe('a cap of paid sends', () => {
  it('of a guest opens one item at 80 %, refuses sends beyond it, and holds up no other guest', async () => {
    const { home, sent, send, counted, items } = await dayOfSends({ guest: 5 })
    for (const count of [0, 0, 0, 1, 1]) {
      expect((await send()).delivery.status).toBe('sent')
      expect(await items()).toHaveLength(count)
    }
    expect((await send()).delivery).toMatchObject(refused)
    expect((await send(await seedGuestThread())).delivery.status).toBe('sent')
    expect(sent).toHaveLength(6)
    expect(await counted()).toBe(5)
    expect(await items()).toMatchObject([
      { status: 'open', reason: 'guest', guestId: home.guestId, nextAction: expect.any(String) },
    ])
  })

  it('of a guest holds across threads, until the next day', async () => {
    const { clock, home, sent, send } = await dayOfSends({ guest: 1 })
    await send()
    const reservationId = uniqueId('reservation')
    await put(`reservations/${reservationId}`, { guestId: home.guestId })
    const other = await seedGuestThread({ reservationId })
    expect((await send({ ...other, reservationId })).delivery).toMatchObject(refused)
    expect(sent).toHaveLength(1)
    clock.forward(12 * 3_600_000)
    expect((await send()).delivery.status).toBe('sent')
  })

  it('counts the segments of an SMS, and a chatapp message as one', async () => {
    const { home, sent, send, counted } = await dayOfSends({ guest: 30 })
    const long = { type: 'sms-message', body: 'ł'.repeat(1600) } as const
    expect((await send(home, long)).delivery.status).toBe('sent')
    expect(await counted()).toBe(24)
    expect((await send(home, long)).delivery).toMatchObject(refused)
    expect((await send(home, { body: long.body })).delivery.status).toBe('sent')
    expect(await counted()).toBe(25)
    expect(sent).toHaveLength(2)
  })

  it('holds nothing back on the day on which operations lift it', async () => {
    const { clock, home, send } = await dayOfSends({ guest: 0 })
    expect((await send()).delivery).toMatchObject(refused)
    const counter = { cap: 'guest', id: home.guestId } as const
    await store.write([counterWrite(dayOf(clock.now()), counter, { liftedBy: 'ops' })])
    expect((await send()).delivery.status).toBe('sent')
    clock.forward(12 * 3_600_000)
    expect((await send()).delivery).toMatchObject(refused)
  })

  it('is exceeded only by sends that are under way at once', async () => {
    const { due, deps, sent, counted } = await dayOfSends({ guest: 5 })
    const messages = await Promise.all(Array.from({ length: 8 }, () => due()))
    await Promise.all(messages.slice(0, 4).map(({ deliver }) => deliver(deps)))
    expect(await counted()).toBe(4)
    await Promise.all(messages.slice(4).map(({ deliver }) => deliver(deps)))
    expect(sent.length).toBeGreaterThanOrEqual(5)
    expect(await counted()).toBe(sent.length)
  })
})

describe('a shared cap keeps a part that no member takes alone:', () => {
  const landlord = (): Actor => actorOf('landlord')

  /** Sends to these homes in turn; returns whether each send went out. */
  async function sendsOf(
    { send }: Awaited<ReturnType<typeof dayOfSends>>,
    author: Actor,
    homes: readonly Awaited<ReturnType<typeof seedGuestThread>>[],
  ) {
    const fates = []
    for (const home of homes) {
      await update(`threads/${home.threadId}`, { participantIds: FieldValue.arrayUnion(author.uid) })
      fates.push((await send(home, {}, author)).delivery.status === 'sent')
    }
    return fates
  }
  const homesOf = (count: number) => Promise.all(Array.from({ length: count }, () => seedGuestThread()))

  it('sends of a member to a guest stop at the first half, and those of others go on', async () => {
    const day = await dayOfSends({ guest: 4 })
    const [one, other, home] = [landlord(), landlord(), day.home]
    expect(await sendsOf(day, one, [home, home, home])).toEqual([true, true, false])
    expect(await sendsOf(day, one, await homesOf(1))).toEqual([true])
    expect(await sendsOf(day, other, [home])).toEqual([true])
    expect((await day.send()).delivery.status).toBe('sent')
    expect((await day.send()).delivery).toMatchObject(refused)
  })
})

describe('a send is counted once', () => {
  it('although its provider refuses it for a while', async () => {
    const { clock, due, deps, counted, sent } = await dayOfSends({ guest: 1 })
    const message = await due()
    const away = sendingBy(() => Promise.reject(new ProviderError('twilio', 'retryable', 'busy')))
    for (let tries = 0; tries < 4; tries += 1) {
      await message.deliver({ ...deps, ...away })
      clock.forward(600_000)
    }
    await message.deliver(deps)
    expect(sent).toHaveLength(1)
    expect((await message.message()).delivery).toMatchObject({ status: 'sent', attempts: 5 })
    expect(await counted()).toBe(1)
  })

  it('although the answer to its claim was lost', async () => {
    const { due, deps, counted, sent } = await dayOfSends({})
    const message = await due()
    counter.loseReplyOf('Commit', 14)
    await message.deliver(deps)
    expect(sent).toHaveLength(1)
    expect(await counted()).toBe(1)
  })

  it('and again when a person sends it again', async () => {
    const { due, deps, counted } = await dayOfSends({})
    const message = await due()
    const refusing = sendingBy(() => Promise.reject(new ProviderError('twilio', 'permanent', 'no')))
    await message.deliver({ ...deps, ...refusing })
    await retryMessage({ ...message.deps, ...deps }, message.actor, message.ref)
    expect((await message.message()).delivery.status).toBe('sent')
    expect(await counted()).toBe(2)
  })

  it('and not made while the counters cannot be read', async () => {
    const { due, deps, sent, counted } = await dayOfSends({})
    const message = await due()
    const spending = { counts: () => Promise.reject(new Error('no answer')) }
    await expect(message.deliver({ ...deps, spending })).rejects.toThrow('no answer')
    expect((await message.message()).delivery).toMatchObject({ status: 'pending', attempts: 0 })
    expect(sent).toEqual([])
    await message.deliver(deps)
    expect(await counted()).toBe(1)
  })
})

it('a number of another country is not written to, and not counted', async () => {
  const { send, sent, counted, home } = await dayOfSends({}, ['IT', 'FR'])
  const { delivery } = await send()
  expect(delivery).toMatchObject({ status: 'failed', failure: { code: 'number-not-allowed' } })
  expect(delivery.failure.detail).not.toContain(home.phone)
  expect([sent, await counted()]).toEqual([[], 0])
})

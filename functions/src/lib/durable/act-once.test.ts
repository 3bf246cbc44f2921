import { expect, it } from 'vitest'
import * as z from 'zod'
import { memoryFirestore } from '../../../test/support/firestore.ts'
import { firestoreWith } from '../../adapters/firestore/sdk.ts'
import { store as storeOf } from '../../adapters/firestore/store.ts'
import { collection, create, patch, type Store } from '../store.ts'
import { actOnce } from './act-once.ts'
import { isAlive } from './lease.ts'

const letter = z.object({
  state: z.enum(['open', 'sending', 'sent']),
  claimId: z.string().optional(),
  leaseUntil: z.date().optional(),
})
let rooms = 0

/** A letter that is open, and processes that send it. */
async function letters() {
  const at = collection('letters/{id}', letter).at(`l${++rooms}`)
  const store = storeOf(firestoreWith(memoryFirestore('letters')))
  await store.commit([create(at, { state: 'open' })])
  let [now, claims, sent] = [Date.parse('2031-05-01T12:00:00Z'), 0, 0]
  const clock = { now: () => new Date(now), sleep: async () => {} }
  const ids = { claim: () => `c${rooms}-${++claims}` }
  const send = (during: () => unknown = () => {}, own: Store = store) =>
    actOnce(
      { clock, ids, store: own },
      {
        at,
        lease: 'email',
        claim: (value, time) =>
          value.state === 'open' || (value.state === 'sending' && !isAlive(value, time))
            ? { state: 'sending' as const }
            : undefined,
        async act(_, before) {
          sent += 1
          await during()
          return before.state
        },
        record: document => ({
          writes:
            document.value.state === 'sent' ? [] : [patch(document, { state: 'sent' }, document.revision)],
          result: 'noted',
        }),
        failed: document => [patch(document, { state: 'open' }, document.revision)],
      },
    )
  return {
    store,
    send,
    sent: () => sent,
    state: async () => (await store.read(at))?.value.state,
    forward: (milliseconds: number) => {
      now += milliseconds
    },
  }
}

/** Its commits go through, and stay unanswered. */
const deaf = (store: Store): Store => ({
  ...store,
  commit: async writes => {
    await store.commit(writes)
    return 'unresolved'
  },
})

it('an act is done by one of many processes at once', async () => {
  const { send, sent, state } = await letters()
  const ends = await Promise.all(Array.from({ length: 8 }, () => send()))
  expect([sent(), await state()]).toEqual([1, 'sent'])
  expect(ends.filter(end => end !== undefined)).toEqual([{ outcome: 'open', result: 'noted' }])
})

it('an act is done once, and recorded, although no commit is answered', async () => {
  const { store, send, sent, state } = await letters()
  expect(await send(undefined, deaf(store))).toMatchObject({ outcome: 'open' })
  expect([sent(), await state()]).toEqual([1, 'sent'])
})

it('a failed act leaves its document as `failed` says, and throws', async () => {
  const { send, state } = await letters()
  await expect(send(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await state()).toBe('open')
})

it('a failed act throws its own error where the failure cannot be stored either', async () => {
  const { store, send, state } = await letters()
  let isDown = false
  const down: Store = {
    ...store,
    commit: async writes => (isDown ? Promise.reject(new Error('down')) : store.commit(writes)),
  }
  const act = () => {
    isDown = true
    throw new Error('no')
  }
  await expect(send(act, down)).rejects.toThrow('no')
  expect(await state()).toBe('sending')
})

it('an act belongs to another process once the lease is over, and the first holder records nothing', async () => {
  const { send, sent, state, forward } = await letters()
  const first = await send(async () => {
    forward(121_000)
    expect(await send()).toEqual({ outcome: 'sending', result: 'noted' })
  })
  expect(first).toEqual({ outcome: 'open', result: undefined })
  expect([sent(), await state()]).toEqual([2, 'sent'])
})

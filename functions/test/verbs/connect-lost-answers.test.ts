import { describe, expect, it } from 'vitest'
import { refusingHotel, storeProperty } from '../support/connection-builders.ts'
import { connectDeps, connecting, outcomeOf, pastLease, press } from '../support/connection-deps.ts'
import { expectConnected, expectNothingLeft, expectOneOfEach, traces } from '../support/connection-state.ts'
import { intercepted } from '../support/intercept.ts'
import { lossyFirestore } from '../support/lossy-firestore.ts'
import { db } from '../support/stack.ts'

const unavailable = 14
const failedPrecondition = 9

/** The real store, on a Firestore that loses the answer of the n-th write to the attempt, counted from 1. */
async function losing(lost: number, code: number, isBlind = false) {
  let writes = 0
  const firestore = lossyFirestore(db(), {
    losesAnswer: path => path.includes('connectionAttempts/') && ++writes === lost,
    code,
    isBlind,
  })
  const world = await connecting()
  return { ...world, lossy: await connectDeps({ clock: world.clock, firestore }) }
}

/** Claim, three journalled steps with two writes each, completion. */
const writesOfAnAttempt = [1, 2, 3, 4, 5, 6, 7, 8]

describe('a write to the attempt whose answer is lost', () => {
  it.each(writesOfAnAttempt.flatMap(write => [unavailable, failedPrecondition].map(code => [write, code])))(
    'write %i, code %i: connects all the same',
    async (write, code) => {
      const { property, lossy, press } = await losing(write ?? 0, code ?? 0)
      expect(await press(lossy)).toBe('completed')
      await expectOneOfEach(property)
    },
  )

  it('never undoes a connection whose commit went through, even when nobody can read it back', async () => {
    const { deps, property, paymentId, lossy, ...here } = await losing(8, unavailable, true)
    expect(await here.press(lossy)).toBe('internal')
    const { subscriptions } = await expectConnected(property)
    expect(subscriptions.map(({ status }) => status)).toEqual(['active'])
    expect(await press(deps, property, { paymentId })).toMatchObject({ replayed: true })
  })

  it('that rejects the requests counts', async () => {
    const property = await storeProperty({ hotel: refusingHotel })
    // Claim, two writes for the channel, one for the activation, the failure, the rejection.
    const { lossy } = await losing(6, unavailable)
    expect(await outcomeOf(press(lossy, property))).toBe('activation-refused')
    const { requests } = await expectNothingLeft(property)
    expect(requests.map(({ status }) => status)).toEqual(['rejected'])
  })
})

describe('a store that stops working in the middle', () => {
  it('leaves the rest to the next attempt, after the lease', async () => {
    const { clock, deps, property, press } = await connecting()
    const down = () => Promise.reject(Object.assign(new Error('down'), { code: unavailable }))
    const stopping = intercepted(
      deps,
      'connections.journal',
      original => (target, entry, revision) =>
        Reflect.get(Object(entry), 'step') === 'activate' ? down() : original(target, entry, revision),
    )
    expect(await press(intercepted(stopping, 'connections.reject', () => down))).toBe('internal')
    const { channels, requests } = await traces(property)
    expect(channels.map(({ is_active }: { is_active: boolean }) => is_active)).toEqual([false])
    expect(requests.map(({ status }) => status)).toEqual(['pending'])
    clock.advance(pastLease)
    expect(await press()).toBe('completed')
    await expectConnected(property)
  })
})

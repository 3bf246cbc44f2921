import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { law } from '../../../test/support/law.ts'
import { change } from './change.ts'
import { type Claim, isAlive, isHeldBy, type LeaseKind, leases, leaseUntil, newClaim } from './lease.ts'

const kinds = Object.keys(leases) as LeaseKind[]
const start = 1_700_000_000_000

describe('lease', () => {
  law(
    'is alive until it runs out, and dead from then on',
    [fc.constantFrom(...kinds), fc.integer({ min: -10_000_000, max: 10_000_000 })],
    (kind, after) => {
      const end = leaseUntil(kind, new Date(start))
      expect(isAlive({ leaseUntil: end }, new Date(start + after))).toBe(after < leases[kind])
    },
  )

  it('keeps nobody out where none is stored', () => {
    for (const stored of [{}, { leaseUntil: null }, { claimId: 'c', leaseUntil: undefined }])
      expect(isAlive(stored, new Date(0))).toBe(false)
    for (const stored of [undefined, {}, { claimId: null }, { claimId: 'other' }])
      expect(isHeldBy(stored, 'mine')).toBe(false)
    expect(isHeldBy({}, undefined)).toBe(false)
  })

  law(
    'is in one pair of hands at a time, and whoever was taken over writes no more',
    [
      fc.array(
        fc.record({
          worker: fc.nat({ max: 3 }),
          act: fc.constantFrom('claim', 'record', 'give up'),
          /** Also negative: clocks differ between machines. */
          later: fc.integer({ min: -30_000, max: 150_000 }),
          isAnswerLost: fc.boolean(),
        }),
        { maxLength: 40 },
      ),
    ],
    async events => {
      const stored = { revision: 0, claim: {} as Partial<Claim>, by: [] as string[] }
      const claims = new Map<number, Claim>()
      /** The worker that holds the lease. */
      let owner: number | undefined
      let [now, ids] = [start, 0]
      const deps = {
        clock: { now: () => new Date(now), sleep: async () => {} },
        ids: { claim: () => `claim ${ids++}` },
      }
      for (const { worker, act, later, isAnswerLost } of events) {
        now += later
        const mine = claims.get(worker)
        const wished = act === 'claim' ? newClaim(deps, 'delivery') : mine
        if (!wished) continue
        const was = { alive: isAlive(stored.claim, new Date(now)), owner }
        let answers = isAnswerLost ? 0 : 1
        const result = await change(deps, {
          read: async () => ({ ...stored }),
          recognise: ({ claim, by }) =>
            (act === 'claim' ? isHeldBy(claim, wished.claimId) : by.at(-1) === `${wished.claimId} ${act}`)
              ? { result: true }
              : undefined,
          decide: ({ claim }) => {
            if (act === 'claim') return isAlive(claim, new Date(now)) ? { result: false } : { write: wished }
            if (!isHeldBy(claim, wished.claimId)) return { result: false }
            return { write: act === 'record' ? wished : {} }
          },
          commit: async (claim, { revision }) => {
            if (stored.revision !== revision) return 'unresolved'
            stored.revision += 1
            stored.claim = claim
            if (act !== 'claim') stored.by.push(`${wished.claimId} ${act}`)
            return answers++ > 0 ? { result: true } : 'unresolved'
          },
        })
        if (act === 'claim') {
          expect(result).toBe(!was.alive)
          if (result) {
            claims.set(worker, wished)
            owner = worker
          }
        } else {
          const isMine = owner === worker
          expect(result).toBe(isMine)
          if (result && act === 'give up') {
            claims.delete(worker)
            owner = undefined
          }
        }
      }
    },
  )
})

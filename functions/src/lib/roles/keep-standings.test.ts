import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keepStandings } from './keep-standings.ts'
import type { KeptStanding } from './roles-ports.ts'
import { type Standing, staffRole } from './standing.ts'

const start = Date.parse('2031-05-01T12:00:00Z')
const hour = 3_600_000

/** Users in pages of two, in the order of their ids. */
function world() {
  let now = start
  let place: unknown
  const users = new Map<string, Standing>()
  const kept = new Map<string, KeptStanding>()
  let isAway = false
  const deps = {
    clock: { now: () => new Date(now) },
    userRecords: {
      find: async (uids: readonly string[]) => {
        if (isAway) throw new Error('away')
        return new Map([...users].filter(([uid]) => uids.includes(uid)))
      },
      page: async (after = '0') => {
        const from = Number(after)
        const page = [...users].slice(from, from + 2)
        return { users: new Map(page), next: from + 2 < users.size ? String(from + 2) : undefined }
      },
    },
    standings: {
      all: async () => new Map(kept),
      write: async (changes: ReadonlyMap<string, KeptStanding | undefined>) => {
        for (const [uid, standing] of changes) {
          if (standing) kept.set(uid, standing)
          else kept.delete(uid)
        }
      },
    },
    checkpoints: {
      read: async () => (place === undefined ? undefined : { value: place, revision: 'r' }) as never,
      write: async (_: unknown, next: unknown) => {
        place = next
        return { outcome: 'done' } as never
      },
    },
  }
  return {
    users,
    kept,
    run: () => keepStandings(deps),
    pass: (milliseconds: number) => {
      now += milliseconds
    },
    goesAway: () => {
      isAway = true
    },
  }
}

const holds = (role: unknown, validSince = 0, isDisabled = false): Standing => ({
  role,
  validSince,
  isDisabled,
})

describe('what is kept of our staff for the rules', () => {
  it('names who is found to be of our staff, and nobody else', async () => {
    const { users, kept, run } = world()
    users.set('a', holds('support', 5_999))
    users.set('b', holds('landlord'))
    users.set('c', holds(undefined))
    users.set('d', holds('operations', 0, true))
    users.set('e', holds('operations'))
    await run()
    expect([...kept]).toEqual([
      ['a', { role: 'support', validSince: 5 }],
      ['e', { role: 'operations', validSince: 0 }],
    ])
  })

  it.each([
    ['taken away', holds(undefined)],
    ['of an account that is disabled', holds('support', 0, true)],
    ['of an account that is deleted', undefined],
  ])('ends at the next run what was %s, and is forgotten when no token can hold it', async (_, standing) => {
    const { users, kept, run, pass } = world()
    users.set('a', holds('support'))
    await run()
    if (standing) users.set('a', standing)
    else users.delete('a')
    await run()
    expect(kept.get('a')).toEqual({ validSince: 0, endedAt: new Date(start) })
    pass(2 * hour - 1)
    await run()
    expect(kept.has('a')).toBe(true)
    pass(1)
    await run()
    expect(kept.has('a')).toBe(false)
  })

  it('takes up another role, one that is given back, and that sign-ins have been ended', async () => {
    const { users, kept, run } = world()
    users.set('a', holds('support'))
    await run()
    users.set('a', holds('support', 6_000))
    await run()
    expect(kept.get('a')).toEqual({ role: 'support', validSince: 6 })
    users.set('a', holds('operations', 7_000))
    await run()
    expect(kept.get('a')).toEqual({ role: 'operations', validSince: 7 })
    users.set('a', holds(undefined, 7_000))
    await run()
    users.set('a', holds('support', 7_000))
    await run()
    expect(kept.get('a')).toEqual({ role: 'support', validSince: 7 })
  })

  it('stays as it is while records cannot be read', async () => {
    const { users, kept, run, goesAway } = world()
    users.set('a', holds('support'))
    await run()
    goesAway()
    await expect(run()).rejects.toThrow('away')
    expect(kept.get('a')).toEqual({ role: 'support', validSince: 0 })
  })

  it('says after a round what the records say, of however many users', async () => {
    const standing = fc.record({
      role: fc.constantFrom('operations', 'support', 'service', 'landlord', undefined),
      isDisabled: fc.boolean(),
      validSince: fc.nat(10_000),
    })
    const users = fc.uniqueArray(fc.tuple(fc.string({ minLength: 1 }), standing), {
      maxLength: 45,
      selector: ([uid]) => uid,
    })
    await fc.assert(
      fc.asyncProperty(users, async all => {
        const { users, kept, run } = world()
        for (const [uid, one] of all) users.set(uid, one)
        for (let runs = 0; runs < 5; runs += 1) await run()
        const staff = all.filter(([, one]) => staffRole(one)).map(([uid]) => uid)
        expect([...kept.keys()].sort()).toEqual(staff.sort())
      }),
    )
  })
})

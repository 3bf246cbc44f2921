import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memoryLog } from '../../../test/support/memory-log.ts'
import { randomIds } from '../../adapters/system.ts'
import { keepUserStatuses } from './keep-user-statuses.ts'
import type { KeptUserStatus } from './user-status.ts'
import { staffRole, type UserStatus } from './user-status.ts'

const start = Date.parse('2031-05-01T12:00:00Z')
const hour = 3_600_000

/** Users in pages of two, in the order of their ids. */
function world() {
  let now = start
  let cursor: unknown
  const users = new Map<string, UserStatus>()
  const kept = new Map<string, KeptUserStatus>()
  let isAway = false
  const deps = {
    clock: { now: () => new Date(now), sleep: async () => {} },
    ids: randomIds,
    log: memoryLog([]),
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
    userStatuses: {
      has: async (uid: string) => kept.has(uid),
      all: async () => new Map(kept),
      write: async (changes: ReadonlyMap<string, KeptUserStatus | undefined>) => {
        for (const [uid, status] of changes) {
          if (status) kept.set(uid, status)
          else kept.delete(uid)
        }
      },
    },
    operations: {
      checkpoint: async () => (cursor === undefined ? undefined : { value: cursor, revision: 'r' }) as never,
      saveCheckpoint: async (_: unknown, next: unknown) => {
        cursor = next
        return { outcome: 'done' } as never
      },
    },
  }
  return {
    users,
    kept,
    run: () => keepUserStatuses(deps),
    pass: (milliseconds: number) => {
      now += milliseconds
    },
    goesAway: () => {
      isAway = true
    },
  }
}

const holds = (role: unknown, validSince = 0, isDisabled = false): UserStatus => ({
  role,
  validSince,
  isDisabled,
})

describe('what is kept of our staff for the rules', () => {
  it.each([
    ['taken away', holds(undefined), true],
    ['of an account that is disabled', holds('support', 0, true), true],
    ['of an account that is deleted, until no token can hold it', undefined, false],
  ])('ends at the next run what was %s, and is kept as long as the account', async (_, status, isKept) => {
    const { users, kept, run, pass } = world()
    users.set('a', holds('support'))
    await run()
    if (status) users.set('a', status)
    else users.delete('a')
    await run()
    expect(kept.get('a')).toEqual({ validSince: 0, endedAt: new Date(start) })
    pass(2 * hour - 1)
    await run()
    expect(kept.has('a')).toBe(true)
    pass(1)
    await run()
    expect(kept.has('a')).toBe(isKept)
  })

  it('takes up another role, one that is given back, and that sign-ins have been ended', async () => {
    const { users, kept, run } = world()
    users.set('a', holds('support'))
    await run()
    users.set('a', holds('support', 6_999))
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
    const status = fc.record({
      role: fc.constantFrom('operations', 'support', 'service', 'landlord', undefined),
      isDisabled: fc.boolean(),
      validSince: fc.nat(10_000),
    })
    const users = fc.uniqueArray(fc.tuple(fc.string({ minLength: 1 }), status), {
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

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkpointStore } from '../../../test/support/checkpoint-store.ts'
import { memoryLog } from '../../../test/support/memory-log.ts'
import { randomIds } from '../../adapters/system.ts'
import { isDocumentId } from '../identifiers.ts'
import type { Query, Write } from '../store.ts'
import { keepUserStatuses } from './keep-user-statuses.ts'
import { type Standing, staffRole, storedStanding, type UserStatus } from './user-status.ts'

const start = Date.parse('2031-05-01T12:00:00Z')
const hour = 3_600_000

/** A store of standings alone. */
function standingsStore() {
  const standings = new Map<string, Standing>()
  return {
    standings,
    find: async <T>({ collection, parse }: Query<T>) =>
      [...standings].flatMap(([id, fields]) => {
        const path = `${collection}/${id}`
        const value = parse({ ...fields }, path)
        return value === undefined ? [] : [{ id, path, value, revision: 'r' as never }]
      }),
    async write(writes: readonly Write[]) {
      for (const { kind, path, fields } of writes) {
        const [name, uid = ''] = path.split('/')
        if (name !== 'standings') continue
        if (kind === 'delete') standings.delete(uid)
        else standings.set(uid, storedStanding.parse(fields))
      }
    },
  }
}

/** Users in pages of two. */
function world() {
  let now = start
  const users = new Map<string, UserStatus>()
  const { standings, find, write } = standingsStore()
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
    store: { ...checkpointStore(), find, write },
  }
  return {
    users,
    standings,
    run: () => keepUserStatuses(deps),
    /** Sets the record of `a` and runs. */
    async says(status: UserStatus) {
      users.set('a', status)
      await keepUserStatuses(deps)
    },
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

describe('a standing of our staff', () => {
  it.each([
    ['taken away', holds(undefined), true],
    ['of an account that is disabled', holds('support', 0, true), true],
    ['of an account that is deleted, until no token can hold it', undefined, false],
  ])('ends at the next run for a role %s, and is kept as long as the account', async (_, status, isKept) => {
    const { users, standings, run, says, pass } = world()
    await says(holds('support'))
    if (status) users.set('a', status)
    else users.delete('a')
    await run()
    expect(standings.get('a')).toEqual({ validSince: 0, endedAt: new Date(start) })
    pass(2 * hour - 1)
    await run()
    expect(standings.has('a')).toBe(true)
    pass(1)
    await run()
    expect(standings.has('a')).toBe(isKept)
  })

  it('follows a new role, a role that is given back, and the end of all sign-ins', async () => {
    const { standings, says } = world()
    await says(holds('support'))
    await says(holds('support', 6_999))
    expect(standings.get('a')).toEqual({ role: 'support', validSince: 6 })
    await says(holds('operations', 7_000))
    expect(standings.get('a')).toEqual({ role: 'operations', validSince: 7 })
    await says(holds(undefined, 7_000))
    await says(holds('support', 7_000))
    expect(standings.get('a')).toEqual({ role: 'support', validSince: 7 })
  })

  it('stays as it is while the records of users cannot be read', async () => {
    const { standings, run, says, goesAway } = world()
    await says(holds('support'))
    goesAway()
    await expect(run()).rejects.toThrow('away')
    expect(standings.get('a')).toEqual({ role: 'support', validSince: 0 })
  })

  it('exists after a round exactly for staff, however many users there are', async () => {
    const status = fc.record({
      role: fc.constantFrom('operations', 'support', 'service', 'landlord', undefined),
      isDisabled: fc.boolean(),
      validSince: fc.nat(10_000),
    })
    const users = fc.uniqueArray(fc.tuple(fc.string({ minLength: 1 }).filter(isDocumentId), status), {
      maxLength: 45,
      selector: ([uid]) => uid,
    })
    await fc.assert(
      fc.asyncProperty(users, async all => {
        const { users, standings, run } = world()
        for (const [uid, one] of all) users.set(uid, one)
        for (let runs = 0; runs < 5; runs += 1) await run()
        const staff = all.filter(([, one]) => staffRole(one)).map(([uid]) => uid)
        expect([...standings.keys()].sort()).toEqual(staff.sort())
      }),
    )
  })
})

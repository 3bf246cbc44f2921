import { describe, expect, it } from 'vitest'
import { userStatuses } from './user-status.ts'

/** An Auth service that counts what it is asked. */
function service(start = Date.parse('2031-05-01T12:00:00Z')) {
  let now = start
  let lookUps = 0
  let isSeen = true
  const newStaff: unknown[] = []
  let answer: () => object = () => ({ customClaims: { role: 'support' }, disabled: false })
  const getUser = async () => {
    lookUps += 1
    return answer() as never
  }
  return {
    userStatusOf: userStatuses(
      {
        getUser,
        hasBeenStaff: async () => isSeen,
        seeStaff: async (uid, { role }) => void newStaff.push([uid, role]),
      },
      { now: () => new Date(now) },
    ),
    newStaff,
    forgetStaff: () => {
      isSeen = false
    },
    lookUpCount: () => lookUps,
    pass: (milliseconds: number) => {
      now += milliseconds
    },
    says: (next: () => object) => {
      answer = next
    },
  }
}

const fails = (code: string) => () => {
  throw Object.assign(new Error(code), { code })
}

describe('the status of a user', () => {
  it('is read twice a minute at most, however many callers ask at once', async () => {
    const { userStatusOf, lookUpCount, pass, says } = service()
    const [first] = await Promise.all([userStatusOf('a'), userStatusOf('a')])
    expect(first).toEqual({
      role: 'support',
      isDisabled: false,
      validSince: 0,
      hasBeenStaff: true,
      readAt: expect.any(Date),
    })
    says(() => ({ disabled: true, tokensValidAfterTime: '2031-05-01T12:00:00Z' }))
    pass(29_999)
    expect(await userStatusOf('a')).toEqual(first)
    expect(lookUpCount()).toBe(1)
    pass(1)
    const validSince = Date.parse('2031-05-01T12:00:00Z')
    expect(await userStatusOf('a')).toMatchObject({ role: undefined, isDisabled: true, validSince })
    expect(lookUpCount()).toBe(2)
  })

  it('is reported for staff at their first appearance, and for nobody else', async () => {
    const { userStatusOf, newStaff, forgetStaff, says } = service()
    await userStatusOf('known')
    forgetStaff()
    await userStatusOf('new')
    for (const other of [
      { customClaims: { role: 'landlord' } },
      { customClaims: { role: 'support' }, disabled: true },
    ]) {
      says(() => other)
      await userStatusOf(JSON.stringify(other))
    }
    expect(newStaff).toEqual([['new', 'support']])
  })

  it('is undefined for a user who was deleted', async () => {
    const { userStatusOf, says } = service()
    says(fails('auth/user-not-found'))
    expect(await userStatusOf('a')).toBeUndefined()
  })

  it('grants nothing while it cannot be read, and is read again', async () => {
    const { userStatusOf, says } = service()
    says(fails('auth/internal-error'))
    await expect(userStatusOf('a')).rejects.toMatchObject({ code: 'provider-unavailable' })
    says(() => ({ disabled: false }))
    await expect(userStatusOf('a')).resolves.toMatchObject({ isDisabled: false })
  })

  it('is remembered for a thousand users at most', async () => {
    const { userStatusOf, lookUpCount } = service()
    for (let number = 0; number <= 1000; number += 1) await userStatusOf(`u${number}`)
    await userStatusOf('u1000')
    await userStatusOf('u1')
    expect(lookUpCount()).toBe(1001)
    await userStatusOf('u0')
    expect(lookUpCount()).toBe(1002)
  })
})

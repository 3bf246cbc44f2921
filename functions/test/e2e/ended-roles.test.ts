import { describe, expect, it } from 'vitest'
import { statusOf } from '../rules/direct.ts'
import { storeThread } from '../support/builders.ts'
import { call, expectProblem, signIn, sweep, type User, users } from '../support/stack.ts'

const readsDirectly = (user: User, threadId: string) => statusOf(`threads/${threadId}`, user)

const reads = ({ token }: User, threadId: string) => call('GET', `/chat/threads/${threadId}`, { token })

const posts = ({ token }: User, threadId: string, type: string) =>
  call('POST', `/chat/threads/${threadId}/messages`, { token, body: { body: 'Hello', type } })

const asksForKey = ({ token }: User) => call('GET', '/chat/search-key', { token })

describe('reading from Firestore itself', () => {
  it('ends for staff after their role ends, and comes back with the role', async () => {
    const [threadId, former, colleague] = await Promise.all([
      storeThread(),
      signIn({ role: 'support' }),
      signIn({ role: 'operations' }),
    ])
    await sweep('watchroles')
    expect(await readsDirectly(former, threadId)).toBe(200)
    await users().setCustomUserClaims(former.uid, null)
    await sweep('watchroles')
    expect(await readsDirectly(former, threadId)).toBe(403)
    expect(await readsDirectly(colleague, threadId)).toBe(200)
    await users().setCustomUserClaims(former.uid, { role: 'support' })
    await sweep('watchroles')
    expect(await readsDirectly(former, threadId)).toBe(200)
    await users().updateUser(colleague.uid, { disabled: true })
    await sweep('watchroles')
    expect(await readsDirectly(colleague, threadId)).toBe(403)
  })
})

// Each caller first calls after the change: a status read before it counts for half a minute.
describe('a member whose account', () => {
  it('is deleted is unauthenticated, whatever the token says', async () => {
    const member = await signIn()
    const threadId = await storeThread({ participantIds: [member.uid] })
    await users().deleteUser(member.uid)
    expectProblem(await reads(member, threadId), '401 unauthenticated')
    expectProblem(await posts(member, threadId, 'sms-message'), '401 unauthenticated')
    expectProblem(await asksForKey(member), '401 unauthenticated')
  })
})

import { describe, expect, it } from 'vitest'
import { storeThread } from '../support/builders.ts'
import { expectProblem } from '../support/chat.ts'
import { call, fromStack, signIn, sweep, type User, users } from '../support/stack.ts'

/** As the dashboard reads: from Firestore itself, where only the rules say who may. */
async function readsDirectly({ token }: User, threadId: string): Promise<number> {
  const documents = `projects/${fromStack('GCLOUD_PROJECT')}/databases/(default)/documents`
  const address = `http://${fromStack('FIRESTORE_EMULATOR_HOST')}/v1/${documents}/threads/${threadId}`
  const { status } = await fetch(address, { headers: { Authorization: `Bearer ${token}` } })
  return status
}

const reads = ({ token }: User, threadId: string) => call('GET', `/chat/threads/${threadId}`, { token })

const posts = ({ token }: User, threadId: string, type: string) =>
  call('POST', `/chat/threads/${threadId}/messages`, { token, body: { body: 'Hello', type } })

const asksForKey = ({ token }: User) => call('GET', '/chat/search-key', { token })

describe('reading from Firestore itself', () => {
  it('ends for staff within a minute after their role has, and comes back with it', async () => {
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

// Each is asked for first after the change: what was read before it counts for a minute.
describe('a member whose account', () => {
  it('is deleted is nobody, whatever their token says', async () => {
    const member = await signIn()
    const threadId = await storeThread({ participantIds: [member.uid] })
    await users().deleteUser(member.uid)
    expectProblem(await reads(member, threadId), 401, 'unauthenticated')
    expectProblem(await posts(member, threadId, 'sms-message'), 401, 'unauthenticated')
    expectProblem(await asksForKey(member), 401, 'unauthenticated')
  })
})

it('whoever was staff is no member of a thread that lists them; landlords and guests are', async () => {
  const [former, landlord, guest, promoted] = await Promise.all([
    signIn({ role: 'support' }),
    signIn({ role: 'landlord' }),
    signIn(),
    signIn({ role: 'support' }),
  ])
  const threadId = await storeThread({
    participantIds: [former, landlord, guest, promoted].map(({ uid }) => uid),
  })
  await sweep('watchroles')
  await users().setCustomUserClaims(former.uid, null)
  await users().setCustomUserClaims(promoted.uid, { role: 'operations' })
  expectProblem(await reads(former, threadId), 404, 'thread-not-found')
  expectProblem(await posts(former, threadId, 'sms-message'), 403, 'forbidden')
  expectProblem(await asksForKey(former), 403, 'forbidden')
  for (const member of [landlord, guest, promoted]) expect((await reads(member, threadId)).status).toBe(200)
})

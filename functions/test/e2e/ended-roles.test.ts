import { describe, expect, it } from 'vitest'
import { storeThread } from '../support/builders.ts'
import { fromStack, signIn, sweep, type User, users } from '../support/stack.ts'

/** As the dashboard reads: from Firestore itself, where only the rules say who may. */
async function readsDirectly({ token }: User, threadId: string): Promise<number> {
  const documents = `projects/${fromStack('GCLOUD_PROJECT')}/databases/(default)/documents`
  const address = `http://${fromStack('FIRESTORE_EMULATOR_HOST')}/v1/${documents}/threads/${threadId}`
  const { status } = await fetch(address, { headers: { Authorization: `Bearer ${token}` } })
  return status
}

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

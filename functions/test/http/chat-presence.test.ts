import { describe, expect, it } from 'vitest'
import { storeThread } from '../support/builders.ts'
import { auditEntries, stored } from '../support/chat.ts'
import { call, signIn } from '../support/stack.ts'

const pathOf = (threadId: string) => `/chat/threads/${threadId}/presence`

describe('the presence of staff in a thread', () => {
  it('is stored without a trace in the audit log or the thread', async () => {
    const [ann, bob] = await Promise.all([signIn({ role: 'support' }), signIn({ role: 'operations' })])
    const threadId = await storeThread()
    const before = await stored(`threads/${threadId}`)
    const answers = await Promise.all(
      [ann, bob].map(({ token }) => call('PUT', pathOf(threadId), { token, body: { isWriting: true } })),
    )
    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    const { people } = await stored(`presence/${threadId}`)
    expect(people).toMatchObject({ [ann.uid]: { isWriting: true }, [bob.uid]: { isWriting: true } })
    expect(await stored(`threads/${threadId}`)).toEqual(before)
    expect(await auditEntries(threadId)).toEqual([])
  })
})

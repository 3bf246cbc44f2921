import { describe, expect, it } from 'vitest'
import { storeThread } from '../support/builders.ts'
import { auditEntries, expectProblem, stored } from '../support/chat.ts'
import { call, signIn, uniqueId } from '../support/stack.ts'

const pathOf = (threadId: string) => `/chat/threads/${threadId}/presence`

describe('who has a thread open', () => {
  it('says so as staff, without a trace in the audit log or the thread', async () => {
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

  it.each(['landlord', 'service', undefined])('cannot say so as %s, also as a member', async role => {
    const member = await signIn(role === undefined ? {} : { role })
    const threadId = await storeThread({ participantIds: [member.uid] })
    const { token } = member
    const answer = await call('PUT', pathOf(threadId), { token, body: { isWriting: true } })
    expectProblem(answer, 403, 'forbidden')
    expect(await stored(`presence/${threadId}`)).toBeUndefined()
  })

  it.each([{}, { isWriting: 'yes' }, { isWriting: true, name: 'Ann' }, []])('cannot say %j', async body => {
    const [{ token }, threadId] = [await signIn({ role: 'support' }), uniqueId('thread')]
    expectProblem(await call('PUT', pathOf(threadId), { token, body }), 400, 'validation-failed')
  })

  it('cannot say so of what is no id', async () => {
    const { token } = await signIn({ role: 'support' })
    const answer = await call('PUT', pathOf('__a__'), { token, body: { isWriting: true } })
    expectProblem(answer, 400, 'validation-failed')
  })
})

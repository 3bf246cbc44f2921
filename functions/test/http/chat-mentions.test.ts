import { expect, it } from 'vitest'
import { storeThread } from '../support/builders.ts'
import { posted, storedThread } from '../support/chat.ts'
import { markRead, readPage, readThread } from '../support/reading.ts'
import { signIn } from '../support/stack.ts'

const [ann, bob, member] = await Promise.all([
  signIn({ role: 'support' }),
  signIn({ role: 'operations' }),
  signIn(),
])

it('a mention in a note shows to the mentioned staff until they read it, and to nobody outside the staff', async () => {
  const threadId = await storeThread({ participantIds: [member.uid] })
  // The first request of a member of staff makes them known.
  await readThread(threadId, bob)
  const note = { body: '@Bob, please call them.', type: 'note', mentions: [bob.uid] }
  const { createdAt } = await posted(threadId, ann, note)
  const cause = { cause: 'mentioned', since: createdAt }
  expect((await readThread(threadId, bob)).body).toMatchObject({ unread: true, attention: [cause] })
  expect((await readThread(threadId, ann)).body.attention).toEqual([])
  expect((await readPage(threadId, bob)).body.messages).toMatchObject([{ mentions: [bob.uid] }])

  for (const { text } of [await readThread(threadId, member), await readPage(threadId, member)]) {
    expect(text).not.toContain(bob.uid)
    expect(text).not.toContain('mention')
  }

  expect((await markRead(threadId, bob)).status).toBe(204)
  expect((await readThread(threadId, bob)).body).toMatchObject({ unread: false, attention: [] })
  expect((await storedThread(threadId)).participantIds).not.toContain(bob.uid)
})

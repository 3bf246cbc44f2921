import { expect, it } from 'vitest'
import { storeThread } from '../support/builders.ts'
import { indexed, post, sandbox, uniqueText } from '../support/chat.ts'
import { searchClient } from '../support/search-client.ts'
import { call, put, signIn, type User, update } from '../support/stack.ts'

const [staffMember, member] = await Promise.all([signIn({ role: 'support' }), signIn()])

const keyFor = ({ token }: User) => call('GET', '/chat/search-key', { token })

/** Ids that the vendor's own client finds with the user's key. */
async function findsWith(user: User, query: string, filters?: string): Promise<string[]> {
  const { body } = await keyFor(user)
  const client = searchClient(body)
  const searchParams = { query, ...(filters !== undefined && { filters }) }
  const { hits } = await client.searchSingleIndex({ indexName: body.indexName, searchParams })
  return hits.map(({ objectID }) => objectID)
}

it.each([
  ['members of a thread', member],
  ['staff', staffMember],
] as const)('a search key is given to %s, for a minute', async (_, user) => {
  await storeThread({ participantIds: [member.uid] })
  const { status, body } = await keyFor(user)
  expect(status).toBe(200)
  expect(body).toEqual({
    appId: expect.any(String),
    indexName: 'threads',
    key: expect.any(String),
    validUntil: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/),
    host: `${sandbox().url}/algolia`,
  })
  const secondsLeft = (Date.parse(body.validUntil) - Date.now()) / 1000
  // A minute from when the caller was looked up, which is half a minute ago at most.
  expect(secondsLeft).toBeGreaterThan(25)
  expect(secondsLeft).toBeLessThanOrEqual(60)
})

it('a search key stops finding a thread that its user has left', async () => {
  await storeThread({ participantIds: [member.uid] })
  const threadId = await storeThread({ participantIds: [member.uid] })
  const text = uniqueText()
  await post(threadId, staffMember, { body: text })
  await indexed(threadId, { version: 2 })
  expect(await findsWith(member, text)).toEqual([threadId])
  await update(`threads/${threadId}`, { participantIds: [staffMember.uid], version: 2 })
  await put(`threadChanges/${threadId}`, { at: new Date() })
  await indexed(threadId, { version: 3 })
  expect(await findsWith(member, text)).toEqual([])
})

import { beforeAll, expect, test } from 'vitest'
import { db, signIn, signInAnonymously, uniqueId } from '../support/stack.ts'
import { statusOf } from './direct.ts'

// The running system has these rules loaded, and reads the real tokens of Firebase Auth as they do.

const itemId = uniqueId('item')
const threadId = uniqueId('thread')

beforeAll(async () => {
  await db().doc(`items/${itemId}`).set({ status: 'open' })
  await db().doc(`threads/${threadId}`).set({ source: 'guest', participantIds: [] })
})

test.each([
  ['operations', { item: 200, thread: 200 }],
  ['support', { item: 403, thread: 200 }],
  ['service', { item: 403, thread: 403 }],
  ['landlord', { item: 403, thread: 403 }],
  [undefined, { item: 403, thread: 403 }],
])('a user with the role %s reads what the rules allow', async (role, expected) => {
  const user = await signIn(role === undefined ? {} : { role })
  await db().doc(`users/${user.uid}`).set({ displayName: 'Somebody' })
  const [item, thread] = [
    await statusOf(`items/${itemId}`, user),
    await statusOf(`threads/${threadId}`, user),
  ]
  expect({ item, thread }).toEqual(expected)
  expect(await statusOf(`users/${user.uid}`, user)).toBe(200)
})

test('an anonymous sign-in reads nothing, not even its own user document', async () => {
  const user = await signInAnonymously()
  await db().doc(`users/${user.uid}`).set({ displayName: 'Nobody' })
  expect(await statusOf(`users/${user.uid}`, user)).toBe(403)
})

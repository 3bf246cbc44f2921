import { expect, it } from 'vitest'
import { createMessage } from '../../src/lib/chat/posting/create-message.ts'
import { schemaVersion } from '../../src/lib/migrations/schema-version.ts'
import { input, postDeps, seedThread, staffActor, startVerbs } from '../support/chat-deps.ts'

const { db } = await startVerbs()

it.each([undefined, 0, schemaVersion])('a document of version %s is read', async version => {
  const threadId = await seedThread(db, version === undefined ? {} : { schemaVersion: version })
  const { message } = await createMessage(await postDeps(db), staffActor(), input(threadId))
  expect(message).not.toHaveProperty('schemaVersion')
  expect((await db.doc(`threads/${threadId}`).get()).get('schemaVersion')).toBe(version)
})

it.each([schemaVersion + 1, '1', null])('one of version %j is refused, and left as it is', async version => {
  const threadId = await seedThread(db, { schemaVersion: version })
  const before = (await db.doc(`threads/${threadId}`).get()).data()
  await expect(createMessage(await postDeps(db), staffActor(), input(threadId))).rejects.toThrow(
    `threads/${threadId} is of a newer release: this one knows shapes up to ${schemaVersion}`,
  )
  expect((await db.doc(`threads/${threadId}`).get()).data()).toEqual(before)
})

it('a message says its version to nobody', async () => {
  const [threadId, author] = [await seedThread(db), staffActor()]
  const posted = { ...input(threadId), messageId: 'm' }
  await createMessage(await postDeps(db), author, posted)
  await db.doc(`threads/${threadId}/messages/m`).update({ schemaVersion })
  const { message, replayed } = await createMessage(await postDeps(db), author, posted)
  expect(replayed).toBe(true)
  expect(message).not.toHaveProperty('schemaVersion')
})

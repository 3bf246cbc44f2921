import { expect, it } from 'vitest'
import * as z from 'zod'
import { firestoreWith } from '../../src/adapters/firestore/client.ts'
import { soundIn } from '../../src/adapters/firestore/repository.ts'
import { createMessage } from '../../src/lib/chat/posting/create-message.ts'
import { schemaVersion } from '../../src/lib/migrations/schema-version.ts'
import { input, postDeps, seedThread, staffActor, startVerbs } from '../support/chat-deps.ts'
import { uniqueId } from '../support/stack.ts'

const { db } = await startVerbs()
const somebody = uniqueId('newer')

it.each([undefined, 0, schemaVersion, 'theirs', null])('a document of version %s is read', async version => {
  const threadId = await seedThread(db, version === undefined ? {} : { schemaVersion: version })
  const { message } = await createMessage(await postDeps(db), staffActor(), input(threadId))
  expect(message).not.toHaveProperty('schemaVersion')
  expect((await db.doc(`threads/${threadId}`).get()).get('schemaVersion')).toBe(version)
})

it('one of a newer release is refused, and left as it is', async () => {
  const threadId = await seedThread(db, { schemaVersion: schemaVersion + 1 })
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

it('nor is one taken for absent where others may have written it', async () => {
  await db.doc(`newer/${somebody}`).set({ validSince: 5, schemaVersion: schemaVersion + 1 })
  const [snapshot] = await firestoreWith(db).getAll([{ path: `newer/${somebody}` }])
  expect(() => soundIn(snapshot, z.object({ validSince: z.number() }))).toThrow('is of a newer release')
})

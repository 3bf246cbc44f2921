import { expect, it } from 'vitest'
import { createMessage } from '../../src/lib/chat/posting/create-message.ts'
import { input, postDeps, seedThread, staffActor, startVerbs } from '../support/chat-deps.ts'

const { db } = await startVerbs()

it.each([0, 2, 99, 'theirs', null])(
  'a document of version %s is read, and its version said to nobody',
  async schemaVersion => {
    const [threadId, author] = [await seedThread(db, { schemaVersion }), staffActor()]
    const posted = { ...input(threadId), messageId: 'm' }
    await createMessage(await postDeps(db), author, posted)
    await db.doc(`threads/${threadId}/messages/m`).update({ schemaVersion })
    const { message, replayed } = await createMessage(await postDeps(db), author, posted)
    expect(replayed).toBe(true)
    expect(message).not.toHaveProperty('schemaVersion')
    expect((await db.doc(`threads/${threadId}`).get()).get('schemaVersion')).toBe(schemaVersion)
  },
)

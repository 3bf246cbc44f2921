import { expect, it } from 'vitest'
import { createMessage } from '../../src/lib/chat/posting/create-message.ts'
import { input, seedThread, staffActor, startVerbs } from '../support/chat-deps.ts'
import { stored, update } from '../support/stack.ts'
import { builtContext } from '../support/test-context.ts'

startVerbs()

it.each([0, 2, 99, 'theirs', null])(
  'a document of version %s is read, and its version returned to nobody',
  async schemaVersion => {
    const [threadId, author] = [await seedThread({ schemaVersion }), staffActor()]
    const posted = { ...input(threadId), messageId: 'm' }
    await createMessage(await builtContext(), author, posted)
    await update(`threads/${threadId}/messages/m`, { schemaVersion })
    const { message, replayed } = await createMessage(await builtContext(), author, posted)
    expect(replayed).toBe(true)
    expect(message).not.toHaveProperty('schemaVersion')
    expect((await stored(`threads/${threadId}`)).schemaVersion).toBe(schemaVersion)
  },
)

import { afterAll, beforeEach, expect, it } from 'vitest'
import { deliverMessage } from '../../src/lib/chat/delivery/deliver-message.ts'
import { createMessage } from '../../src/lib/chat/posting/create-message.ts'
import { acceptedOf, uniqueText } from '../support/chat.ts'
import {
  deliveryDeps,
  input,
  leftBy,
  postDeps,
  seedGuestThread,
  staffActor,
  startVerbs,
} from '../support/chat-deps.ts'

const { db, counter, stop } = await startVerbs()
afterAll(stop)
beforeEach(() => counter.reset())

it.each([9, 14])('a claim whose answer was lost (code %i) is recognised and sent, once', async code => {
  const { threadId } = await seedGuestThread(db)
  const body = uniqueText()
  const post = input(threadId, { body, type: 'chatapp-message' })
  const { message } = await createMessage(await postDeps(db), staffActor(), post)
  counter.loseReplyOf('Commit', code)
  const deps = await deliveryDeps(db)
  await deliverMessage(deps, { threadId, messageId: message.messageId })
  await deliverMessage(deps, { threadId, messageId: message.messageId })
  const { messages } = await leftBy(db, threadId)
  expect(messages[0]).toMatchObject({ delivery: { status: 'sent', attempts: 1 } })
  expect(await acceptedOf(body)).toHaveLength(1)
})

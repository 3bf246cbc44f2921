import type { Actor } from '../../src/lib/actor.ts'
import { type DeliverMessageDeps, deliverMessage } from '../../src/lib/chat/delivery/deliver-message.ts'
import type { Messenger } from '../../src/lib/chat/delivery/provider.ts'
import { createMessage } from '../../src/lib/chat/posting/create-message.ts'
import type { PostInput } from '../../src/lib/chat/posting/post-input.ts'
import { asJson, uniqueText } from './chat.ts'
import { carriedBy, input, sandboxMessenger, seedGuestThread, staffActor, steppedClock } from './chat-deps.ts'
import { dueIds } from './due.ts'
import { db, stored } from './stack.ts'
import { builtContext } from './test-context.ts'

interface DueOptions {
  /** The guest's thread; by default a new one. */
  home?: Awaited<ReturnType<typeof seedGuestThread>>
  clock?: ReturnType<typeof steppedClock>
  post?: Partial<PostInput>
  messenger?: Messenger
  /** By default a new colleague. */
  author?: Actor | undefined
}

/** A stored message that is to be sent, and everything to send it with, by a clock that the test moves. */
export async function dueMessage(options: DueOptions = {}) {
  const home = options.home ?? (await seedGuestThread())
  const { threadId, reservationId } = home
  const actor = options.author ?? staffActor()
  const text = options.post?.body ?? uniqueText()
  const fields = { type: 'chatapp-message' as const, body: text, ...options.post }
  const { message } = await createMessage(await builtContext(), actor, input(threadId, fields))
  const ref = { threadId, messageId: message.messageId }
  const clock = options.clock ?? steppedClock(new Date(Date.now() + 1000))
  const messenger = options.messenger ?? sandboxMessenger()
  const deps = { ...(await builtContext()), clock, ...carriedBy(messenger) }
  const deliver = (changes: Partial<DeliverMessageDeps> = {}) =>
    deliverMessage({ ...deps, ...changes }, ref, { reservationId })
  const storedNow = async () => asJson(await stored(`threads/${threadId}/messages/${ref.messageId}`))
  const isDue = async () =>
    (await dueIds(db(), clock.now(), 'chatapp-delivery', 'sms-delivery', 'look-up', 'sent-check')).includes(
      ref.messageId,
    )
  return { home, threadId, actor, text, ref, clock, deps, deliver, isDue, message: storedNow }
}

/** Carriers that send by that function, and look up at the sandbox. */
export const sendingBy = (send: Messenger['send']): Pick<DeliverMessageDeps, 'carriers'> =>
  carriedBy({ ...sandboxMessenger(), send })

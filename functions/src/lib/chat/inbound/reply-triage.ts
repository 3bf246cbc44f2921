import * as z from 'zod'
import type { Actor } from '../../actor.ts'
import { digestOf } from '../../digest.ts'
import { parse } from '../../parse.ts'
import { channelTypes, typeOf } from '../channel-types.ts'
import { postedFields, type StoredMessage } from '../message.ts'
import { homeOf, openingEntry, openThread } from '../opening/open-thread.ts'
import { createMessage } from '../posting/create-message.ts'
import { postedMessage } from '../posting/post-context.ts'
import { postBodyOf } from '../posting/post-input.ts'
import { assignTriage } from './assign-triage.ts'
import { entryOf } from './move-triage.ts'

export const triageReply = z.strictObject({
  body: postedFields.body,
  type: z.enum(channelTypes).optional().meta({ description: 'As the message came, unless given.' }),
})

export const repliedTriage = z.object({ threadId: z.string(), message: postedMessage })

/** A repeat resumes. Throws like `assignTriage` and `createMessage`; `message-conflict` for several guests. */
export async function replyTriage(
  deps: Parameters<typeof assignTriage>[0],
  actor: Actor,
  { entryId, body, type }: { entryId: string } & z.infer<typeof triageReply>,
): Promise<{ threadId: string; message: StoredMessage }> {
  const { from, senderId, profileName: name, channel } = await entryOf(deps, entryId)
  const messageId = `reply-${digestOf(entryId)}`
  const post = parse(postBodyOf(deps.rules), { body, messageId, type: type ?? typeOf(channel) })
  const home = await homeOf(deps, { address: from, name }, { from, senderId })
  const { threadId, shared } = await openThread(deps, home, { audit: openingEntry(deps, actor, home) })
  await assignTriage(deps, actor, { entryId, ...home })
  // In a thread of several guests the stay leads the reply to the sender.
  const about = shared?.stayId ? { reservationId: shared.stayId } : {}
  const { message } = await createMessage(deps, actor, { ...post, ...about, threadId })
  return { threadId, message }
}

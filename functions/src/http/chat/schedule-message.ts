import * as z from 'zod'
import { messageTypes } from '../../lib/chat/message.ts'
import { filesOfPost } from '../../lib/chat/posting/post-input.ts'
import { scheduleMessage } from '../../lib/chat/scheduled/schedule-message.ts'
import { clientId, documentId } from '../../lib/identifiers.ts'
import { sentTime } from '../../lib/shapes.ts'
import { idIn, parse } from '../handler.ts'
import { route } from '../route.ts'
import { bodyOf } from './create-message.ts'
import { example, scheduled, scheduledView } from './scheduled-shapes.ts'

const body = z.strictObject({
  body: z.string(),
  type: z.enum(messageTypes).exclude(['note']).default('message'),
  messageId: clientId.optional(),
  reservationId: documentId.optional().meta({ description: 'As when a message is posted.' }),
  files: filesOfPost,
  sendAt: sentTime.meta({ description: 'Later than now, at most 90 days ahead.' }),
  seenUntil: sentTime.optional().meta({
    description:
      'The `createdAt` of the newest message that was seen: where somebody else answers later, it is not sent.',
  }),
})

export const scheduleMessageRoute = route({
  method: 'POST',
  path: '/chat/threads/:id/scheduled',
  access: 'staff',
  async handle({ caller, context, params, request }) {
    const threadId = idIn(params)
    const { sendAt, seenUntil, ...post } = parse(body, request.body)
    parse(bodyOf(context.rules), post)
    const made = await scheduleMessage(context, caller, { ...post, threadId, sendAt, seenUntil })
    return { status: 201, body: scheduledView(made), about: { threadId } }
  },
  docs: () => ({
    id: 'scheduleMessage',
    summary: 'Send a message at a time',
    description:
      'It is posted then under its id, in the name of its author, unless somebody has answered meanwhile, the stay was cancelled, the guest cannot be reached any more, its author is not of the staff any more, or a file of it is gone: then it is not sent, its thread and To do say why. The same again answers the same.',
    body: { schema: body, example: { body: 'Your room is ready.', sendAt: '2026-12-01T09:00:00.000Z' } },
    answers: [{ status: 201, says: 'It is kept.', schema: scheduled, example }],
    codes: ['thread-not-found', 'message-conflict', 'validation-failed'],
  }),
})

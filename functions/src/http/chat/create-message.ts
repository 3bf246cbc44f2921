import { createMessage } from '../../lib/chat/posting/create-message.ts'
import { type ChatLimits, type PostBody, postBody } from '../../lib/chat/posting/post-input.ts'
import type { Rules } from '../../lib/context.ts'
import { idIn, parse } from '../handler.ts'
import { route } from '../route.ts'
import { postAnswers, postCodes, posted } from './examples.ts'
import { messageReply } from './message-shapes.ts'

/** As the parameters are unless they are set (`config.ts`). */
export const usualLimits: Pick<
  ChatLimits,
  'messageBody' | 'outboundBody' | 'attachments' | 'paymentContentBytes'
> = {
  messageBody: 10_000,
  outboundBody: 1600,
  attachments: 10,
  paymentContentBytes: 16 * 1024,
}

const bodies = new WeakMap<Rules, PostBody>()

/** Made once, since that takes longer than to read a request by it. */
export function bodyOf(rules: Rules): PostBody {
  const body = bodies.get(rules) ?? postBody(rules.chatLimits())
  bodies.set(rules, body)
  return body
}

/** Specification B1. */
export const createMessageRoute = route({
  method: 'POST',
  path: '/chat/threads/:id/messages',
  access: 'signed-in',
  async handle({ caller, context, params, request }) {
    const threadId = idIn(params)
    const post = parse(bodyOf(context.rules), request.body)
    return messageReply(await createMessage(context, caller, { ...post, threadId }))
  },
  docs: () => ({
    id: 'createMessage',
    summary: 'Post a message to a thread',
    description:
      'Stored once per `messageId`, however often it is posted; other content under the same id is a conflict. Who may send which type, and set which field, depends on the role. Lengths are those of the usual settings.',
    who: 'Everybody signed in; notes and payment content staff alone',
    body: {
      schema: postBody({
        ...usualLimits,
        participants: Number.POSITIVE_INFINITY,
        userPostsPerMinute: Number.POSITIVE_INFINITY,
        threadPostsPerMinute: Number.POSITIVE_INFINITY,
        selfJoinedPostsPerMinute: Number.POSITIVE_INFINITY,
      }),
      example: { body: 'Your room is ready.', type: 'chatapp-message' },
    },
    answers: postAnswers(posted),
    codes: [...postCodes, 'answered-meanwhile'],
  }),
})

import { postBody } from '../../lib/chat/posting/post-input.ts'
import type { ChatLimits } from '../../lib/chat/posting/post-policy.ts'
import { docsOf } from '../docs.ts'
import { handle } from './create-message.ts'
import { postAnswers, postCodes, posted } from './examples.ts'

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

export const docs = docsOf(handle, 'createMessage', 'Post a message to a thread', {
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
  codes: postCodes,
})

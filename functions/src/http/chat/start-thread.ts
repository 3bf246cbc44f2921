import * as z from 'zod'
import { type FirstMessage, startThread } from '../../lib/chat/opening/start-thread.ts'
import { filesOfPost } from '../../lib/chat/posting/post-input.ts'
import { templateBody } from '../../lib/chat/templates/template-body.ts'
import { templateNames } from '../../lib/chat/templates/templates.ts'
import type { Rules } from '../../lib/context.ts'
import { clientId, documentId } from '../../lib/identifiers.ts'
import type { Answer } from '../docs.ts'
import { parse } from '../handler.ts'
import { route } from '../route.ts'
import { bodyOf } from './create-message.ts'
import { postCodes, posted } from './examples.ts'
import { reply as message } from './message-shapes.ts'

/** What the message is made of is refused by the schemas of the posts themselves. */
const body = z
  .strictObject({
    reservationId: documentId.optional(),
    guestId: documentId.optional().meta({ description: 'In place of a reservation.' }),
    messageId: clientId.optional(),
    body: z.string().optional().meta({ description: 'Of the first message, or of a further one.' }),
    type: z.string().optional().meta({ description: 'As when a message is posted.' }),
    template: z.enum(templateNames).optional().meta({ description: 'In place of `body`.' }),
    variables: z.unknown().optional().meta({ type: 'object', description: 'As when a template is sent.' }),
    optIn: z.string().optional().meta({ description: 'As when a template is sent.' }),
    files: filesOfPost,
    unlessAnsweredSince: z.string().optional().meta({ description: 'As when a message is posted.' }),
  })
  .refine(({ reservationId, guestId }) => (reservationId === undefined) !== (guestId === undefined), {
    path: ['reservationId'],
    message: 'must be given, or guestId in place of it',
  })
  .refine(({ body: text, template }) => text === undefined || template === undefined, {
    path: ['template'],
    message: 'must not be given beside body',
  })
type Body = z.output<typeof body>

function firstMessage(rules: Rules, given: Body): FirstMessage | undefined {
  const { reservationId: _reservation, guestId: _guest, template, variables, ...text } = given
  if (template !== undefined)
    return {
      template: parse(templateBody, { ...text, template, ...(variables !== undefined && { variables }) }),
    }
  const isText = Object.values({ ...text, variables }).some(value => value !== undefined)
  return isText
    ? { text: parse(bodyOf(rules), { ...text, ...(variables !== undefined && { variables }) }) }
    : undefined
}

const reply = z.object({ threadId: z.string(), message: message.nullable() }).meta({ id: 'StartedThread' })

const answer = (status: 200 | 201, says: string): Answer => ({
  ...{ status, says, schema: reply },
  example: { threadId: posted.threadId, message: posted },
})

export const startThreadRoute = route({
  method: 'POST',
  path: '/chat/threads',
  access: 'staff',
  async handle({ caller, context, request }) {
    const given = parse(body, request.body)
    const { reservationId, guestId = '' } = given
    const home = reservationId === undefined ? { guestId } : { reservationId }
    const start = { home, message: firstMessage(context.rules, given) }
    const { threadId, isNew, message: stored } = await startThread(context, caller, start)
    return { status: isNew ? 201 : 200, body: { threadId, message: stored }, about: { threadId } }
  },
  docs: () => ({
    id: 'startThread',
    summary: "Open a guest's thread",
    description:
      'Of a reservation, or of a guest whose stays are all let by one landlord. A guest has one thread with a landlord: where it is there, it is found, also for another stay. A message is stored once per `messageId`, and is about the reservation that is named. A chatapp text begins a conversation only with a guest who has just written, or has agreed (`guests.optedIn`); a template may begin any.',
    body: { schema: body, example: { reservationId: 'stay-1', template: 'booking-confirmation' } },
    answers: [answer(201, 'The thread was opened.'), answer(200, 'The thread was there.')],
    codes: ['not-found', ...postCodes, 'answered-meanwhile'],
  }),
})

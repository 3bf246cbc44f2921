import { saveCanned } from '../../lib/chat/canned/save-canned.ts'
import { parse } from '../handler.ts'
import { route } from '../route.ts'
import { cannedExample, cannedReply, newCannedBody, newCannedWithin } from './canned-shapes.ts'

export const createCannedRoute = route({
  method: 'POST',
  path: '/chat/canned-replies',
  access: 'staff',
  async handle({ caller, context, request }) {
    const { id = context.ids.message(), ...said } = parse(
      newCannedWithin(context.rules.chatLimits().messageBody),
      request.body,
    )
    return { status: 201, body: await saveCanned(context, caller, { id, ...said }) }
  },
  docs: () => ({
    id: 'createCannedReply',
    summary: 'Write a canned reply for the team',
    description:
      'Its name is unlike those of all others, whatever the case. With an `id` of your own the same call may be repeated.',
    body: {
      schema: newCannedBody,
      example: { id: cannedExample.id, name: cannedExample.name, text: cannedExample.text },
    },
    answers: [{ status: 201, says: 'It is kept.', schema: cannedReply, example: cannedExample }],
    codes: ['canned-reply-changed'],
  }),
})

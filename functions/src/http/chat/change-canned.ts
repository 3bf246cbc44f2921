import { saveCanned } from '../../lib/chat/canned/save-canned.ts'
import { ok } from '../docs.ts'
import { idIn, parse } from '../handler.ts'
import { route } from '../route.ts'
import { cannedBody, cannedExample, cannedReply, cannedWithin } from './canned-shapes.ts'

export const changeCannedRoute = route({
  method: 'PUT',
  path: '/chat/canned-replies/:id',
  access: 'staff',
  answer({ caller, context, params, request }) {
    const id = idIn(params)
    const said = parse(cannedWithin(context.rules.chatLimits().messageBody), request.body)
    return saveCanned(context, caller, { id, ...said })
  },
  docs: () => ({
    id: 'changeCannedReply',
    summary: 'Change a canned reply',
    description:
      '`version` is the one that was read: nobody overwrites what somebody else has changed meanwhile. Files that are not named any more are deleted.',
    body: {
      schema: cannedBody,
      example: { version: 1, name: cannedExample.name, text: cannedExample.text, fileIds: [] },
    },
    answers: ok('It is changed.', cannedReply, cannedExample),
    codes: ['not-found', 'canned-reply-changed'],
  }),
})

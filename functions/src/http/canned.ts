import { cannedReply, cannedWithin, mostCanned, newCannedWithin } from '../lib/chat/canned/canned.ts'
import { deleteCanned } from '../lib/chat/canned/delete-canned.ts'
import { cannedList, listCanned } from '../lib/chat/canned/list-canned.ts'
import { saveCanned } from '../lib/chat/canned/save-canned.ts'
import { created, done, ok, route } from './route.ts'

const cannedExample = {
  id: 'check-in',
  name: 'Check-in',
  text: 'Hello {{guest}}, your room is ready from 3 pm on {{arrival}}.',
  files: [],
  createdBy: 'sam',
  createdAt: '2026-07-01T09:00:00.000Z',
  changedBy: 'olivia',
  changedAt: '2026-07-02T09:00:00.000Z',
  version: 2,
}

export const cannedRoutes = [
  route({
    method: 'GET',
    path: '/chat/canned-replies',
    access: 'staff',
    id: 'listCannedReplies',
    summary: 'Read the canned replies of the team',
    description: `By name, with who changed each last and when; there are ${mostCanned} at most.`,
    answers: ok('The replies.', cannedList, {
      replies: [cannedExample],
      authors: { olivia: { name: 'Olivia Ferrer' } },
    }),
    handle: ({ context }) => listCanned(context),
  }),
  route({
    method: 'POST',
    path: '/chat/canned-replies',
    access: 'staff',
    id: 'createCannedReply',
    summary: 'Write a canned reply for the team',
    description:
      'Its name is unlike those of all others, whatever the case. With an `id` of your own the same call may be repeated.',
    body: ({ chatLimits }) => newCannedWithin(chatLimits().messageBody),
    example: { id: cannedExample.id, name: cannedExample.name, text: cannedExample.text },
    answers: created('It is kept.', cannedReply, cannedExample),
    codes: ['canned-reply-changed'],
    handle: ({ caller, context, body: { id = context.ids.message(), ...reply } }) =>
      saveCanned(context, caller, { id, ...reply }),
  }),
  route({
    method: 'PUT',
    path: '/chat/canned-replies/:id',
    access: 'staff',
    id: 'changeCannedReply',
    summary: 'Change a canned reply',
    description:
      '`version` is the one that was read: nobody overwrites what somebody else has changed meanwhile. Files that are not named any more are deleted.',
    body: ({ chatLimits }) => cannedWithin(chatLimits().messageBody),
    example: { version: 1, name: cannedExample.name, text: cannedExample.text, fileIds: [] },
    answers: ok('It is changed.', cannedReply, cannedExample),
    codes: ['not-found', 'canned-reply-changed'],
    handle: ({ caller, context, params, body }) => saveCanned(context, caller, { id: params.id, ...body }),
  }),
  route({
    method: 'DELETE',
    path: '/chat/canned-replies/:id',
    access: 'staff',
    id: 'deleteCannedReply',
    summary: 'Delete a canned reply',
    description: 'With its files. Messages sent from it stay as they are.',
    answers: done('It is not there.'),
    handle: ({ caller, context, params }) => deleteCanned(context, caller, params.id),
  }),
]

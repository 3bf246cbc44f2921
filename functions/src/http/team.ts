import { ownerChange, setOwner, setState, stateChange } from '../lib/chat/desk/change-desk.ts'
import { listStaff, staffList } from '../lib/chat/desk/list-staff.ts'
import {
  mostSavedViews,
  readViews,
  savedViews,
  saveViews,
  viewsToSave,
} from '../lib/chat/desk/saved-views.ts'
import { absence, setAway } from '../lib/chat/desk/set-away.ts'
import { findPlaces, mostProperties, places, placesQuery } from '../lib/chat/finding/find-places.ts'
import { ownPresence, sayPresence } from '../lib/chat/presence/say-presence.ts'
import { done, ok, route } from './route.ts'

const views = {
  views: [{ name: 'Arriving at Harbour View', query: 'property=harbour-view-guesthouse&stay=arriving' }],
}

export const teamRoutes = [
  route({
    method: 'PUT',
    path: '/chat/threads/:id/owner',
    access: 'staff',
    id: 'setOwner',
    summary: 'Set the owner of a thread',
    description:
      'Null gives it back to the queue of its team. An owner whom somebody else has chosen has to attend; the former owner no longer does for that cause.',
    body: ownerChange,
    example: { userId: 'sam' },
    answers: done('It is theirs.'),
    codes: ['thread-not-found'],
    handle: ({ context, caller, params, body }) =>
      setOwner(context, caller, { threadId: params.id, ...body }),
  }),
  route({
    method: 'PUT',
    path: '/chat/threads/:id/state',
    access: 'staff',
    id: 'setState',
    summary: 'Set the state of a thread',
    description:
      'Open, waiting for the guest, snoozed until a time, or done. A snooze moves no deadline. A message of the guest opens it again.',
    body: stateChange,
    example: { state: 'done', reason: 'no-answer-needed' },
    answers: done('It is so.'),
    codes: ['thread-not-found', 'message-conflict'],
    handle: ({ context, caller, params, body }) =>
      setState(context, caller, { threadId: params.id, ...body }),
  }),
  route({
    method: 'PUT',
    path: '/chat/threads/:id/presence',
    access: 'staff',
    id: 'sayPresence',
    summary: 'Report that you have a thread open',
    description:
      'Counts for 45 seconds, so it is said about every 20, and when one begins or stops to write. The same again within 20 seconds is not stored. Whether there is such a thread is not looked up.',
    body: ownPresence,
    example: { isWriting: true },
    answers: done('The others can see it.'),
    handle: ({ context, caller, params, body }) =>
      sayPresence(context, caller, { threadId: params.id, ...body }),
  }),
  route({
    method: 'PUT',
    path: '/chat/me/away',
    access: 'staff',
    id: 'setAway',
    summary: 'Set whether you are away',
    description: 'Your threads go back to the queues of their teams within two minutes.',
    body: absence,
    example: { until: '2026-11-26T08:00:00Z' },
    answers: done('It is so.'),
    handle: ({ context, caller, body }) => setAway(context, caller, body),
  }),
  route({
    method: 'GET',
    path: '/chat/me/views',
    access: 'staff',
    id: 'readViews',
    summary: 'Read the views that you saved',
    answers: ok('They are in your order.', savedViews, views),
    handle: async ({ context, caller }) => ({ views: await readViews(context, caller) }),
  }),
  route({
    method: 'PUT',
    path: '/chat/me/views',
    access: 'staff',
    id: 'saveViews',
    summary: 'Save views under names',
    description: `All that you keep, ${mostSavedViews} at most: what is not among them is gone.`,
    body: viewsToSave,
    example: views,
    answers: ok('They are kept.', savedViews, views),
    handle: async ({ context, caller, body }) => ({ views: await saveViews(context, caller, body) }),
  }),
  route({
    method: 'GET',
    path: '/chat/staff',
    access: 'staff',
    id: 'listStaff',
    summary: 'Read who works here',
    description: 'Everybody to whom a thread may be given, by name.',
    answers: ok('The staff.', staffList, { staff: [{ userId: 'sam', name: 'Sam Ortega' }] }),
    handle: async ({ context }) => ({ staff: await listStaff(context) }),
  }),
  route({
    method: 'GET',
    path: '/chat/places',
    access: 'staff',
    id: 'findPlaces',
    summary: 'Find teams and properties',
    description: `By which threads can be filtered: every team, and the first ${mostProperties} properties by name.`,
    query: placesQuery,
    answers: ok('What was found.', places, {
      teams: [{ teamId: 'lisbon', name: 'Lisbon' }],
      properties: [{ propertyId: 'harbour-view-guesthouse', name: 'Harbour View Guesthouse' }],
    }),
    handle: ({ context, query }) => findPlaces(context, query.q),
  }),
]

import type { RoutedRequest } from '../../core/router.ts'
import type { Reply } from '../../core/vendor.ts'
import { listApplications, listInstalled } from './applications.ts'
import { uploadAttachment } from './attachments.ts'
import type { MessageStore } from './model.ts'
import { listOfBooking, sendToBooking, sendToThread } from './send.ts'
import { closeThread, findThread, listMessages, listThreads, noReplyNeeded, readThread } from './threads.ts'

export const messageRoutes = (
  store: MessageStore,
): Readonly<Record<string, (request: RoutedRequest) => Reply>> => ({
  'GET /applications/installed': ({ query }) => listInstalled(store, query),
  'GET /applications': ({ query }) => listApplications(store, query),
  'GET /message_threads': ({ query }) => listThreads(store, query),
  'GET /message_threads/:id': ({ param }) => readThread(store, param('id')),
  'GET /message_threads/:id/messages': ({ param, query }) =>
    listMessages(findThread(store, param('id')), query),
  'POST /message_threads/:id/messages': ({ param, body }) => sendToThread(store, param('id'), body),
  'POST /message_threads/:id/close': ({ param }) => closeThread(store, param('id')),
  'POST /message_threads/:id/no_reply_needed': ({ param }) => noReplyNeeded(store, param('id')),
  'GET /bookings/:id/messages': ({ param, query }) => listOfBooking(store, param('id'), query),
  'POST /bookings/:id/messages': ({ param, body }) => sendToBooking(store, param('id'), body),
  'POST /attachments': ({ body }) => uploadAttachment(store, body),
})

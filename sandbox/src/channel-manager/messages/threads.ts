/** Conversations: list, read, close, mark as needing no reply. */

import { json, type Reply } from '../../core/vendor.ts'
import { data, page, refusal } from '../replies.ts'
import { isBookingCom, type MessageStore, type OtaMessage, type OtaThread } from './model.ts'
import { lastMessageAt, showMessage, showThread } from './show.ts'

export const requireApplication = (store: MessageStore, propertyId: string): void => {
  if (!store.isInstalled(propertyId)) throw refusal(403)
}

export const notSupported = () =>
  json(422, { errors: { code: 'not_supported', title: 'Not supported by this channel' } })

export function findThread(store: MessageStore, id: string): OtaThread {
  const thread = store.threads.get(id)
  if (!thread) throw refusal(404)
  requireApplication(store, thread.propertyId)
  return thread
}

const newestFirst = <One>(rows: readonly One[], timeOf: (one: One) => string): One[] =>
  rows.toReversed().toSorted((a, b) => Number(timeOf(a) < timeOf(b)) - Number(timeOf(a) > timeOf(b)))

export function listThreads(store: MessageStore, query: URLSearchParams): Reply {
  const filter = query.get('filter[property_id]')
  if (filter !== null) requireApplication(store, filter)
  else if (store.installations.size === 0) throw refusal(403)
  const threads = [...store.threads.values()].filter(
    ({ propertyId }) => store.isInstalled(propertyId) && (filter === null || propertyId === filter),
  )
  return page(newestFirst(threads, lastMessageAt), query, showThread)
}

export const readThread = (store: MessageStore, id: string): Reply => data(showThread(findThread(store, id)))

/** Newest first by their times, whatever the order of their arrival. */
export function listMessages(thread: OtaThread | undefined, query: URLSearchParams): Reply {
  const sorted = newestFirst(thread?.messages ?? [], ({ insertedAt }) => insertedAt)
  const show = (message: OtaMessage) => thread && showMessage(thread, message)
  return page(sorted, query, show, { order_by: 'inserted_at' })
}

export function closeThread(store: MessageStore, id: string): Reply {
  const thread = findThread(store, id)
  thread.isClosed = true
  return data(showThread(thread))
}

/** Only for Booking.com. The conversation stays open. */
export function noReplyNeeded(store: MessageStore, id: string): Reply {
  const thread = findThread(store, id)
  if (!isBookingCom(thread)) return notSupported()
  thread.noReplyNeeded += 1
  return data(showThread(thread))
}

import type { QueryKey } from '@tanstack/react-query'
import { queryClient } from '../api/queries.ts'
import { type ListUpdate, onListUpdate } from '../live/list-feed.ts'
import type { ThreadDetails } from '../live/message.ts'
import { threadKey } from '../live/use-thread.ts'
import { framingTitle } from './frame-title.ts'
import { isToAnswer } from './to-answer.ts'

type Titled = (count: number, title: string) => string

const [threadArea] = threadKey('')

/**
 * Counts the threads that the user has to answer in the title, from the lists and threads that this window gets anyway.
 * A thread's last state counts until a newer one comes. Returns a function that stops it.
 */
export function countInTitle(uid: string, titled: Titled): () => void {
  const toAnswer = new Set<string>()
  const title = framingTitle()
  const note = (threadId: string, isWaiting: boolean): void => {
    if (isWaiting) toAnswer.add(threadId)
    else toAnswer.delete(threadId)
  }
  const noteDetails = (threadId: string, details: ThreadDetails | undefined): void =>
    note(
      threadId,
      details?.desk !== undefined && isToAnswer({ desk: details.desk, unread: details.unread }, uid),
    )
  const show = (): void => {
    const count = toAnswer.size
    title.frame(page => (count === 0 ? page : titled(count, page)))
  }
  const hear = ({ threads, left, isOver }: ListUpdate): void => {
    for (const { record, desk } of threads)
      note(record.threadId, isToAnswer({ desk, unread: record.needsAttention.includes(uid) }, uid))
    if (!isOver) for (const threadId of left) noteDetails(threadId, openDetails(threadId))
    show()
  }
  const queries = queryClient.getQueryCache()
  const read = ([area, threadId, ...more]: QueryKey): void => {
    if (area !== threadArea || typeof threadId !== 'string' || more.length > 0) return
    const details = openDetails(threadId)
    if (!details) return
    noteDetails(threadId, details)
    show()
  }
  for (const { queryKey } of queries.getAll()) read(queryKey)
  const stopReading = queries.subscribe(({ type, query: { queryKey } }) => {
    if (type === 'updated') read(queryKey)
  })
  const stopHearing = onListUpdate(hear)
  return () => {
    stopReading()
    stopHearing()
    title.end()
  }
}

/** Of a thread that is open in this window; others may have changed since they were read. */
function openDetails(threadId: string): ThreadDetails | undefined {
  const query = queryClient.getQueryCache().find<ThreadDetails>({ queryKey: threadKey(threadId) })
  return query?.isActive() ? query.state.data : undefined
}

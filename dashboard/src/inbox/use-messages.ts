import { type InfiniteData, type QueryClient, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../api/client.ts'
import { whenIdle } from '../live/when-idle.ts'
import type { Message, MessagePage } from './message.ts'
import { authorsOf, type MessagePages, withNewest } from './message-pages.ts'
import { refreshing, threadKey } from './use-thread.ts'

/** The newest come quickly; who reads back gets more at once. */
const pageSize = 50
const olderSize = 100
const pollMs = 10_000

export const messagesKey = (threadId: string) => ['messages', threadId] as const

const readPage = (threadId: string, before: string | null, signal?: AbortSignal): Promise<MessagePage> => {
  const page =
    before === null ? `limit=${pageSize}` : `limit=${olderSize}&before=${encodeURIComponent(before)}`
  return call({ path: `/chat/threads/${encodeURIComponent(threadId)}/messages?${page}`, signal })
}

/** The thread's messages, page by page as one scrolls up; what is new comes by itself. */
export function useMessages(threadId: string) {
  useLiveMessages(threadId)
  return useInfiniteQuery({
    queryKey: messagesKey(threadId),
    queryFn: ({ pageParam, signal }) => readPage(threadId, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.nextCursor,
    // Kept fresh by what is told live: reading a long thread again, page by page, would take long.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  })
}

/** Listens in Firestore; where that does not work, asks the API again and again. */
function useLiveMessages(threadId: string): void {
  const queries = useQueryClient()
  const [isLive, setLive] = useState(true)
  useEffect(() => {
    let stop: (() => void) | undefined
    let isOver = false
    const thread = refreshing(queries, threadId)
    const fail = () => setLive(false)
    const cancel = whenIdle(() => {
      void import('../live/watch-messages.ts')
        .then(({ watchMessages }) =>
          watchMessages({
            threadId,
            size: pageSize,
            onMessages: messages => void showNewest(queries, threadId, messages),
            onThread: thread.soon,
            onFailure: fail,
          }),
        )
        .then(stopWatching => {
          if (isOver) stopWatching()
          else stop = stopWatching
        }, fail)
    })
    return () => {
      isOver = true
      thread.stop()
      cancel()
      stop?.()
    }
  }, [threadId, queries])
  useEffect(() => {
    if (isLive) return
    const timer = setInterval(() => void catchUp(queries, threadId), pollMs)
    return () => clearInterval(timer)
  }, [isLive, threadId, queries])
}

/** Lays the newest messages over what is shown. Authors that are not known yet are asked for. */
export async function showNewest(queries: QueryClient, threadId: string, newest: Message[]): Promise<void> {
  const pages = queries.getQueryData<MessagePages>(messagesKey(threadId))
  if (!pages) return
  const next = withNewest(pages, newest, newest.length < pageSize)
  if (!next) return queries.resetQueries({ queryKey: messagesKey(threadId) })
  queries.setQueryData(messagesKey(threadId), next)
  const authors = authorsOf(next)
  if (newest.some(({ authorId }) => !Object.hasOwn(authors, authorId))) await catchUp(queries, threadId)
}

/** Reads the newest page again. */
async function catchUp(queries: QueryClient, threadId: string): Promise<void> {
  const page = await readPage(threadId, null).catch(() => undefined)
  if (!page) return
  queries.setQueryData<InfiniteData<MessagePage, string | null>>(messagesKey(threadId), pages => {
    if (!pages) return pages
    const next = withNewest(pages, page.messages, page.nextCursor === null)
    const [first, ...rest] = (next ?? { ...pages, pages: [page] }).pages
    if (!first) return pages
    return {
      pages: [{ ...first, authors: { ...first.authors, ...page.authors } }, ...rest],
      pageParams: next ? pages.pageParams : [null],
    }
  })
}

/** A message that the server has just stored takes the place of the one that was waiting. */
export function settle(queries: QueryClient, threadId: string, message: Message, authorName: string): void {
  queries.setQueryData<MessagePages>(messagesKey(threadId), pages => {
    if (!pages) return pages
    const next = withNewest(pages, [message], true)
    const [first, ...rest] = next?.pages ?? []
    if (!next || !first) return pages
    const authors = { [message.authorId]: { name: authorName }, ...first.authors }
    return { ...next, pages: [{ ...first, authors }, ...rest] }
  })
  void queries.invalidateQueries({ queryKey: threadKey(threadId) }, { cancelRefetch: false })
}

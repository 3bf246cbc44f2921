import {
  type QueryClient,
  skipToken,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../api/client.ts'
import type { Message, MessagePage } from './message.ts'
import {
  allAuthors,
  allMessages,
  isConnected,
  laidOver,
  type MessagePages,
  type Newest,
  nothingNewer,
} from './message-pages.ts'
import { type Live, useLive } from './use-live.ts'
import { refreshing, threadKey } from './use-thread.ts'
import { watch } from './watch.ts'

/** Messages of the first page, few so that it comes quickly, and of each older page. */
const pageSize = 50
const olderSize = 100

const messagesKey = (threadId: string) => ['messages', threadId] as const
const newestKey = (threadId: string) => ['newest-messages', threadId] as const

async function readPage(threadId: string, before: string | null, signal?: AbortSignal): Promise<MessagePage> {
  const requestTime = performance.now()
  const page =
    before === null ? `limit=${pageSize}` : `limit=${olderSize}&before=${encodeURIComponent(before)}`
  const path = `/chat/threads/${encodeURIComponent(threadId)}/messages?${page}`
  return { ...(await call<Omit<MessagePage, 'requestTime'>>({ path, signal })), requestTime }
}

/** The thread's messages: older pages as the reader scrolls up, new messages by themselves. */
export function useMessages(threadId: string) {
  useLiveMessages(threadId)
  const { data: newest = nothingNewer } = useQuery<Newest>({
    queryKey: newestKey(threadId),
    queryFn: skipToken,
  })
  const query = useInfiniteQuery({
    queryKey: messagesKey(threadId),
    queryFn: ({ pageParam, signal }) => readPage(threadId, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.nextCursor,
    // Live updates keep the pages fresh: reading a long thread again, page by page, would take long.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  })
  const pages = query.data
  const messages = useMemo(() => pages && allMessages(pages, newest), [pages, newest])
  const authors = useMemo(() => (pages ? allAuthors(pages, newest) : {}), [pages, newest])
  return { query, messages, authors }
}

/** Listens in Firestore; while Firestore sends nothing, asks the API again and again. */
function useLiveMessages(threadId: string): void {
  const queries = useQueryClient()
  const live = useMemo(() => {
    const thread = refreshing(queries, threadId)
    const listen: Live['listen'] = onSignal => {
      const onMessages = (messages: Message[]) => void showNewest(queries, threadId, messages)
      return watch('messages', { threadId, size: pageSize }, { onMessages, onThread: thread.soon, onSignal })
    }
    const ask = () => {
      thread.soon()
      void catchUp(queries, threadId)
    }
    return { listen, ask, forget: thread.stop }
  }, [threadId, queries])
  useLive(live)
}

const newestOf = (queries: QueryClient, threadId: string): Newest =>
  queries.getQueryData<Newest>(newestKey(threadId)) ?? nothingNewer

interface NewestPage {
  messages: Message[]
  at: number
  /** The thread has no other messages. */
  isWhole: boolean
  authors?: MessagePage['authors']
}

/** Lays the newest messages over the pages. If messages may be missing in between, the thread is read again. */
function tell(queries: QueryClient, threadId: string, update: NewestPage): void {
  const pages = queries.getQueryData<MessagePages>(messagesKey(threadId))
  const overlay = newestOf(queries, threadId)
  const fits = !pages || isConnected(pages, overlay, update.messages, update.isWhole)
  queries.setQueryData(newestKey(threadId), laidOver(fits ? overlay : nothingNewer, update))
  if (!fits) void queries.resetQueries({ queryKey: messagesKey(threadId) })
}

/** Reads the newest page for the names of new authors. */
async function showNewest(queries: QueryClient, threadId: string, messages: Message[]): Promise<void> {
  tell(queries, threadId, { messages, at: performance.now(), isWhole: messages.length < pageSize })
  const pages = queries.getQueryData<MessagePages>(messagesKey(threadId))
  if (!pages) return
  const authors = allAuthors(pages, newestOf(queries, threadId))
  if (messages.some(({ authorId }) => !Object.hasOwn(authors, authorId))) await catchUp(queries, threadId)
}

/** Reads the newest page again. */
async function catchUp(queries: QueryClient, threadId: string): Promise<void> {
  const page = await readPage(threadId, null).catch(() => undefined)
  if (!page) return
  const { messages, authors, requestTime, nextCursor } = page
  tell(queries, threadId, { messages, authors, at: requestTime, isWhole: nextCursor === null })
}

/** A message that the server has just stored takes the place of the one that was waiting. */
export function settle(queries: QueryClient, threadId: string, message: Message, authorName: string): void {
  // Time 0, since any other version of the message is newer than the stored one.
  const update = { messages: [message], at: 0, authors: { [message.authorId]: { name: authorName } } }
  queries.setQueryData(newestKey(threadId), laidOver(newestOf(queries, threadId), update))
  void queries.invalidateQueries({ queryKey: threadKey(threadId) }, { cancelRefetch: false })
}

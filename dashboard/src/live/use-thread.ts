import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { atMost } from '../api/at-most.ts'
import { call } from '../api/client.ts'
import { titleOf } from '../ui/thread-title.ts'
import type { Desk } from './desk.ts'
import { markedLocally } from './live-threads.ts'
import type { ThreadDetails } from './message.ts'

export const threadKey = (threadId: string) => ['thread', threadId] as const

const at = (threadId: string): string => `/chat/threads/${encodeURIComponent(threadId)}`

const assumptions = new Map<string, Desk>()

/**
 * The reader's change that the server has not answered yet is laid over later reads, which may be older. Gives back
 * the function that ends that.
 */
export function assumeDesk(threadId: string, desk: Desk): () => void {
  assumptions.set(threadId, desk)
  return () => {
    if (assumptions.get(threadId) === desk) assumptions.delete(threadId)
  }
}

async function readThread(threadId: string, signal: AbortSignal): Promise<ThreadDetails> {
  const thread = await call<ThreadDetails>({ path: at(threadId), signal })
  const desk = assumptions.get(threadId)
  return desk ? { ...thread, desk } : thread
}

export const threadQuery = (threadId: string) =>
  queryOptions({
    queryKey: threadKey(threadId),
    queryFn: ({ signal }) => readThread(threadId, signal),
    gcTime: 30 * 60_000,
  })

// The names of a whole list must not keep the thread waiting that somebody opens.
const inTurn = atMost(2)

/** The same for a row of a list: read once, when it is its turn. */
export const rowQuery = (threadId: string) =>
  queryOptions({
    ...threadQuery(threadId),
    queryFn: ({ signal }) => inTurn(() => readThread(threadId, signal)),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

/** A thread's name; undefined until the thread has been read. */
export function useThreadTitle(threadId: string): string {
  const { data } = useQuery({
    ...rowQuery(threadId),
    select: thread => thread.reachability.guest?.name ?? null,
  })
  return titleOf(threadId, data ?? null)
}

interface Refreshing {
  /** Nothing is read when that version is known by then. */
  soon: (version?: number) => void
  stop: () => void
}

/** Reads the thread again, soon and once however often it is asked; a read that is on its way comes to its end first. */
export function refreshing(queries: QueryClient, threadId: string): Refreshing {
  let timer: ReturnType<typeof setTimeout> | undefined
  const queryKey = threadKey(threadId)
  let target = 0
  const run = () => {
    timer = undefined
    if (queries.isFetching({ queryKey, exact: true }) > 0) return soon(target)
    const { version = -1 } = queries.getQueryData<ThreadDetails>(queryKey) ?? {}
    if (version < target) void queries.invalidateQueries({ queryKey })
    target = 0
  }
  const soon = (version = Number.POSITIVE_INFINITY) => {
    target = Math.max(target, version)
    timer ??= setTimeout(run, 250)
  }
  return { soon, stop: () => clearTimeout(timer) }
}

/** The thread with how its guest can be reached. Nobody listened while it was closed, so opening it asks. */
export const useThread = (threadId: string) =>
  useQuery({ ...threadQuery(threadId), refetchOnMount: 'always' })

/** Adds somebody to the thread, or removes them. */
export function useParticipants(threadId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ userId, isAdded }: { userId: string; isAdded: boolean }) =>
      call<void>({
        method: isAdded ? 'PUT' : 'DELETE',
        path: `${at(threadId)}/participants/${encodeURIComponent(userId)}`,
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: threadKey(threadId) }),
  })
}

/** Marks change at once; a mark that the server refuses is taken back. */
export function useThreadMarks(threadId: string) {
  const queries = useQueryClient()
  const change = (patch: Partial<Pick<ThreadDetails, 'unread' | 'important'>>) => {
    const before = queries.getQueryData<ThreadDetails>(threadKey(threadId))
    if (before) queries.setQueryData<ThreadDetails>(threadKey(threadId), { ...before, ...patch })
    const unmark = markedLocally(threadId, patch, before?.version)
    return () => {
      unmark()
      if (before) queries.setQueryData(threadKey(threadId), before)
    }
  }
  const settled = () => queries.invalidateQueries({ queryKey: threadKey(threadId) })
  const important = useMutation({
    mutationFn: (value: boolean) =>
      call<void>({ method: 'PUT', path: `${at(threadId)}/important`, body: { important: value } }),
    onMutate: value => change({ important: value }),
    onError: (_error, _value, undo) => undo?.(),
    onSettled: settled,
  })
  const read = useMutation({
    mutationFn: (readMark: { lastMessageId?: string; lastFailureId: string | null }) =>
      call<void>({ method: 'POST', path: `${at(threadId)}/read`, body: readMark }),
    onMutate: () => change({ unread: false }),
    onError: (_error, _seen, undo) => undo?.(),
    onSettled: settled,
  })
  return { important, read }
}

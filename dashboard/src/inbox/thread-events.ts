import type { ThreadEvent } from '@functions/lib/chat/reading/thread-events.ts'
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import type { Json } from '../api/json.ts'
import type { ThreadDetails } from '../live/message.ts'
import { threadKey } from '../live/use-thread.ts'

/** Somebody did something to a thread. */
export type DeskEvent = Json<ThreadEvent>

const eventsKey = (threadId: string) => ['thread-events', threadId] as const

/**
 * Reads a changed thread anew. Events that are on their way may be older; the first ones would be taken for the
 * answer, so they are not waited for.
 */
export function threadChanged(queries: QueryClient, threadId: string): void {
  void queries.invalidateQueries({ queryKey: threadKey(threadId) })
  void queries.cancelQueries({ queryKey: eventsKey(threadId) })
  void queries.invalidateQueries({ queryKey: eventsKey(threadId) })
}

const deskActions = [
  'thread.own',
  'thread.state',
  'thread.add-participant',
  'thread.remove-participant',
  'thread.merge',
  'thread.unmerge',
] as const
type DeskAction = (typeof deskActions)[number]

const isTold = (action: string): action is DeskAction => deskActions.some(candidate => candidate === action)

/** The parts that an event changes: a message alone asks for no events. */
const traceOf = ({ desk, participantIds, removedIds, mergedInto, merged }: ThreadDetails): string =>
  JSON.stringify([
    desk?.state,
    desk?.ownerId,
    desk?.snoozedUntil,
    participantIds.length,
    removedIds,
    mergedInto,
    merged,
  ])

const none: DeskEvent[] = []

/** Events, oldest first; read again when the thread was changed. Without an answer the list is empty. */
export function useEvents(threadId: string, thread: ThreadDetails | undefined): DeskEvent[] {
  const { data = none } = useQuery({
    queryKey: [...eventsKey(threadId), thread && traceOf(thread)],
    queryFn: async ({ signal }) => {
      const path = `/chat/threads/${encodeURIComponent(threadId)}/events`
      const { events } = await call<{ events: DeskEvent[] }>({ path, signal })
      return events.filter(({ action }) => isTold(action)).reverse()
    },
    enabled: thread !== undefined,
    placeholderData: keepPreviousData,
    // An answer for a state that was only shown may be older than the change itself.
    staleTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    // Nothing else asks again: a line that is missing would stay missing.
    retry: 3,
  })
  return data
}

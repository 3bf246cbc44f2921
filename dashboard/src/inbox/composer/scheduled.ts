import type { MessageType } from '@functions/lib/chat/message.ts'
import type { scheduledMessages } from '@functions/lib/chat/scheduled/list-scheduled.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod'
import { call } from '../../api/client.ts'
import type { Json } from '../../api/json.ts'
import { threadKey } from '../../live/use-thread.ts'

export type Scheduled = Json<z.output<typeof scheduledMessages>>['scheduled'][number]

const at = (threadId: string): string => `/chat/threads/${encodeURIComponent(threadId)}`
const scheduledKey = (threadId: string) => ['scheduled', threadId] as const

/** The scheduled messages of a thread, read again when their ids or version change. */
export const useScheduled = (threadId: string, ids: readonly string[], version: number | undefined) =>
  useQuery({
    queryKey: [...scheduledKey(threadId), ids, version],
    queryFn: ({ signal }) =>
      call<{ scheduled: Scheduled[] }>({ path: `${at(threadId)}/scheduled`, signal }).then(
        ({ scheduled }) => scheduled,
      ),
    placeholderData: before => before,
  })

function useThreadAgain(threadId: string) {
  const queries = useQueryClient()
  // Nobody waits for it: the message may not be on the screen by then.
  return () => void queries.invalidateQueries({ queryKey: threadKey(threadId) })
}

interface Scheduling {
  messageId: string
  type: MessageType
  body: string
  files?: string[]
  sendAt: string
  seenUntil: string | undefined
}

export function useSchedule(threadId: string) {
  const again = useThreadAgain(threadId)
  return useMutation({
    mutationFn: (body: Scheduling) =>
      call<Scheduled>({ method: 'POST', path: `${at(threadId)}/scheduled`, body }),
    onSettled: again,
  })
}

export function useCancelScheduled(threadId: string) {
  const again = useThreadAgain(threadId)
  return useMutation({
    mutationFn: (messageId: string) =>
      call<void>({
        method: 'DELETE',
        path: `${at(threadId)}/scheduled/${encodeURIComponent(messageId)}`,
      }),
    onSettled: again,
  })
}

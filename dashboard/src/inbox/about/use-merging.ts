import '../../i18n/many-threads.ts'
import { useQueryClient } from '@tanstack/react-query'
import { t } from 'i18next'
import { useCallback } from 'react'
import { call } from '../../api/client.ts'
import { errorText } from '../../ui/failure-notice.tsx'
import { toast } from '../../ui/toasts.tsx'
import { offerUndo } from '../../ui/undo.ts'
import { threadChanged } from '../thread-events.ts'

const request = (threadId: string, into: string, isMerged: boolean): Promise<void> =>
  call<void>({
    method: 'POST',
    path: `/chat/threads/${encodeURIComponent(threadId)}/${isMerged ? 'merge' : 'unmerge'}`,
    ...(isMerged && { body: { threadId: into } }),
  })

/** Merges a thread into another one, or takes it apart from that; either can be taken back for twenty seconds. */
export function useMerging(threadId: string): (into: string, isMerged: boolean) => void {
  const queries = useQueryClient()
  return useCallback(
    (into, isMerged) => {
      const send = async (isMerge: boolean): Promise<boolean> => {
        try {
          await request(threadId, into, isMerge)
          return true
        } catch (error) {
          toast(errorText(error), 'failure')
          return false
        } finally {
          for (const id of [threadId, into]) threadChanged(queries, id)
        }
      }
      void send(isMerged).then(isDone => {
        if (!isDone) return
        const undo = offerUndo({ run: () => void send(!isMerged), close: () => close() })
        const text = t(isMerged ? 'merging.merged' : 'merging.apart')
        const close = toast(text, 'info', { label: t('desk.undo'), run: undo })
      })
    },
    [queries, threadId],
  )
}

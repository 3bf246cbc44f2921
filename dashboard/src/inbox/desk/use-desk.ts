import { useQueryClient } from '@tanstack/react-query'
import { t } from 'i18next'
import { useCallback, useRef } from 'react'
import { call } from '../../api/client.ts'
import { type Desk, type DeskChange, deskAfter, undoOf } from '../../live/desk.ts'
import type { ThreadDetails } from '../../live/message.ts'
import { countSoon } from '../../live/use-overview.ts'
import { assumeDesk, threadKey } from '../../live/use-thread.ts'
import { errorText } from '../../ui/failure-notice.tsx'
import { toast } from '../../ui/toasts.tsx'
import { offerUndo } from '../../ui/undo.ts'
import { threadChanged } from '../thread-events.ts'

export type Act = (change: DeskChange, text: string) => void

export const changeDesk = (threadId: string, change: DeskChange): Promise<void> =>
  call<void>({
    method: 'PUT',
    path: `/chat/threads/${encodeURIComponent(threadId)}/${'ownerId' in change ? 'owner' : 'state'}`,
    body: 'ownerId' in change ? { userId: change.ownerId, undo: change.undo } : change,
  })

/**
 * A change shows at once, and can be taken back for twenty seconds; a change that the server refuses is taken back, with
 * a notice. A wait is closed up to the messages shown when the dialog opened, since it hides later ones.
 */
export function useDeskActs(threadId: string): Act {
  const queries = useQueryClient()
  const shown = useRef(queries.getQueryData<ThreadDetails>(threadKey(threadId))?.updatedAt)
  return useCallback(
    (given, text) => {
      const seenUntil = shown.current
      const change = 'reason' in given && seenUntil ? { ...given, seenUntil } : given
      const key = threadKey(threadId)
      const deskNow = () => queries.getQueryData<ThreadDetails>(key)?.desk
      const show = (desk: Desk) =>
        queries.setQueryData<ThreadDetails>(key, thread => thread && { ...thread, desk })
      const settle = () => {
        threadChanged(queries, threadId)
        countSoon()
      }
      /** Shows the next state of the desk, and sends the change to the server. */
      const send = async (one: DeskChange, next: Desk): Promise<boolean> => {
        const before = deskNow()
        const isAnswered = assumeDesk(threadId, next)
        show(next)
        try {
          await changeDesk(threadId, one)
          return true
        } catch (error) {
          if (before) show(before)
          toast(errorText(error), 'failure')
          return false
        } finally {
          isAnswered()
          settle()
        }
      }
      const before = deskNow()
      if (!before) return
      void send(change, deskAfter(change, before)).then(isDone => {
        if (!isDone) return
        const run = () => void send(undoOf(change, before, Date.now()), before)
        const undo = offerUndo({ run, close: () => close() })
        const close = toast(text, 'info', { label: t('desk.undo'), run: undo })
      })
    },
    [queries, threadId],
  )
}

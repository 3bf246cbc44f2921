import { useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from 'i18next'
import { useNavigate } from 'react-router'
import { call, post } from '../api/client.ts'
import { type Home, openThread } from '../inbox/finds/finds.ts'
import { countSoon } from '../live/use-overview.ts'
import { threadPath } from '../paths.ts'
import { failureToast } from '../ui/failure-notice.tsx'
import { toast } from '../ui/toasts.tsx'

const pathOf = (id: string, act: string) => `/chat/triage/${encodeURIComponent(id)}/${act}`

const calls = {
  dismiss: (id: string) => post(pathOf(id, 'dismiss')),
  restore: (id: string) => post(pathOf(id, 'restore')),
  spam: (id: string) => call<void>({ method: 'PUT', path: pathOf(id, 'spam'), body: { spam: true } }),
  notSpam: (id: string) => call<void>({ method: 'PUT', path: pathOf(id, 'spam'), body: { spam: false } }),
}

export type TriageAct = keyof typeof calls

/** Acts that are easily done by mistake can be taken back. */
const undoOf: Partial<Record<TriageAct, TriageAct>> = { dismiss: 'restore', spam: 'notSpam' }

interface Sorting {
  act: TriageAct
  isUndo?: boolean
}

/** Sorts a message; where that takes it out of sight, a notice offers to take it back. */
export function useSort(id: string, onLeaving: () => void) {
  const queries = useQueryClient()
  const sort = useMutation({
    mutationFn: ({ act }: Sorting) => calls[act](id),
    onSuccess: (_, { act, isUndo = false }) => {
      const undo = isUndo ? undefined : undoOf[act]
      const undoAction = undo && {
        label: t('triage.undo'),
        run: () => sort.mutate({ act: undo, isUndo: true }),
      }
      toast(t(`triage.sorted.${act}`), 'info', undoAction)
      if (!isUndo) onLeaving()
      countSoon()
      return queries.invalidateQueries({ queryKey: ['triage'] })
    },
    onError: failureToast,
  })
  return sort
}

/** Goes to the thread that has the message now. */
function useArrival(onDone?: () => void) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return (threadId: string) => {
    toast(t('triage.done'))
    void queries.invalidateQueries({ queryKey: ['finds'] })
    void queries.invalidateQueries({ queryKey: ['triage'] })
    countSoon()
    onDone?.()
    void navigate(threadPath(threadId))
  }
}

/** Opens a thread with the sender, and answers there. */
export function useReply(id: string, onDone: () => void) {
  return useMutation({
    mutationFn: async (body: string) =>
      (await post<{ threadId: string }>(pathOf(id, 'reply'), { body })).threadId,
    onSuccess: useArrival(onDone),
  })
}

/** Stores a message in a thread. */
export function useAssign(id: string, onDone?: () => void) {
  return useMutation({
    mutationFn: async (home: Home) => {
      const threadId = 'threadId' in home ? home.threadId : await openThread(home)
      await post(pathOf(id, 'assign'), { threadId })
      return threadId
    },
    onSuccess: useArrival(onDone),
    onError: failureToast,
  })
}

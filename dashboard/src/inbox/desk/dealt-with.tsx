import '../../i18n/many-threads.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from 'i18next'
import { call } from '../../api/client.ts'
import { itemsChanged } from '../../live/use-overview.ts'
import { threadKey } from '../../live/use-thread.ts'
import { dealtWithPath } from '../../paths.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { failureToast } from '../../ui/failure-notice.tsx'
import { toast } from '../../ui/toasts.tsx'

interface OfMessage {
  threadId: string
  messageId: string
}

/** Takes a message that was not sent from the thread's row and from To do. */
export function useDealtWith({ threadId, messageId }: OfMessage) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call<void>({ method: 'POST', path: dealtWithPath(threadId, messageId) }),
    onSuccess: () => void toast(t('failedSends.told')),
    onError: failureToast,
    onSettled: () => {
      void itemsChanged(queries)
      void queries.invalidateQueries({ queryKey: threadKey(threadId) })
    },
  })
}

export function DealtWith(message: OfMessage) {
  const resolve = useDealtWith(message)
  return (
    <BusyButton
      size="compact-xs"
      variant="subtle"
      isBusy={resolve.isPending}
      onClick={() => resolve.mutate()}
    >
      {t('failedSends.dealtWith')}
    </BusyButton>
  )
}

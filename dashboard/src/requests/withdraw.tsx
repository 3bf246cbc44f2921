import { useMutation } from '@tanstack/react-query'
import { t } from 'i18next'
import { lazy, useState } from 'react'
import { useNavigate } from 'react-router'
import { remove } from '../api/client.ts'
import { type PropertyRequestDetails, propertyChanged } from '../connection/api.ts'
import { otaLabel } from '../connection/ota.ts'
import { requestsPath } from '../paths.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { failureToast } from '../ui/failure-notice.tsx'
import { LazyPart } from '../ui/lazy-part.tsx'
import { toast } from '../ui/toasts.tsx'

const ConfirmDialog = lazy(async () => ({
  default: (await import('../ui/confirm-dialog.tsx')).ConfirmDialog,
}))

/** Takes a request away for which nobody has connected the property. */
export function Withdraw({ request }: { request: PropertyRequestDetails }) {
  const [isAsking, setAsking] = useState(false)
  const navigate = useNavigate()
  const { id, propertyId, propertyName, ota } = request
  const withdraw = useMutation({
    mutationFn: () => remove(`/api/property-requests/${encodeURIComponent(id)}`),
    onSuccess: async () => {
      toast(t('withdraw.done'))
      await navigate(requestsPath(''))
    },
    onError: failureToast,
    onSettled: () => propertyChanged(propertyId),
  })
  return (
    <>
      <BusyButton variant="default" isBusy={withdraw.isPending} onClick={() => setAsking(true)}>
        {t('withdraw.open')}
      </BusyButton>
      <LazyPart>
        {isAsking && (
          <ConfirmDialog
            title={t('withdraw.title')}
            text={t('withdraw.what', { name: propertyName ?? propertyId, ota: otaLabel(ota) })}
            confirm={t('withdraw.now')}
            onConfirm={() => withdraw.mutate()}
            onClose={() => setAsking(false)}
          />
        )}
      </LazyPart>
    </>
  )
}

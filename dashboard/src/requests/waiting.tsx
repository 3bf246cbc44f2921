import { Group, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../api/client.ts'
import { type PropertyRequestDetails, propertyChanged } from '../connection/api.ts'
import { otaLabel } from '../connection/ota.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { errorText } from '../ui/failure-notice.tsx'
import { dayOf, useLocale } from '../ui/time.tsx'
import { useToast } from '../ui/toasts.tsx'

/** Of a request that lacks nothing but the OTA's acceptance: it is left to us, or is not any more. */
export function Waiting({ request }: { request: PropertyRequestDetails }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const toast = useToast()
  const queries = useQueryClient()
  const { id, ota, propertyId, rejection, waitingFor } = request
  const change = useMutation({
    mutationFn: (method: 'POST' | 'DELETE') =>
      call<object>({
        ...{ method, path: `/api/property-requests/${encodeURIComponent(id)}/wait` },
        ...(method === 'POST' && { body: {} }),
      }),
    onSuccess: (_, method) => void toast(t(method === 'POST' ? 'waiting.begun' : 'waiting.ended')),
    onError: error => toast(errorText(t, error), 'failure'),
    onSettled: () => propertyChanged(queries, propertyId),
  })
  if (!waitingFor && rejection?.code !== 'ota-setup-incomplete') return null
  return (
    <Group mt="sm" gap="sm" role="group" aria-label={t('waiting.label')}>
      <Text size="sm" style={{ flex: '1 1 16rem' }}>
        {waitingFor
          ? t('waiting.until', { ota: otaLabel(ota), date: dayOf(waitingFor.until, locale) })
          : t('waiting.what', { ota: otaLabel(ota) })}
      </Text>
      <BusyButton
        size="xs"
        variant="default"
        isBusy={change.isPending}
        onClick={() => change.mutate(waitingFor ? 'DELETE' : 'POST')}
      >
        {t(waitingFor ? 'waiting.stop' : 'waiting.leave')}
      </BusyButton>
    </Group>
  )
}

import { Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { t } from 'i18next'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { type PropertyRequestDetails, propertyChanged } from '../connection/api.ts'
import { otaLabel } from '../connection/ota.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { failureToast } from '../ui/failure-notice.tsx'
import { money } from '../ui/money.ts'
import { dayOf, readersLocale } from '../ui/time.tsx'
import { toast } from '../ui/toasts.tsx'

/** Of a request that lacks nothing but the OTA's acceptance: it is left to us, or is not any more. */
export function Waiting({ request }: { request: PropertyRequestDetails }) {
  const { id, ota, propertyId, rejection, waitingFor, price } = request
  const [typed, setTyped] = useState('')
  const paymentId = typed.trim()
  const isTooLong = paymentId.length > 256
  const isPaid = price?.plan === 'paid'
  const change = useMutation({
    mutationFn: (method: 'POST' | 'DELETE') =>
      call<object>({
        method,
        path: `/api/property-requests/${encodeURIComponent(id)}/wait`,
        ...(method === 'POST' && {
          body: {
            ...(isPaid && paymentId && { paymentId }),
            ...(price && { price: { amount: isPaid ? price.amount : 0, currency: price.currency } }),
          },
        }),
      }),
    onSuccess: (_, method) => void toast(t(method === 'POST' ? 'waiting.begun' : 'waiting.ended')),
    onError: failureToast,
    onSettled: () => propertyChanged(propertyId),
  })
  if (!waitingFor && rejection?.code !== 'ota-setup-incomplete') return null
  return (
    <Stack mt="sm" gap="sm" role="group" aria-label={t('waiting.label')}>
      {!waitingFor && isPaid && (
        <TextInput
          label={t('connect.paymentId')}
          description={t('waiting.price', { price: money(price.amount, price.currency, readersLocale()) })}
          error={isTooLong && t('connect.paymentIdWrong')}
          value={typed}
          onChange={event => setTyped(event.currentTarget.value)}
        />
      )}
      <Group gap="sm">
        <Text size="sm" style={{ flex: '1 1 16rem' }}>
          {waitingFor
            ? t('waiting.until', { ota: otaLabel(ota), date: dayOf(waitingFor.until) })
            : t('waiting.what', { ota: otaLabel(ota) })}
        </Text>
        <BusyButton
          size="xs"
          variant="default"
          disabled={!waitingFor && isTooLong}
          isBusy={change.isPending}
          onClick={() => change.mutate(waitingFor ? 'DELETE' : 'POST')}
        >
          {t(waitingFor ? 'waiting.stop' : 'waiting.leave')}
        </BusyButton>
      </Group>
    </Stack>
  )
}

import '../i18n/channels.ts'
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from 'i18next'
import { useId, useState } from 'react'
import { call } from '../api/client.ts'
import { applicationPath, applicationQuery, type MessagesApplication } from '../connection/api.ts'
import { money } from '../inbox/about.ts'
import { messagesHash } from '../paths.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { Dialog, DialogFoot } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { Loading } from '../ui/loading.tsx'
import { readersLocale } from '../ui/time.tsx'
import { useToast } from '../ui/toasts.tsx'
import { useFocusWhenNamed } from '../ui/use-focus-when-named.ts'

/** Whether guests' messages at booking sites come in for a property, and the paid application that it takes. */
export function MessagesCard({ propertyId }: { propertyId: string }) {
  const application = useQuery(applicationQuery(propertyId))
  const price = priceOf(application.data)
  const [isAsking, setAsking] = useState(false)
  const heading = useFocusWhenNamed(messagesHash)
  const title = useId()
  return (
    <Card withBorder component="section" aria-labelledby={title}>
      <Title order={2} size="h4" mb="sm" id={title} ref={heading} tabIndex={-1}>
        {t('messages.title')}
      </Title>
      {application.isPending && <Loading />}
      {application.isError && !application.data && (
        <FailureNotice
          title={t('messages.failed')}
          error={application.error}
          onRetry={() => void application.refetch()}
        />
      )}
      {application.data && (
        <Stack gap="sm">
          <Text size="sm">{t(application.data.installed ? 'messages.on' : 'messages.off')}</Text>
          <Text size="sm" c="dimmed">
            {price === undefined ? t('messages.noPrice') : t('messages.price', { price })}
          </Text>
          {!application.data.installed && (
            <Group>
              <Button onClick={() => setAsking(true)}>{t('messages.install')}</Button>
            </Group>
          )}
        </Stack>
      )}
      {isAsking && <InstallDialog propertyId={propertyId} price={price} onClose={() => setAsking(false)} />}
    </Card>
  )
}

/** By month; undefined where it is not told. */
function priceOf(application: MessagesApplication | undefined): string | undefined {
  const locale = readersLocale()
  const { price = null, currency = null } = application ?? {}
  return price === null || currency === null ? undefined : money(price, currency, locale)
}

interface InstallDialogProps {
  propertyId: string
  price: string | undefined
  onClose: () => void
}

/** Nothing is bought before its price was shown. */
function InstallDialog({ propertyId, price, onClose }: InstallDialogProps) {
  const toast = useToast()
  const queries = useQueryClient()
  const install = useMutation({
    mutationFn: () =>
      call<void>({ method: 'PUT', path: applicationPath(propertyId), body: { installed: true } }),
    onSettled: () => queries.invalidateQueries({ queryKey: applicationQuery(propertyId).queryKey }),
    onSuccess: () => {
      toast(t('messages.installed'))
      onClose()
    },
  })
  return (
    <Dialog title={t('messages.installTitle')} onClose={onClose}>
      <Stack>
        <Text>
          {price === undefined ? t('messages.costsUnknown') : t('messages.costs', { price })}{' '}
          {t('messages.billed')}
        </Text>
        {install.isError && <FailureNotice title={t('messages.notInstalled')} error={install.error} />}
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <BusyButton isBusy={install.isPending} onClick={() => install.mutate()}>
            {price === undefined ? t('messages.buy') : t('messages.buyFor', { price })}
          </BusyButton>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}

import '../i18n/channels.ts'
import { channelManagerName, channelManagerPage } from '@functions/adapters/channel-manager/name.ts'
import { Card, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from 'i18next'
import { useId } from 'react'
import { applicationQuery, type MessagesApplication } from '../connection/api.ts'
import { messagesHash } from '../paths.ts'
import { ExternalLink } from '../ui/external-link.tsx'
import { money } from '../ui/money.ts'
import { LoadingOrFailure } from '../ui/query-state.tsx'
import { readersLocale } from '../ui/time.tsx'
import { useFocusWhenNamed } from '../ui/use-focus-when-named.ts'

/** Guests' messages at booking sites come in only with a paid application. */
export function MessagesCard({ propertyId }: { propertyId: string }) {
  const application = useQuery(applicationQuery(propertyId))
  const price = priceOf(application.data)
  const heading = useFocusWhenNamed(messagesHash)
  const title = useId()
  return (
    <Card withBorder component="section" aria-labelledby={title}>
      <Title order={2} size="h4" mb="sm" id={title} ref={heading} tabIndex={-1}>
        {t('messages.title')}
      </Title>
      <LoadingOrFailure query={application} failed={t('messages.failed')} />
      {application.data && (
        <Stack gap="sm">
          <Text size="sm">{t(application.data.installed ? 'messages.on' : 'messages.off')}</Text>
          <Text size="sm" c="dimmed">
            {price === undefined ? t('messages.noPrice') : t('messages.price', { price })}
          </Text>
          {!application.data.installed && <Missing />}
        </Stack>
      )}
    </Card>
  )
}

/** For a month; undefined if the channel manager does not name it. */
function priceOf(application: MessagesApplication | undefined): string | undefined {
  const { price = null, currency = null } = application ?? {}
  return price === null || currency === null ? undefined : money(price, currency, readersLocale())
}

function Missing() {
  const names = { channelManager: channelManagerName }
  return (
    <>
      <Text size="sm">{t('messages.missing', names)}</Text>
      <ExternalLink href={channelManagerPage} text={t('messages.toChannelManager', names)} />
    </>
  )
}

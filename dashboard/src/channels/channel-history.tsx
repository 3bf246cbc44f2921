import { Anchor, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useId } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { usePages } from '../api/pages.ts'
import type { Channel, PropertyRequest, RequestPage } from '../connection/api.ts'
import { StatusBadge } from '../connection/status-badge.tsx'
import { requestPath, resolvedItemsOfPath } from '../paths.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { Loading } from '../ui/loading.tsx'
import { StaleNotice } from '../ui/stale-notice.tsx'
import { Age } from '../ui/time.tsx'

interface ChannelHistoryProps {
  propertyId: string
  channel: Channel
}

/** What came before: by which requests a channel was asked for, and what was done about it. */
export function ChannelHistory({ propertyId, channel: { ota } }: ChannelHistoryProps) {
  const { t } = useTranslation()
  const title = useId()
  const list = usePages<RequestPage>('requests', '/api/property-requests', { propertyId, ota })
  const requests = list.data?.pages.flatMap(page => page.requests) ?? []
  return (
    <Stack component="section" gap="sm" aria-labelledby={title}>
      <div>
        <Title order={2} size="h4" id={title}>
          {t('channels.history')}
        </Title>
        <StaleNotice query={list} />
      </div>
      {list.isPending && <Loading />}
      {list.isError && !list.data && (
        <FailureNotice title={t('requests.failed')} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.data && requests.length === 0 && !list.hasNextPage && (
        <Text size="sm">{t('requests.empty')}</Text>
      )}
      {requests.length > 0 && (
        <Stack role="list" gap="sm" aria-label={t('requests.title')}>
          {requests.map(request => (
            <RequestLine key={request.id} request={request} />
          ))}
        </Stack>
      )}
      {list.hasNextPage && (
        <BusyButton
          variant="default"
          isBusy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {t('app.more')}
        </BusyButton>
      )}
      <Anchor component={Link} size="sm" to={resolvedItemsOfPath(propertyId)}>
        {t('channels.allResolved')}
      </Anchor>
    </Stack>
  )
}

function RequestLine({ request }: { request: PropertyRequest }) {
  const { t } = useTranslation()
  const { id, status, createdAt, completedAt, rejection } = request
  return (
    <Card role="listitem" withBorder>
      <Group justify="space-between" gap="xs">
        <Anchor component={Link} size="sm" to={requestPath(id)}>
          {createdAt ? (
            <Trans i18nKey="channels.askedFor" components={{ time: <Age at={createdAt} /> }} />
          ) : (
            t('requests.one')
          )}
        </Anchor>
        <StatusBadge status={status} />
      </Group>
      {completedAt && (
        <Text size="sm" c="dimmed">
          {t('requests.completedAt')} <Age at={completedAt} />
        </Text>
      )}
      {status === 'rejected' && rejection && (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {rejection.detail}
        </Text>
      )}
    </Card>
  )
}

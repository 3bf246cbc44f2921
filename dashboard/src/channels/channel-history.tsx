import { Anchor, Card, Group, Stack, Text } from '@mantine/core'
import { t } from 'i18next'
import { Trans } from 'react-i18next'
import { Link } from 'react-router'
import { usePages, useRows } from '../api/pages.ts'
import type { Channel, PropertyRequest, RequestPage } from '../connection/api.ts'
import { StatusBadge } from '../connection/status-badge.tsx'
import { requestPath, resolvedItemsOfPath } from '../paths.ts'
import { Age } from '../ui/time.tsx'
import { ListSection } from './list-section.tsx'

interface ChannelHistoryProps {
  propertyId: string
  channel: Channel
}

/** The requests that asked for a channel, and the way to its property's resolved items. */
export function ChannelHistory({ propertyId, channel: { ota } }: ChannelHistoryProps) {
  const list = usePages<RequestPage>('requests', '/api/property-requests', { propertyId, ota })
  const requests = useRows(list.data, 'requests')
  return (
    <ListSection
      title={t('channels.history')}
      list={list}
      says={{ failed: t('requests.failed'), empty: t('requests.empty') }}
      isEmpty={requests.length === 0}
      foot={
        <Anchor component={Link} size="sm" to={resolvedItemsOfPath(propertyId)}>
          {t('channels.allResolved')}
        </Anchor>
      }
    >
      {requests.length > 0 && (
        <Stack role="list" gap="sm" aria-label={t('requests.title')}>
          {requests.map(request => (
            <RequestLine key={request.id} request={request} />
          ))}
        </Stack>
      )}
    </ListSection>
  )
}

function RequestLine({ request }: { request: PropertyRequest }) {
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

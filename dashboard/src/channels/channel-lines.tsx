import '../i18n/channels.ts'
import { Anchor, Card, Group, Stack, Text } from '@mantine/core'
import { t } from 'i18next'
import { Link } from 'react-router'
import type { Channel } from '../connection/api.ts'
import { otaLabel } from '../connection/ota.ts'
import { channelPagePath } from '../paths.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { ChannelStatus } from './channel-status.tsx'
import { useOpenItems } from './use-open-items.ts'

interface ChannelLinesProps {
  propertyId: string
  channels: readonly Channel[]
}

/** A line for each channel of a property, which leads to its page. */
export function ChannelLines({ propertyId, channels }: ChannelLinesProps) {
  const { list, itemsOf, isComplete } = useOpenItems(propertyId)
  return (
    <>
      {list.isError && !isComplete && (
        <FailureNotice
          title={t('channels.itemsFailed')}
          error={list.error}
          onRetry={() => void (list.hasNextPage ? list.fetchNextPage() : list.refetch())}
        />
      )}
      <Stack role="list" gap="sm" aria-label={t('channels.channels')}>
        {channels.map(channel => {
          const { channelId, ota, hotelId } = channel
          const items = itemsOf(channel)
          return (
            <Card key={channelId} role="listitem" withBorder>
              <Group justify="space-between" gap="xs">
                <div>
                  <Anchor component={Link} to={channelPagePath(propertyId, channelId)} fw={600}>
                    {otaLabel(ota)}
                  </Anchor>
                  <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                    {hotelId}
                  </Text>
                </div>
                <Group gap="xs">
                  {items.length > 0 && (
                    <Text size="sm">{t('channels.itemCount', { count: items.length })}</Text>
                  )}
                  <ChannelStatus channel={channel} />
                </Group>
              </Group>
            </Card>
          )
        })}
      </Stack>
    </>
  )
}

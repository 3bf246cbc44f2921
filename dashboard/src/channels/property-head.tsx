import '../i18n/channels.ts'
import { Anchor, Group, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from 'i18next'
import { Link } from 'react-router'
import { channelIn, channelsQuery, requestOfQuery } from '../connection/api.ts'
import { otaLabel } from '../connection/ota.ts'
import { channelPagePath, channelsPath, requestPath, requestsPath } from '../paths.ts'
import { usePageTitle } from '../ui/page-title.ts'

interface PropertyHeadProps {
  propertyId: string
  /** Pages about the whole property have none. */
  channelId?: string
  part: 'channels' | 'channel' | 'mapping'
}

export function PropertyHead({ propertyId, channelId, part }: PropertyHeadProps) {
  const request = useQuery(requestOfQuery(propertyId))
  const channels = useQuery(channelsQuery(propertyId))
  const isNaming = request.isPending || channels.isPending
  const name =
    channels.data?.propertyName ?? request.data?.propertyName ?? (isNaming ? undefined : propertyId)
  const channel = channelIn(channels.data, channelId)
  const label = channel && otaLabel(channel.ota)
  const title = (part === 'channel' && label) || t(`channels.${part}`)
  usePageTitle(name === undefined ? title : `${title} · ${name}`)
  return (
    <>
      <Group component="nav" aria-label={t('channels.property')} gap="md">
        <Anchor component={Link} size="sm" to={request.data ? requestPath(request.data.id) : requestsPath()}>
          {t(request.data ? 'channels.toRequest' : 'channels.toRequests')}
        </Anchor>
        {part !== 'channels' && (
          <Anchor component={Link} size="sm" to={channelsPath(propertyId)}>
            {t('channels.toChannels')}
          </Anchor>
        )}
        {part === 'mapping' && channel && (
          <Anchor component={Link} size="sm" to={channelPagePath(propertyId, channel.channelId)}>
            {label}
          </Anchor>
        )}
      </Group>
      <Title order={1} size="h3" mt="xs" style={{ overflowWrap: 'anywhere' }}>
        {name ?? '…'}
      </Title>
      <Group c="dimmed" fz="sm" mb="md" gap="md">
        <span>{title}</span>
        <span>{request.data?.landlordName}</span>
      </Group>
    </>
  )
}

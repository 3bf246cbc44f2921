import { Anchor, Group, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { channelsQuery, requestOfQuery } from '../connection/api.ts'
import { channelsPath, requestPath, requestsPath } from '../paths.ts'
import { usePageTitle } from '../ui/page-title.ts'

/** Which property a page is about, and the ways to what belongs to it. */
export function PropertyHead({
  propertyId,
  part,
}: {
  propertyId: string
  part: 'channels' | 'mapping' | 'calendar'
}) {
  const { t } = useTranslation()
  const request = useQuery(requestOfQuery(propertyId))
  const channels = useQuery(channelsQuery(propertyId))
  const isNaming = request.isPending || channels.isPending
  const name =
    channels.data?.propertyName ?? request.data?.propertyName ?? (isNaming ? undefined : propertyId)
  const title = t(`channels.${part}`)
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

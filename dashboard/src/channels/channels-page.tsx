import '../i18n/connecting.ts'
import { Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { search } from '../api/pages.ts'
import { isCode } from '../api/problem.ts'
import { type Channel, channelsQuery } from '../connection/api.ts'
import { requestsPath } from '../paths.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { Loading } from '../ui/loading.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageFrame } from '../ui/page-frame.tsx'
import { StaleNotice } from '../ui/stale-notice.tsx'
import { ChannelCard } from './channel-card.tsx'
import { MessagesCard } from './messages-card.tsx'
import { PropertyHead } from './property-head.tsx'

const restingMs = 15_000
const runningMs = 1_000

/** A property's channels. */
export function ChannelsPage() {
  const { t } = useTranslation()
  const { propertyId = '', channelId: opened } = useParams()
  const channels = useQuery({
    ...channelsQuery(propertyId),
    refetchInterval: ({ state }) => (state.data?.channels.some(isMoving) ? runningMs : restingMs),
  })
  const toRequests = (
    <Button component={Link} to={requestsPath(search({ q: propertyId }))}>
      {t('channels.findRequest')}
    </Button>
  )
  return (
    <PageFrame>
      <PropertyHead propertyId={propertyId} part="channels" />
      {channels.isPending && <Loading />}
      {channels.isError && !channels.data && (
        <FailureNotice
          title={t(isCode(channels.error, 'property-not-found') ? 'channels.noProperty' : 'channels.failed')}
          error={channels.error}
          onRetry={() => void channels.refetch()}
        />
      )}
      {channels.data?.channels.length === 0 && (
        <Notice title={t('channels.empty')} text={t('channels.emptyWhat')} action={toRequests} />
      )}
      <StaleNotice query={channels} />
      <Stack>
        {inOrder(channels.data?.channels ?? [], opened).map(channel => (
          <ChannelCard
            key={channel.channelId}
            propertyId={propertyId}
            channel={channel}
            isOpened={channel.channelId === opened}
          />
        ))}
        {channels.data && <MessagesCard propertyId={propertyId} />}
      </Stack>
    </PageFrame>
  )
}

/** The one that was asked for comes first. */
const inOrder = (channels: readonly Channel[], opened: string | undefined): Channel[] =>
  channels.toSorted((a, b) => Number(b.channelId === opened) - Number(a.channelId === opened))

const isMoving = ({ status, reservations }: { status: string; reservations: { status: string } | null }) =>
  status === 'disconnecting' || reservations?.status === 'running'

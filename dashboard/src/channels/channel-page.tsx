import '../i18n/mapping.ts'
import '../i18n/channels.ts'
import '../i18n/connecting.ts'
import { Button, Stack } from '@mantine/core'
import { t } from 'i18next'
import { Link, useParams } from 'react-router'
import { channelIn } from '../connection/api.ts'
import { channelsPath } from '../paths.ts'
import { Loading } from '../ui/loading.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageFrame } from '../ui/page-frame.tsx'
import { ChannelCard } from './channel-card.tsx'
import { ChannelHistory } from './channel-history.tsx'
import { ChannelItems } from './channel-items.tsx'
import { PropertyHead } from './property-head.tsx'
import { ReadingChannels } from './reading-channels.tsx'
import { useChannels } from './use-channels.ts'
import { useOpenItems } from './use-open-items.ts'

export function ChannelPage() {
  const { propertyId = '', channelId = '' } = useParams()
  const channels = useChannels(propertyId)
  const { list, itemsOf } = useOpenItems(propertyId)
  const channel = channelIn(channels.data, channelId)
  // The cached list may lack a channel that was connected just now.
  const isBeingRead = channels.isFetching && !channels.isFetchedAfterMount
  const items = channel ? itemsOf(channel) : []
  return (
    <PageFrame>
      <PropertyHead propertyId={propertyId} channelId={channelId} part="channel" />
      <ReadingChannels channels={channels} />
      {channels.data && !channel && isBeingRead && <Loading />}
      {channels.data && !channel && !isBeingRead && (
        <Notice
          title={t('mapping.noChannel')}
          action={
            <Button component={Link} to={channelsPath(propertyId)}>
              {t('requests.toChannels')}
            </Button>
          }
        />
      )}
      {channel && (
        <Stack key={channelId} gap="lg">
          <ChannelCard propertyId={propertyId} channel={channel} />
          <ChannelItems propertyId={propertyId} list={list} items={items} />
          <ChannelHistory propertyId={propertyId} channel={channel} />
        </Stack>
      )}
    </PageFrame>
  )
}

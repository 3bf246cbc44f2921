import '../i18n/channels.ts'
import '../i18n/connecting.ts'
import { Button, Stack } from '@mantine/core'
import { t } from 'i18next'
import { Link, useParams } from 'react-router'
import { search } from '../api/pages.ts'
import { requestsPath } from '../paths.ts'
import { FactsCard } from '../properties/facts-card.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageFrame } from '../ui/page-frame.tsx'
import { ChannelLines } from './channel-lines.tsx'
import { MessagesCard } from './messages-card.tsx'
import { PropertyHead } from './property-head.tsx'
import { ReadingChannels } from './reading-channels.tsx'
import { useChannels } from './use-channels.ts'

/** A property's channels, a line each. */
export function ChannelsPage() {
  const { propertyId = '' } = useParams()
  const channels = useChannels(propertyId)
  const { data } = channels
  const toRequests = (
    <Button component={Link} to={requestsPath(search({ q: propertyId }))}>
      {t('channels.findRequest')}
    </Button>
  )
  return (
    <PageFrame>
      <PropertyHead propertyId={propertyId} part="channels" />
      <ReadingChannels channels={channels} />
      {data && (
        <Stack>
          {data.channels.length === 0 ? (
            <Notice title={t('channels.empty')} text={t('channels.emptyWhat')} action={toRequests} />
          ) : (
            <ChannelLines propertyId={propertyId} channels={data.channels} />
          )}
          <FactsCard propertyId={propertyId} house={data.propertyName} />
          <MessagesCard propertyId={propertyId} />
        </Stack>
      )}
    </PageFrame>
  )
}

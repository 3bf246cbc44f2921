import '../i18n/mapping.ts'
import '../i18n/channels.ts'
import { Anchor, Button, Card, Group, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from 'i18next'
import { lazy, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { applicationQuery, type Channel } from '../connection/api.ts'
import { ConnectAgain } from '../connection/connect-again.tsx'
import { Facts } from '../connection/facts.tsx'
import { otaLabel } from '../connection/ota.ts'
import { ReasonNotice } from '../connection/reason-notice.tsx'
import { WebAddress } from '../connection/web-address.tsx'
import { mappingPath, messagesPath } from '../paths.ts'
import { isFocusFree } from '../ui/focus.ts'
import { LazyPart } from '../ui/lazy-part.tsx'
import { Age } from '../ui/time.tsx'
import { ChannelStatus } from './channel-status.tsx'
import { Reservations } from './reservations.tsx'

const DisconnectDialog = lazy(async () => ({
  default: (await import('./disconnect-dialog.tsx')).DisconnectDialog,
}))

interface ChannelCardProps {
  propertyId: string
  channel: Channel
}

/** The focus is on the way to the mapping. */
export function ChannelCard({ propertyId, channel }: ChannelCardProps) {
  const [isDisconnecting, setDisconnecting] = useState(false)
  const { channelId, ota, status, mappingStatus, summary, verdict, listingUrl } = channel
  const label = otaLabel(ota)
  const isActive = status === 'active'
  const isMapped = mappingStatus === 'finalized'
  const toMapping = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isActive && isFocusFree()) toMapping.current?.focus()
  }, [isActive])
  return (
    <Card withBorder component="section" aria-label={label}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {label}
        </Title>
        <Group gap="xs">
          <ChannelStatus channel={channel} />
        </Group>
      </Group>
      <Stack>
        <Facts
          facts={[
            [t('requests.hotelId'), channel.hotelId],
            [t('channels.currency'), channel.currency ?? t('channels.unknown')],
            [t('channels.pricing'), pricingText(channel.pricingType)],
            [t('channels.mapped'), t('mapping.mapped', summary)],
            [t('channels.since'), channel.createdAt && <Age key="at" at={channel.createdAt} />],
            [t('channels.until'), channel.disconnectedAt && <Age key="at" at={channel.disconnectedAt} />],
            [
              t('channels.verdict'),
              verdict ? <Verdict key="verdict" verdict={verdict} /> : t('channels.noVerdict'),
            ],
            [t('requests.listings'), listingUrl && <WebAddress key="url" url={listingUrl} />],
            [t('messages.title'), isActive && <MessagesState key="messages" propertyId={propertyId} />],
          ]}
        />
        {isActive && !isMapped && (
          <ReasonNotice
            kind="warning"
            title={t('channels.toReview')}
            detail={t('channels.toReviewWhat', { count: summary.needsReview })}
          />
        )}
        {status === 'disconnected' && (
          <Group>
            <ConnectAgain propertyId={propertyId} ota={ota} />
          </Group>
        )}
        {isActive && (
          <Group>
            <Button
              component={Link}
              ref={toMapping}
              to={mappingPath(propertyId, channelId)}
              variant={isMapped ? 'default' : 'filled'}
            >
              {t(isMapped ? 'channels.openMapping' : 'channels.review')}
            </Button>
            <Button variant="default" c="var(--mantine-color-error)" onClick={() => setDisconnecting(true)}>
              {t('channels.disconnect')}
            </Button>
          </Group>
        )}
        {isActive && (
          <Reservations propertyId={propertyId} channelId={channelId} progress={channel.reservations} />
        )}
      </Stack>
      <LazyPart>
        {isDisconnecting && (
          <DisconnectDialog
            propertyId={propertyId}
            channel={channel}
            onClose={() => setDisconnecting(false)}
          />
        )}
      </LazyPart>
    </Card>
  )

  function pricingText(pricing: string | null): string | null {
    if (pricing === 'OBP') return t('channels.obp')
    return pricing === 'Standard' ? t('channels.standard') : pricing
  }
}

/** It is the property's: switched on and off there, for all its channels. */
function MessagesState({ propertyId }: { propertyId: string }) {
  const { data } = useQuery(applicationQuery(propertyId))
  const says = data ? t(data.installed ? 'messages.isOn' : 'messages.isOff') : t('channels.unknown')
  return (
    <Anchor component={Link} size="sm" to={messagesPath(propertyId)}>
      {says}
    </Anchor>
  )
}

const verdictWords = ['success', 'failure', 'unknown-word'] as const

function Verdict({ verdict }: { verdict: NonNullable<Channel['verdict']> }) {
  const { result, detail, at } = verdict
  const word = verdictWords.find(one => one === result)
  return (
    <>
      <div>{word ? t(`channels.verdicts.${word}`) : result}</div>
      {detail && <div>{detail}</div>}
      {at && <Age at={at} />}
    </>
  )
}

import '../i18n/connecting.ts'
import { Anchor, Button, Card, Container, Group, Loader, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useParams } from 'react-router'
import { isCode } from '../api/problem.ts'
import { PipelineSteps } from '../connect/pipeline-steps.tsx'
import { type PropertyRequestDetails, requestQuery } from '../connection/api.ts'
import { Facts } from '../connection/facts.tsx'
import { otaLabel } from '../connection/ota.ts'
import { ReasonNotice } from '../connection/reason-notice.tsx'
import { StatusBadge } from '../connection/status-badge.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { Time } from '../ui/time.tsx'

const ConnectDialog = lazy(async () => ({
  default: (await import('../connect/connect-dialog.tsx')).ConnectDialog,
}))
const PrerequisiteDialog = lazy(async () => ({
  default: (await import('../connect/prerequisite-dialog.tsx')).PrerequisiteDialog,
}))

const refetchMs = 15_000

/** A request: what it is about, how far connecting has come, and the button that starts it. */
export function RequestPage() {
  const { t } = useTranslation()
  const { requestId = '' } = useParams()
  const { state } = useLocation()
  const request = useQuery({ ...requestQuery(requestId), refetchInterval: refetchMs })
  const name = request.data?.propertyName ?? request.data?.propertyId ?? ''
  usePageTitle(name || t('requests.title'))
  return (
    <Container size="md" py="md">
      <Anchor component={Link} to={`/requests${searchOf(state)}`} size="sm">
        {t('requests.back')}
      </Anchor>
      {request.isPending && <Loader m="md" display="block" aria-label={t('app.loading')} role="status" />}
      {request.isError && (
        <>
          <Title order={1} size="h3">
            {t('requests.one')}
          </Title>
          <FailureNotice
            title={t(isCode(request.error, 'not-found') ? 'requests.notFound' : 'requests.oneFailed')}
            error={request.error}
            onRetry={() => void request.refetch()}
          />
        </>
      )}
      {request.data && <Details request={request.data} />}
    </Container>
  )
}

/** The list as one left it. */
const searchOf = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'search' in state && typeof state.search === 'string'
    ? state.search
    : ''

function Details({ request }: { request: PropertyRequestDetails }) {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<'connect' | 'prerequisite'>()
  const { propertyId, propertyName, property, ota, status, rejection, attempt, channel } = request
  const label = otaLabel(ota)
  const isConnected = channel !== null && channel.status !== 'disconnected'
  const isRunning = attempt?.status === 'running'
  const close = () => setDialog(undefined)
  return (
    <Stack mt="xs">
      <Group justify="space-between">
        <Title order={1} size="h3" style={{ overflowWrap: 'anywhere' }}>
          {propertyName ?? propertyId}
        </Title>
        <StatusBadge status={status} />
      </Group>
      <Card withBorder>
        <Facts
          facts={[
            [t('requests.landlord'), request.landlordName ?? request.landlordId],
            [t('requests.ota'), label],
            [t('requests.age'), request.createdAt && <Time key="at" at={request.createdAt} />],
            [t('requests.completedAt'), request.completedAt && <Time key="at" at={request.completedAt} />],
            [t('requests.hotelId'), request.hotelId ?? attempt?.hotelId],
            [t('requests.propertyId'), propertyId],
            [
              t('requests.channelManager'),
              t(property.channelManagerConnected ? 'requests.cmConnected' : 'requests.cmMissing'),
            ],
          ]}
        />
        <Listings urls={property.listingUrls ?? []} />
      </Card>
      {status === 'rejected' && rejection && (
        <ReasonNotice
          title={t('requests.rejected')}
          detail={rejection.detail}
          nextAction={rejection.nextAction}
        />
      )}
      {attempt && attempt.steps.length > 0 && (
        <Card withBorder component="section" aria-label={t('connect.progress')}>
          <Title order={2} size="h5" mb="xs">
            {t('connect.progress')}
          </Title>
          <PipelineSteps attempt={attempt} />
        </Card>
      )}
      <Group>
        {isConnected && (
          <Button component={Link} to={`/properties/${encodeURIComponent(propertyId)}/channels`}>
            {t('requests.toChannels')}
          </Button>
        )}
        {!isConnected && (
          <Button onClick={() => setDialog(property.channelManagerConnected ? 'connect' : 'prerequisite')}>
            {t(isRunning ? 'connect.watch' : status === 'rejected' ? 'connect.again' : 'connect.open', {
              ota: label,
            })}
          </Button>
        )}
      </Group>
      <Suspense fallback={null}>
        {dialog === 'connect' && <ConnectDialog request={request} onClose={close} />}
        {dialog === 'prerequisite' && (
          <PrerequisiteDialog name={propertyName ?? propertyId} ota={label} onClose={close} />
        )}
      </Suspense>
    </Stack>
  )
}

function Listings({ urls }: { urls: readonly string[] }) {
  const { t } = useTranslation()
  const safe = urls.filter(url => /^https?:\/\//.test(url))
  if (safe.length === 0) return null
  return (
    <Text size="sm" mt="xs">
      {t('requests.listings')}{' '}
      {safe.map(url => (
        <Anchor
          key={url}
          href={url}
          target="_blank"
          rel="noreferrer"
          mr="xs"
          style={{ overflowWrap: 'anywhere' }}
        >
          {url}
        </Anchor>
      ))}
    </Text>
  )
}

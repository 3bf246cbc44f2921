import '../i18n/channels.ts'
import '../i18n/connecting.ts'
import { Anchor, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from 'i18next'
import { lazy, type MouseEvent, useEffect, useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { isCode } from '../api/problem.ts'
import { guideMemory } from '../connect/guide-progress.ts'
import { PipelineSteps } from '../connect/pipeline-steps.tsx'
import { runningMs } from '../connect/use-connect.ts'
import { hotelIdOf, type PropertyRequestDetails, requestQuery } from '../connection/api.ts'
import { ConnectAgain } from '../connection/connect-again.tsx'
import { Facts } from '../connection/facts.tsx'
import { canBeConnected, otaLabel } from '../connection/ota.ts'
import { ReasonNotice } from '../connection/reason-notice.tsx'
import { StatusBadge } from '../connection/status-badge.tsx'
import { WebAddress } from '../connection/web-address.tsx'
import { channelPagePath, requestsPath } from '../paths.ts'
import { useUser } from '../session/session.ts'
import { LazyPart } from '../ui/lazy-part.tsx'
import { PageFrame } from '../ui/page-frame.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { QueryState } from '../ui/query-state.tsx'
import { Age } from '../ui/time.tsx'
import { Waiting } from './waiting.tsx'
import { Withdraw } from './withdraw.tsx'

const ConnectDialog = lazy(async () => ({
  default: (await import('../connect/connect-dialog.tsx')).ConnectDialog,
}))
const PrerequisiteDialog = lazy(async () => ({
  default: (await import('../connect/prerequisite-dialog.tsx')).PrerequisiteDialog,
}))

const restingMs = 15_000

/** A request: what it is about, how far connecting has come, and the button that starts it. */
export function RequestPage() {
  const { requestId = '' } = useParams()
  /** Of the list as one left it. */
  const state: unknown = useLocation().state?.search
  const search = typeof state === 'string' ? state : undefined
  const navigate = useNavigate()
  const request = useQuery({
    ...requestQuery(requestId),
    refetchInterval: ({ state: { data } }) => (data?.attempt?.status === 'running' ? runningMs : restingMs),
  })
  // Back to the list one came from, and to where one was in it.
  const goBack = (event: MouseEvent) => {
    if (search === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    void navigate(-1)
  }
  const name = request.data?.propertyName ?? request.data?.propertyId ?? ''
  usePageTitle(name || t('requests.title'))
  return (
    <PageFrame>
      <Anchor component={Link} to={requestsPath(search)} size="sm" onClick={goBack}>
        {t('requests.back')}
      </Anchor>
      {request.isError && !request.data && (
        <Title order={1} size="h3">
          {t('requests.one')}
        </Title>
      )}
      <QueryState
        query={request}
        failed={t(isCode(request.error, 'not-found') ? 'requests.notFound' : 'requests.oneFailed')}
        m="md"
      />
      {request.data && <Details request={request.data} />}
    </PageFrame>
  )
}

function Details({ request }: { request: PropertyRequestDetails }) {
  const [dialog, setDialog] = useState<'connect' | 'prerequisite'>()
  const { propertyId, propertyName, property, ota, status, rejection, attempt, channel } = request
  const label = otaLabel(ota)
  const isConnected = channel !== null && channel.status !== 'disconnected'
  const isRunning = attempt?.status === 'running'
  const isDisconnected = channel?.status === 'disconnected' && !isRunning
  const isOver = request.disconnected === true
  const hasProgress =
    attempt && attempt.steps.length > 0 && !(isDisconnected && attempt.status === 'completed')
  const close = () => setDialog(undefined)
  const { uid } = useUser()
  useEffect(() => {
    if (status === 'completed') guideMemory(uid, propertyId, ota).clear()
  }, [status, uid, propertyId, ota])
  return (
    <Stack mt="xs">
      <Group justify="space-between">
        <Title order={1} size="h3" style={{ overflowWrap: 'anywhere' }}>
          {propertyName ?? propertyId}
        </Title>
        <Group gap="xs">
          <StatusBadge status={status} />
          {isOver && <StatusBadge status="disconnected" />}
        </Group>
      </Group>
      <Card withBorder>
        <Facts
          facts={[
            [t('requests.landlord'), request.landlordName ?? request.landlordId],
            [t('requests.ota'), label],
            [t('requests.age'), request.createdAt && <Age key="at" at={request.createdAt} />],
            [t('requests.completedAt'), request.completedAt && <Age key="at" at={request.completedAt} />],
            [t('channels.until'), channel?.disconnectedAt && <Age key="at" at={channel.disconnectedAt} />],
            [t('requests.hotelId'), hotelIdOf(request)],
            [t('requests.propertyId'), propertyId],
            [
              t('requests.channelManager'),
              t(property.channelManagerConnected ? 'requests.cmConnected' : 'requests.cmMissing'),
            ],
          ]}
        />
        <Listings urls={property.listingUrls ?? []} />
      </Card>
      {status === 'rejected' && rejection && !isRunning && (
        <ReasonNotice
          title={t('requests.rejected')}
          detail={rejection.detail}
          nextAction={rejection.nextAction}
        >
          <Waiting request={request} />
        </ReasonNotice>
      )}
      {isOver && (
        <ReasonNotice
          kind="info"
          title={t('requests.disconnected')}
          detail={t('requests.disconnectedWhat', { ota: label })}
        />
      )}
      {hasProgress && (
        <Card withBorder component="section" aria-label={t('connect.progress')}>
          <Title order={2} size="h5" mb="xs">
            {t('connect.progress')}
          </Title>
          <PipelineSteps attempt={attempt} />
        </Card>
      )}
      <Group>
        {channel && (
          <Button
            component={Link}
            to={channelPagePath(propertyId, channel.id)}
            {...(!isConnected && { variant: 'default' })}
          >
            {t('requests.toChannel')}
          </Button>
        )}
        {isOver && <ConnectAgain propertyId={propertyId} ota={ota} />}
        {!isConnected && !isOver && canBeConnected(ota) && (
          <Button onClick={() => setDialog(property.channelManagerConnected ? 'connect' : 'prerequisite')}>
            {t(isRunning ? 'connect.watch' : status === 'rejected' ? 'connect.again' : 'connect.open', {
              ota: label,
            })}
          </Button>
        )}
        {status !== 'completed' && !isRunning && <Withdraw request={request} />}
      </Group>
      <LazyPart>
        {dialog === 'connect' && <ConnectDialog request={request} onClose={close} />}
        {dialog === 'prerequisite' && (
          <PrerequisiteDialog name={propertyName ?? propertyId} ota={label} onClose={close} />
        )}
      </LazyPart>
    </Stack>
  )
}

function Listings({ urls }: { urls: readonly string[] }) {
  if (urls.length === 0) return null
  return (
    <Text size="sm" mt="xs" component="div">
      {t('requests.listings')}{' '}
      {urls.map(url => (
        <WebAddress key={url} url={url} mr="xs" />
      ))}
    </Text>
  )
}

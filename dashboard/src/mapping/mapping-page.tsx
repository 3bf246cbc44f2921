import '../i18n/connecting.ts'
import {
  Button,
  Container,
  Group,
  List,
  Loader,
  Progress,
  SegmentedControl,
  Stack,
  Text,
} from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { ApiError, isCode } from '../api/problem.ts'
import { PropertyHead } from '../channels/property-head.tsx'
import { Reservations } from '../channels/reservations.tsx'
import { type ChannelMapping, channelsQuery, mappingQuery } from '../connection/api.ts'
import { otaLabel } from '../connection/ota.ts'
import { ReasonNotice } from '../connection/reason-notice.tsx'
import { StatusBadge } from '../connection/status-badge.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { useToast } from '../ui/toasts.tsx'
import { changesOf, countMapped, type Draft, draftOf, errorsByRow, rebase } from './draft.ts'
import classes from './mapping.module.css'
import { OurSide } from './our-side.tsx'
import { RoomCard } from './room-card.tsx'

const PreviewDialog = lazy(async () => ({ default: (await import('./preview-dialog.tsx')).PreviewDialog }))

const restingMs = 15_000
const pendingMs = 3_000

/** The mapping of a channel, side by side with what the OTA offers. */
export function MappingPage() {
  const { t } = useTranslation()
  const { propertyId = '', channelId = '' } = useParams()
  const mapping = useQuery({
    ...mappingQuery(propertyId, channelId),
    refetchInterval: ({ state }) => (state.data?.pending ? pendingMs : restingMs),
  })
  return (
    <Container size="xl" py="md">
      <PropertyHead propertyId={propertyId} part="mapping" />
      {mapping.isPending && <Loader aria-label={t('app.loading')} role="status" />}
      {mapping.isError && !mapping.data && (
        <FailureNotice
          title={t(isCode(mapping.error, 'channel-not-found') ? 'mapping.noChannel' : 'mapping.failed')}
          error={mapping.error}
          onRetry={() => void mapping.refetch()}
        />
      )}
      {mapping.data && <Review key={channelId} newest={mapping.data} />}
    </Container>
  )
}

interface Work {
  /** What the draft was made from. */
  base: ChannelMapping
  start: Draft
  draft: Draft
}

const begin = (base: ChannelMapping): Work => {
  const start = draftOf(base)
  return { base, start, draft: start }
}

function Review({ newest }: { newest: ChannelMapping }) {
  const { t } = useTranslation()
  const toast = useToast()
  const queries = useQueryClient()
  const [work, setWork] = useState(() => begin(newest))
  const [errors, setErrors] = useState(new Map<string, string>())
  const [problem, setProblem] = useState<ApiError>()
  const [isPreviewing, setPreviewing] = useState(false)
  const [only, setOnly] = useState<'all' | 'review'>('all')
  const changes = useMemo(() => changesOf(work.start, work.draft), [work])
  const changeCount = changes.rooms.size + changes.ratePlans.size
  // Nothing of one's own is lost by taking what is new.
  if (newest !== work.base && changeCount === 0) setWork(begin(newest))
  const { base, draft } = work
  const isOvertaken = newest.version !== base.version
  const isReadOnly = newest.status !== 'active' || newest.pending !== null || base.offer === null
  const summary = countMapped(draft)
  const change = (next: Draft) => {
    setWork(now => ({ ...now, draft: next }))
    setErrors(new Map())
    setProblem(undefined)
  }
  const takeNewest = () => {
    setWork(now => ({ ...begin(newest), draft: rebase(now.draft, now.start, newest) }))
    setProblem(undefined)
  }
  const refuse = (error: unknown) => {
    setPreviewing(false)
    if (!(error instanceof ApiError)) return
    setProblem(error)
    setErrors(errorsByRow(draft, error.failure.errors))
    // What else it is has been written by somebody: it comes with the next answer.
    void queries.invalidateQueries({ queryKey: ['mapping'] })
  }
  const written = (isFinal: boolean) => {
    setPreviewing(false)
    setProblem(undefined)
    setErrors(new Map())
    setWork(now => ({ ...now, start: now.draft }))
    toast(t(isFinal ? 'mapping.finalised' : 'mapping.saved'))
    for (const queryKey of [['mapping'], ['channels']]) void queries.invalidateQueries({ queryKey })
  }
  const needing = useMemo(() => roomsToReview(work.start), [work.start])
  const ordered = useMemo(
    () => draft.rooms.toSorted((a, b) => Number(needing.has(b.otaRoomId)) - Number(needing.has(a.otaRoomId))),
    [draft.rooms, needing],
  )
  const shown = only === 'all' ? ordered : ordered.filter(({ otaRoomId }) => needing.has(otaRoomId))
  const label = otaLabel(base.ota)
  return (
    <Stack>
      <Group justify="space-between" align="end">
        <div>
          <Group gap="xs">
            <Text fw={600} role="status" data-testid="mapped">
              {t('mapping.mapped', summary)}
            </Text>
            <StatusBadge status={base.mappingStatus} />
            {newest.status !== 'active' && <StatusBadge status={newest.status} />}
          </Group>
          <Progress
            mt={6}
            w={220}
            aria-label={t('mapping.mapped', summary)}
            value={summary.total === 0 ? 0 : (summary.mapped / summary.total) * 100}
          />
        </div>
        <SegmentedControl
          aria-label={t('mapping.which')}
          value={only}
          onChange={value => setOnly(value === 'review' ? 'review' : 'all')}
          data={[
            { value: 'all', label: t('mapping.all') },
            { value: 'review', label: t('mapping.needsReview', { count: needing.size }) },
          ]}
        />
      </Group>
      {newest.status !== 'active' && <ReasonNotice kind="info" title={t('mapping.notActive')} />}
      {newest.pending && (
        <ReasonNotice kind="info" title={t('mapping.pending')} detail={t('mapping.pendingWhat')} />
      )}
      {newest.offerProblem && (
        <ReasonNotice
          kind="warning"
          title={t('mapping.oldOffer', { ota: label })}
          detail={newest.offerProblem.detail}
          nextAction={newest.offerProblem.nextAction}
        />
      )}
      {newest.differences.length > 0 && (
        <ReasonNotice kind="warning" title={t('mapping.offerChanged', { ota: label })}>
          <List size="sm">
            {newest.differences.map(({ text }) => (
              <List.Item key={text}>{text}</List.Item>
            ))}
          </List>
        </ReasonNotice>
      )}
      {isOvertaken ? (
        <ReasonNotice
          isNews
          kind="warning"
          title={t('mapping.overtaken')}
          detail={t('mapping.overtakenWhat')}
        >
          <Button size="xs" mt="sm" onClick={takeNewest}>
            {t('mapping.takeNewest', { count: changeCount })}
          </Button>
        </ReasonNotice>
      ) : (
        problem && (
          <ReasonNotice
            isNews
            title={t('mapping.notWritten')}
            detail={[
              problem.failure.detail,
              ...(errors.size === 0 ? problem.failure.errors.map(({ message }) => message) : []),
            ].join(' ')}
            nextAction={problem.failure.nextAction}
          />
        )
      )}
      <div className={classes.sides}>
        <Stack gap="md" miw={0}>
          {shown.length === 0 && <Text c="dimmed">{t('mapping.nothingToReview')}</Text>}
          {shown.map(room => (
            <RoomCard
              key={room.otaRoomId}
              room={room}
              draft={draft}
              ground={base}
              changes={changes}
              errors={errors}
              isReadOnly={isReadOnly}
              onChange={change}
            />
          ))}
        </Stack>
        <OurSide ground={base} draft={draft} isReadOnly={isReadOnly} />
      </div>
      {!isReadOnly && (
        <Group className={classes.bar} justify="space-between">
          <Text size="sm" role="status">
            {t('mapping.changes', { count: changeCount })}
          </Text>
          <Group gap="sm">
            <Button
              variant="default"
              disabled={changeCount === 0}
              onClick={() => {
                setWork(begin(newest))
                setErrors(new Map())
                setProblem(undefined)
              }}
            >
              {t('mapping.undo')}
            </Button>
            <Button
              disabled={isOvertaken || (changeCount === 0 && base.mappingStatus === 'finalized')}
              onClick={() => setPreviewing(true)}
            >
              {t('mapping.review')}
            </Button>
          </Group>
        </Group>
      )}
      {base.mappingStatus === 'finalized' && newest.status === 'active' && <NextStep mapping={base} />}
      <Suspense fallback={null}>
        {isPreviewing && (
          <PreviewDialog
            base={base}
            draft={draft}
            toReview={needing.size}
            onClose={() => setPreviewing(false)}
            onRefused={refuse}
            onWritten={written}
          />
        )}
      </Suspense>
    </Stack>
  )
}

/** Rooms that somebody has to look at, or with a rate of that kind. */
const roomsToReview = ({ rooms, ratePlans }: Draft): Set<number> =>
  new Set([...rooms, ...ratePlans].filter(row => row.needsReview).map(row => row.otaRoomId))

/** What comes after the mapping is final (specification A2, step 6). */
function NextStep({ mapping: { propertyId, channelId } }: { mapping: ChannelMapping }) {
  const channels = useQuery({
    ...channelsQuery(propertyId),
    refetchInterval: ({ state }) =>
      state.data?.channels.some(({ reservations }) => reservations?.status === 'running') ? 1_000 : restingMs,
  })
  const channel = channels.data?.channels.find(one => one.channelId === channelId)
  if (!channel) return null
  return <Reservations propertyId={propertyId} channelId={channelId} progress={channel.reservations} />
}

import { Button, Group, Progress, SegmentedControl, Stack, Text } from '@mantine/core'
import { lazy, type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelMapping } from '../connection/api.ts'
import { StatusBadge } from '../connection/status-badge.tsx'
import { LazyPart } from '../ui/lazy-part.tsx'
import { useToast } from '../ui/toasts.tsx'
import { countMapped, type Draft } from './draft.ts'
import classes from './mapping.module.css'
import { OurSide } from './our-side.tsx'
import { ReviewNotices } from './review-notices.tsx'
import { RoomList } from './room-list.tsx'
import { useReview } from './use-review.ts'

const PreviewDialog = lazy(async () => ({ default: (await import('./preview-dialog.tsx')).PreviewDialog }))

interface ReviewProps {
  newest: ChannelMapping
  children: ReactNode
}

/** A mapping while somebody looks through it and changes it. */
export function Review({ newest, children }: ReviewProps) {
  const { t } = useTranslation()
  const toast = useToast()
  const review = useReview(newest)
  const { base, start, draft, changes, changeCount, errors, isReadOnly, isOvertaken } = review
  const [isPreviewing, setPreviewing] = useState(false)
  const [only, setOnly] = useState<'all' | 'review'>('all')
  const needing = useMemo(() => roomsToReview(start), [start])
  const shown = useMemo(() => {
    const isFirst = ({ otaRoomId }: { otaRoomId: number }) => Number(needing.has(otaRoomId))
    const ordered = draft.rooms.toSorted((a, b) => isFirst(b) - isFirst(a))
    return only === 'all' ? ordered : ordered.filter(isFirst)
  }, [draft.rooms, needing, only])
  return (
    <Stack>
      <Group justify="space-between" align="end">
        <Mapped draft={draft} statuses={[base.mappingStatus, newest.status]} />
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
      <ReviewNotices newest={newest} review={review} />
      <div className={classes.sides}>
        <OurSide ground={base} draft={draft} isReadOnly={isReadOnly} />
        <RoomList
          rooms={shown}
          ratePlans={draft.ratePlans}
          ground={base}
          changes={changes}
          errors={errors}
          isReadOnly={isReadOnly}
          onChange={review.change}
        />
      </div>
      {!isReadOnly && (
        <Group className={classes.bar} justify="space-between" data-bottom-bar>
          <Text size="sm" role="status">
            {t('mapping.changes', { count: changeCount })}
          </Text>
          <Group gap="sm">
            <Button variant="default" disabled={changeCount === 0} onClick={review.undo}>
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
      {children}
      <LazyPart>
        {isPreviewing && (
          <PreviewDialog
            base={base}
            draft={draft}
            toReview={needing.size}
            onClose={() => setPreviewing(false)}
            onRefused={error => {
              setPreviewing(false)
              review.refuse(error)
            }}
            onWritten={answer => {
              setPreviewing(false)
              review.written(answer)
              toast(t(answer.mappingStatus === 'finalized' ? 'mapping.finalised' : 'mapping.saved'))
            }}
          />
        )}
      </LazyPart>
    </Stack>
  )
}

/** Rooms that somebody has to look at, or with a rate of that kind. */
const roomsToReview = ({ rooms, ratePlans }: Draft): Set<number> =>
  new Set([...rooms, ...ratePlans].filter(row => row.needsReview).map(row => row.otaRoomId))

function Mapped({ draft, statuses: [mapping, channel] }: { draft: Draft; statuses: [string, string] }) {
  const { t } = useTranslation()
  const summary = useMemo(() => countMapped(draft), [draft])
  const text = t('mapping.mapped', summary)
  return (
    <div>
      <Group gap="xs">
        <Text fw={600} role="status" data-testid="mapped">
          {text}
        </Text>
        <StatusBadge status={mapping} />
        {channel !== 'active' && <StatusBadge status={channel} />}
      </Group>
      <Progress
        mt={6}
        w={220}
        aria-label={text}
        value={summary.total === 0 ? 0 : (summary.mapped / summary.total) * 100}
      />
    </div>
  )
}

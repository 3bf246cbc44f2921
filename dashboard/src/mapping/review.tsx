import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import '@mantine/core/styles/Progress.css'
import { Button, Group, Progress, SegmentedControl, Stack, Text } from '@mantine/core'
import { t } from 'i18next'
import { lazy, type ReactNode, useMemo, useRef, useState } from 'react'
import type { ChannelMapping } from '../connection/api.ts'
import { StatusBadge } from '../connection/status-badge.tsx'
import { useUser } from '../session/session.ts'
import { LazyPart } from '../ui/lazy-part.tsx'
import { onePress } from '../ui/one-press.ts'
import { toast } from '../ui/toasts.tsx'
import { doubtsIn, inOrderOfDoubt } from './doubts.ts'
import { countMapped, type Draft } from './draft.ts'
import classes from './mapping.module.css'
import { OurSide } from './our-side.tsx'
import { ReviewNotices } from './review-notices.tsx'
import { RoomList } from './room-list.tsx'
import { useChecks } from './use-checks.ts'
import { useReview } from './use-review.ts'
import { checksMemory } from './work-memory.ts'

const PreviewDialog = lazy(async () => ({ default: (await import('./preview-dialog.tsx')).PreviewDialog }))

interface ReviewProps {
  newest: ChannelMapping
  onFinal: () => void
  children: ReactNode
}

/** A mapping while somebody looks through it and changes it. */
export function Review({ newest, onFinal, children }: ReviewProps) {
  const { uid } = useUser()
  const review = useReview(newest)
  const { base, start, draft, changes, changeCount, errors, isReadOnly, isOvertaken } = review
  const [isPreviewing, setPreviewing] = useState(false)
  const [only, setOnly] = useState<'all' | 'review'>('all')
  const doubts = useMemo(() => doubtsIn(start), [start])
  const shown = useMemo(() => {
    const ordered = inOrderOfDoubt(draft.rooms, doubts)
    return only === 'all' ? ordered : ordered.filter(({ otaRoomId }) => doubts.has(otaRoomId))
  }, [draft.rooms, doubts, only])
  const onward = useRef<HTMLButtonElement>(null)
  const { checks, left, check, toFocus } = useChecks({
    draft,
    doubts,
    shown,
    isReadOnly,
    onward,
    memory: useMemo(() => checksMemory(uid, newest.channelId), [uid, newest.channelId]),
  })
  const isDone = changeCount === 0 && doubts.size === 0 && base.mappingStatus === 'finalized'
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
            { value: 'review', label: t('mapping.needsReview', { count: left }) },
          ]}
        />
      </Group>
      <ReviewNotices newest={newest} review={review} />
      <div className={classes.sides}>
        <OurSide ground={base} draft={draft} />
        <RoomList
          rooms={shown}
          ratePlans={draft.ratePlans}
          ground={base}
          changes={changes}
          errors={errors}
          isReadOnly={isReadOnly}
          onChange={review.change}
          checks={checks}
          onCheck={check}
          toFocus={toFocus}
        />
      </div>
      {!isReadOnly && (
        <Group className={classes.bar} justify="space-between" data-bottom-bar>
          <Text size="sm" role="status">
            {[
              t('mapping.changes', { count: changeCount }),
              doubts.size > 0 && t('mapping.left', { count: left }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
          <Group gap="sm">
            <Button variant="default" disabled={changeCount === 0} onClick={review.undo}>
              {t('mapping.undo')}
            </Button>
            <Button
              ref={onward}
              disabled={isOvertaken || isDone}
              {...onePress}
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
            toReview={left}
            onClose={() => setPreviewing(false)}
            onRefused={error => {
              setPreviewing(false)
              review.refuse(error)
            }}
            onWritten={answer => {
              setPreviewing(false)
              review.written(answer)
              const isFinal = answer.mappingStatus === 'finalized'
              toast(t(isFinal ? 'mapping.finalised' : 'mapping.saved'))
              if (isFinal) onFinal()
            }}
          />
        )}
      </LazyPart>
    </Stack>
  )
}

function Mapped({ draft, statuses: [mapping, channel] }: { draft: Draft; statuses: [string, string] }) {
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
        mt="xs"
        w={220}
        aria-label={text}
        value={summary.total === 0 ? 0 : (summary.mapped / summary.total) * 100}
      />
    </div>
  )
}

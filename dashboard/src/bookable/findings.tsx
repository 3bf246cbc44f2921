import { Button, Card, Group, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../api/client.ts'
import { errorText } from '../ui/failure-notice.tsx'
import { daysOf, useLocale } from '../ui/time.tsx'
import { useToast } from '../ui/toasts.tsx'
import { type Bookable, isFinding } from './months.ts'

interface Span {
  roomId: string
  from: string
  to: string
}

const isSame = (one: Span, other: Span): boolean =>
  one.roomId === other.roomId && one.from === other.from && one.to === other.to

interface FindingsProps {
  /** Of the channel. */
  path: string
  bookable: Bookable
}

/** Nights that cannot be booked, and those that somebody has confirmed to be closed. */
export function Findings({ path, bookable: { rooms, closures } }: FindingsProps) {
  const { t } = useTranslation()
  const confirm = useClosures(path)
  const found = rooms.flatMap(room =>
    room.runs
      .filter(run => isFinding(run))
      .map(({ state, from, to }) => ({ state, roomId: room.roomId, from, to, name: room.name }))
      .filter(span => !closures.some(closure => isSame(closure, span))),
  )
  const nameOf = (roomId: string) => rooms.find(room => room.roomId === roomId)?.name ?? roomId
  const spans: Span[] = closures.map(({ roomId, from, to }) => ({ roomId, from, to }))
  return (
    <>
      <Card withBorder component="section" aria-labelledby="to-mend">
        <Title order={2} size="h5" id="to-mend" mb="xs">
          {t('bookable.toMend')}
        </Title>
        {found.length === 0 && <Text size="sm">{t('bookable.allWell')}</Text>}
        {found.map(({ state, name, ...span }) => (
          <SpanLine
            key={`${span.roomId}/${span.from}`}
            says={t('bookable.finding', { room: name, reason: t(`bookable.states.${state}`) })}
            {...{ span, name }}
            act="close"
            isBusy={confirm.isPending}
            {...(state !== 'not-mapped' && { onAct: () => confirm.mutate([...spans, span]) })}
          />
        ))}
      </Card>
      {closures.length > 0 && (
        <Card withBorder component="section" aria-labelledby="on-purpose">
          <Title order={2} size="h5" id="on-purpose" mb="xs">
            {t('bookable.onPurpose')}
          </Title>
          {spans.map(span => (
            <SpanLine
              key={`${span.roomId}/${span.from}`}
              says={nameOf(span.roomId)}
              {...{ span, name: nameOf(span.roomId) }}
              act="reopen"
              isBusy={confirm.isPending}
              onAct={() => confirm.mutate(spans.filter(one => !isSame(one, span)))}
            />
          ))}
        </Card>
      )}
    </>
  )
}

interface SpanLineProps {
  says: string
  span: Span
  /** Of the room. */
  name: string
  act: 'close' | 'reopen'
  isBusy: boolean
  onAct?: () => void
}

function SpanLine({ says, span: { from, to }, name, act, isBusy, onAct }: SpanLineProps) {
  const { t } = useTranslation()
  const days = daysOf({ arrival: from, departure: to }, useLocale())
  return (
    <Group justify="space-between" gap="xs" py="xs">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {says}, {days}
      </Text>
      {onAct && (
        <Button
          size="xs"
          variant="default"
          disabled={isBusy}
          aria-label={t(`bookable.${act}Of`, { room: name, days })}
          onClick={onAct}
        >
          {t(`bookable.${act}`)}
        </Button>
      )}
    </Group>
  )
}

function useClosures(path: string) {
  const { t } = useTranslation()
  const toast = useToast()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (closures: readonly Span[]) =>
      call<void>({ method: 'PUT', path: `${path}/closures`, body: { closures } }),
    onSuccess: () => toast(t('bookable.closed')),
    onError: error => toast(errorText(t, error), 'failure'),
    onSettled: () => queries.invalidateQueries({ queryKey: ['bookable'] }),
  })
}

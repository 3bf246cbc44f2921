import { openEnd, ruleReasons } from '@functions/lib/connection/bookable/calendar.ts'
import { laterDay } from '@functions/lib/days.ts'
import { Button, Card, Group, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from 'i18next'
import { call } from '../api/client.ts'
import { errorText } from '../ui/failure-notice.tsx'
import { dayOf, daysOf, readersLocale } from '../ui/time.tsx'
import { useToast } from '../ui/toasts.tsx'
import { type Bookable, isWell } from './months.ts'

interface Span {
  roomId: string
  from: string
  to: string
}

const covers = (span: Span) => (closure: Span) =>
  closure.roomId === span.roomId && closure.from <= span.from && span.to <= closure.to

interface FindingsProps {
  /** Of the channel. */
  path: string
  bookable: Bookable
}

/** Nights by which money is lost, and those that somebody has confirmed to be closed. */
export function Findings({ path, bookable }: FindingsProps) {
  const { rooms, closures } = bookable
  const confirm = useClosures(path)
  const found = rooms.flatMap(({ roomId, name, runs }) =>
    runs
      .filter(({ isLoss }) => isLoss)
      .map(({ state, from, to }) => ({ state, name, span: { roomId, from, to } }))
      .filter(({ span }) => !closures.some(covers(span))),
  )
  const nameOf = (roomId: string) => rooms.find(room => room.roomId === roomId)?.name ?? roomId
  return (
    <>
      <Card withBorder component="section" aria-labelledby="to-mend">
        <Title order={3} size="h5" id="to-mend" mb="xs">
          {t('bookable.toMend')}
        </Title>
        {found.length === 0 && (
          <Text size="sm">{t(isWell(bookable) ? 'bookable.allWell' : 'bookable.noLoss')}</Text>
        )}
        {found.map(({ state, name, span }) => (
          <SpanLine
            key={`${span.roomId}/${span.from}`}
            says={t('bookable.finding', { room: name, reason: t(`bookable.states.${state}`) })}
            {...{ span, name }}
            act="close"
            isBusy={confirm.isPending}
            onAct={
              ruleReasons.some(reason => reason === state)
                ? undefined
                : () => confirm.mutate({ close: [span] })
            }
          />
        ))}
      </Card>
      {closures.length > 0 && (
        <Card withBorder component="section" aria-labelledby="on-purpose">
          <Title order={3} size="h5" id="on-purpose" mb="xs">
            {t('bookable.onPurpose')}
          </Title>
          {closures.map(({ roomId, from, to }) => (
            <SpanLine
              key={`${roomId}/${from}`}
              says={nameOf(roomId)}
              {...{ span: { roomId, from, to }, name: nameOf(roomId) }}
              act="reopen"
              isBusy={confirm.isPending}
              onAct={() => confirm.mutate({ reopen: [{ roomId, from, to }] })}
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
  /** Without it there is nothing to press. */
  onAct: (() => void) | undefined
}

function SpanLine({ says, span: { from, to }, name, act, isBusy, onAct }: SpanLineProps) {
  const locale = readersLocale()
  const lastNight = laterDay(to, -1)
  const days =
    to === openEnd
      ? t('bookable.fromOn', { day: dayOf(from, locale) })
      : daysOf({ arrival: from, departure: lastNight }, locale)
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
  const toast = useToast()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: { close: Span[] } | { reopen: Span[] }) =>
      call<void>({ method: 'PUT', path: `${path}/closures`, body: change }),
    onSuccess: () => toast(t('bookable.closed')),
    onError: error => toast(errorText(error), 'failure'),
    onSettled: () => queries.invalidateQueries({ queryKey: ['bookable'] }),
  })
}

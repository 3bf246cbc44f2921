import type { MessageType } from '@functions/lib/chat/message.ts'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from 'i18next'
import { type FormEvent, useMemo, useState } from 'react'
import { ApiError } from '../../api/problem.ts'
import { snoozeTimes } from '../../live/desk.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { dateFormat } from '../../ui/formats.ts'
import { readersLocale, shortTime } from '../../ui/time.tsx'
import { toast } from '../../ui/toasts.tsx'
import { aboutQuery } from '../about/about.ts'
import type { DraftFile } from './drafts.ts'
import { useSchedule } from './scheduled.ts'

export interface ScheduleDialogProps {
  threadId: string
  type: MessageType
  text: string
  files: readonly DraftFile[]
  /** The time up to which the user has seen the thread: a later answer of a colleague stops the scheduled one. */
  since: string | undefined
  /** When they can’t be written to in this way any more, unless they write again. */
  closesAt: string | null | undefined
  onScheduled: () => void
  onClose: () => void
}

/** When a text is sent, with its files: one of the usual times, or another. */
export function ScheduleDialog({
  threadId,
  type,
  text,
  files,
  since,
  closesAt,
  onScheduled,
  onClose,
}: ScheduleDialogProps) {
  const atProperty = useTimeAtProperty(threadId)
  const [messageId] = useState(() => crypto.randomUUID())
  const times = useMemo(() => snoozeTimes(new Date()), [])
  const [own, setOwn] = useState('')
  const [isPast, setPast] = useState(false)
  const schedule = useSchedule(threadId)
  const choose = (sendAt: Date) =>
    schedule.mutate(
      {
        messageId,
        type,
        body: text,
        sendAt: sendAt.toISOString(),
        seenUntil: since,
        ...(files.length > 0 && { files: files.map(({ fileId }) => fileId) }),
      },
      {
        onSuccess: () => {
          toast(t('scheduling.told', { time: shortTime(sendAt) }))
          onScheduled()
          onClose()
        },
      },
    )
  const tooLate = (at: Date) => (closesAt && at > new Date(closesAt) ? [t('scheduling.closed')] : [])
  const chosen = own === '' ? undefined : new Date(own)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isToCome = chosen !== undefined && chosen.getTime() > Date.now()
    setPast(!isToCome)
    if (isToCome) choose(chosen)
  }
  return (
    // Until it is known whether the text is scheduled it stays, and nobody writes on: it would go twice.
    <Dialog title={t('scheduling.title')} onClose={() => schedule.isPending || onClose()}>
      <Text size="sm" mb="sm">
        {t('scheduling.what')}
      </Text>
      {schedule.isError && (
        <FailureNotice
          title={t(hasNoAnswer(schedule.error) ? 'scheduling.unknown' : 'scheduling.failed')}
          error={schedule.error}
        />
      )}
      <Stack gap="xs">
        {times.map(({ name, until }) => (
          <Button
            key={name}
            variant="default"
            justify="space-between"
            fullWidth
            disabled={schedule.isPending}
            onClick={() => choose(until)}
            rightSection={
              <Text span size="xs" c="dimmed">
                {[shortTime(until), atProperty(until), ...tooLate(until)].filter(Boolean).join(' · ')}
              </Text>
            }
          >
            {t(`desk.times.${name}`)}
          </Button>
        ))}
      </Stack>
      <form onSubmit={submit}>
        <Group align="flex-end" gap="xs" mt="md">
          <TextInput
            type="datetime-local"
            label={t('scheduling.own')}
            description={chosen && [atProperty(chosen), ...tooLate(chosen)].filter(Boolean).join(' · ')}
            value={own}
            onChange={event => setOwn(event.currentTarget.value)}
            error={isPast && t('scheduling.past')}
            style={{ flex: '1 1 14rem' }}
          />
          <BusyButton type="submit" variant="default" isBusy={schedule.isPending}>
            {t('scheduling.schedule')}
          </BusyButton>
        </Group>
      </form>
    </Dialog>
  )
}

/** It may be scheduled all the same. */
const hasNoAnswer = (error: unknown): boolean => error instanceof ApiError && error.failure.status === 0

/** The same time by the property's clock, where that is another; as far as it is known. */
function useTimeAtProperty(threadId: string): (at: Date) => string | undefined {
  const locale = readersLocale()
  const { data } = useQuery(aboutQuery(threadId))
  const timeZone = data?.property?.timeZone
  return at => {
    if (!timeZone) return undefined
    const time = { weekday: 'short', hour: 'numeric', minute: '2-digit' } as const
    const there = dateFormat(locale, { ...time, timeZone }).format(at)
    return there === dateFormat(locale, time).format(at)
      ? undefined
      : t('scheduling.atProperty', { time: there })
  }
}

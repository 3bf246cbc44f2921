import type { loadedReservations as reply } from '@functions/lib/connection/pulls/pull.ts'
import { Group, Loader, Stack, Table, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from 'i18next'
import { type Ref, useState } from 'react'
import { Trans } from 'react-i18next'
import { post } from '../api/client.ts'
import type { Reply } from '../api/json.ts'
import { isCode } from '../api/problem.ts'
import { type Channel, channelPath, channelsQuery, propertyChanged } from '../connection/api.ts'
import { Facts } from '../connection/facts.tsx'
import { ReasonNotice } from '../connection/reason-notice.tsx'
import { BusyButton } from '../ui/busy-button.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { Heads } from '../ui/heads.tsx'
import { dayOf, Time } from '../ui/time.tsx'

type LoadProgress = NonNullable<Channel['reservations']>

interface LoadProps {
  propertyId: string
  channelId: string
  progress: LoadProgress | null
}

interface ReservationsProps extends LoadProps {
  titleRef?: Ref<HTMLHeadingElement>
}

/** Loads the OTA's upcoming reservations; how far that is, and its report (specification A2, step 6). */
export function Reservations({ propertyId, channelId, progress, titleRef }: ReservationsProps) {
  const { load, isRunning, isLost, current } = useLoad({ propertyId, channelId, progress })
  const endedAt = current?.endedAt ?? null
  return (
    <Stack component="section" gap="sm" aria-label={t('reservations.title')}>
      <Title order={3} size="h5" ref={titleRef} tabIndex={-1}>
        {t('reservations.title')}
      </Title>
      <Group>
        <BusyButton
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          isBusy={isRunning}
          onClick={() => load.mutate()}
        >
          {t('reservations.load')}
        </BusyButton>
        <Text size="sm" component="div" role="status">
          {isRunning && t('reservations.running')}
          {!isRunning && endedAt !== null && current?.status === 'idle' && (
            <Trans i18nKey="reservations.done" components={{ time: <Time at={endedAt} /> }} />
          )}
        </Text>
        {/* Outside the text that screen readers read, since it changes every second. */}
        {isRunning && (
          <Group gap="xs" fz="sm">
            <Loader size={16} aria-hidden />
            {t('reservations.brought', {
              imported: current?.imported ?? 0,
              updated: current?.updated ?? 0,
            })}
          </Group>
        )}
      </Group>
      {isLost && <FailureNotice title={t('reservations.failed')} error={load.error} />}
      {!isLost && !isRunning && current?.status === 'failed' && (
        <ReasonNotice
          title={t('reservations.failed')}
          detail={current.error?.detail}
          nextAction={current.error?.nextAction}
        />
      )}
      {!isRunning && current && endedAt !== null && <Report progress={current} />}
    </Stack>
  )
}

/** A load by the user or a colleague. After a lost answer the list of channels shows how the load goes on. */
function useLoad({ propertyId, channelId, progress }: LoadProps) {
  const queries = useQueryClient()
  const { queryKey } = channelsQuery(propertyId)
  const [markBefore, setMarkBefore] = useState<string>()
  const load = useMutation({
    mutationFn: () =>
      post<Reply<typeof reply>>(`${channelPath(propertyId, channelId)}/load-future-reservations`),
    onMutate: () => {
      setMarkBefore(markOf(progress))
      // From here on the list is looked at again and again, since it says that something runs.
      setTimeout(() => void queries.invalidateQueries({ queryKey }), 300)
    },
    onSettled: () => propertyChanged(propertyId),
  })
  const isOld = markOf(progress) === markBefore
  const isRunning = load.isPending || progress?.status === 'running'
  const isUnheard = isCode(load.error, 'load-in-progress', 'offline', 'malformed')
  return {
    load,
    isRunning,
    isLost: load.isError && !isRunning && (isOld || !isUnheard),
    // The last load's report says nothing of the new one.
    current: load.isPending && isOld ? null : progress,
  }
}

const markOf = (progress: LoadProgress | null): string => `${progress?.startedAt}/${progress?.endedAt}`

function Report({ progress: { imported, updated, unmapped, conflicts } }: { progress: LoadProgress }) {
  return (
    <>
      <Facts
        facts={[
          [t('reservations.imported'), imported],
          [t('reservations.updated'), updated],
          [t('reservations.unmapped'), unmapped],
          [t('reservations.conflicts'), conflicts.length],
        ]}
      />
      {unmapped > 0 && <Text size="sm">{t('reservations.unmappedWhat')}</Text>}
      {conflicts.length > 0 && <Conflicts conflicts={conflicts} />}
    </>
  )
}

function Conflicts({ conflicts }: Pick<LoadProgress, 'conflicts'>) {
  const name = t('reservations.conflictsOf')
  return (
    <Table.ScrollContainer minWidth={420} scrollAreaProps={{ 'aria-label': name }}>
      <Table aria-label={name}>
        <Heads of={[t('reservations.reservation'), t('reservations.stay'), t('reservations.overlaps')]} />
        <Table.Tbody>
          {conflicts.map(({ reservationId, arrival, departure, overlaps }) => (
            <Table.Tr key={reservationId}>
              <Table.Td>{reservationId}</Table.Td>
              <Table.Td>
                {t('reservations.from', {
                  arrival: dayOf(arrival),
                  departure: dayOf(departure),
                })}
              </Table.Td>
              <Table.Td>{overlaps.join(', ') || t('reservations.noRoom')}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

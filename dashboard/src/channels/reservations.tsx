import type { LoadResult } from '@functions/lib/reservations/load-reservations.ts'
import { Button, Group, Loader, Stack, Table, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../api/client.ts'
import { isCode } from '../api/problem.ts'
import { type Channel, channelPath, channelsQuery } from '../connection/api.ts'
import { Facts } from '../connection/facts.tsx'
import { ReasonNotice } from '../connection/reason-notice.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { Time } from '../ui/time.tsx'

type LoadProgress = NonNullable<Channel['reservations']>

interface ReservationsProps {
  propertyId: string
  channelId: string
  progress: LoadProgress | null
}

/** Loads the OTA's upcoming reservations; how far that is, and its report (specification A2, step 6). */
export function Reservations({ propertyId, channelId, progress }: ReservationsProps) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { queryKey } = channelsQuery(propertyId)
  const load = useMutation({
    mutationFn: () =>
      call<LoadResult>({
        method: 'POST',
        path: `${channelPath(propertyId, channelId)}/load-future-reservations`,
      }),
    // From here on the list is looked at again and again, since it says that something runs.
    onMutate: () => void setTimeout(() => void queries.invalidateQueries({ queryKey }), 300),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
  const isRunning = load.isPending || progress?.status === 'running'
  // One that goes on after its answer is told of by the list.
  const goesOn =
    isCode(load.error, 'load-in-progress', 'offline', 'malformed') && progress?.status !== 'failed'
  const endedAt = progress?.endedAt ?? null
  return (
    <Stack component="section" gap="sm" aria-label={t('reservations.title')}>
      <Title order={3} size="h5">
        {t('reservations.title')}
      </Title>
      <Group>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          disabled={isRunning}
          onClick={() => load.mutate()}
        >
          {t('reservations.load')}
        </Button>
        <Text size="sm" component="div" role="status">
          {isRunning && (
            <Group gap="xs">
              <Loader size={16} aria-hidden />
              {t('reservations.running', {
                imported: progress?.imported ?? 0,
                updated: progress?.updated ?? 0,
              })}
            </Group>
          )}
          {!isRunning && endedAt !== null && progress?.status === 'idle' && (
            <>
              {t('reservations.done')} <Time at={endedAt} />
            </>
          )}
        </Text>
      </Group>
      {load.isError && !goesOn && <FailureNotice title={t('reservations.failed')} error={load.error} />}
      {!load.isError && !isRunning && progress?.status === 'failed' && (
        <ReasonNotice
          title={t('reservations.failed')}
          detail={progress.error?.detail}
          nextAction={progress.error?.nextAction}
        />
      )}
      {!isRunning && progress && endedAt !== null && <Report progress={progress} />}
    </Stack>
  )
}

function Report({ progress: { imported, updated, unmapped, conflicts } }: { progress: LoadProgress }) {
  const { t } = useTranslation()
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
      {conflicts.length > 0 && (
        <Table.ScrollContainer
          minWidth={420}
          scrollAreaProps={{ 'aria-label': t('reservations.conflictsOf') }}
        >
          <Table aria-label={t('reservations.conflictsOf')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('reservations.reservation')}</Table.Th>
                <Table.Th>{t('reservations.stay')}</Table.Th>
                <Table.Th>{t('reservations.overlaps')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {conflicts.map(({ reservationId, arrival, departure, overlaps }) => (
                <Table.Tr key={reservationId}>
                  <Table.Td>{reservationId}</Table.Td>
                  <Table.Td>{t('reservations.from', { arrival, departure })}</Table.Td>
                  <Table.Td>{overlaps.join(', ') || t('reservations.noRoom')}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </>
  )
}

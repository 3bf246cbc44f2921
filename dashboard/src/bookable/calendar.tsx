import '../i18n/bookable.ts'
import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from 'i18next'
import { useId } from 'react'
import { Trans } from 'react-i18next'
import { call } from '../api/client.ts'
import { channelPath } from '../connection/api.ts'
import { ReasonNotice } from '../connection/reason-notice.tsx'
import { calendarHash } from '../paths.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { Loading } from '../ui/loading.tsx'
import { StaleNotice } from '../ui/stale-notice.tsx'
import { Age } from '../ui/time.tsx'
import { useFocusWhenNamed } from '../ui/use-focus-when-named.ts'
import { Findings } from './findings.tsx'
import type { Bookable } from './months.ts'
import { RoomCalendar } from './room-calendar.tsx'

const restingMs = 30_000

/** What can be booked by a channel, night by night. */
export function Calendar({ propertyId, channelId }: { propertyId: string; channelId: string }) {
  const heading = useFocusWhenNamed(calendarHash)
  const title = useId()
  const path = channelPath(propertyId, channelId)
  const bookable = useQuery({
    queryKey: ['bookable', propertyId, channelId],
    queryFn: ({ signal }) => call<Bookable>({ path: `${path}/bookable`, signal }),
    refetchInterval: restingMs,
  })
  const { data } = bookable
  return (
    <Stack component="section" gap="sm" aria-labelledby={title}>
      <div>
        <Title order={2} size="h4" id={title} ref={heading} tabIndex={-1}>
          {t('bookable.title')}
        </Title>
        <StaleNotice query={bookable} />
      </div>
      {bookable.isPending && <Loading />}
      {bookable.isError && !data && (
        <FailureNotice
          title={t('bookable.failed')}
          error={bookable.error}
          onRetry={() => void bookable.refetch()}
        />
      )}
      {data && (
        <>
          <Text size="sm" c="dimmed">
            {data.at ? (
              <Trans i18nKey="bookable.asked" components={{ time: <Age at={data.at} /> }} />
            ) : (
              t('bookable.never')
            )}
          </Text>
          {data.problem && <ReasonNotice kind="warning" title={t(`bookable.problems.${data.problem}`)} />}
          {data.at && <Findings path={path} bookable={data} />}
          {data.rooms.length > 0 && (
            <RoomCalendar rooms={data.rooms} isSyncFailed={data.problem === 'sync-failed'} />
          )}
        </>
      )}
    </Stack>
  )
}

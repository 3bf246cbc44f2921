import '../i18n/bookable.ts'
import '../i18n/connecting.ts'
import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Trans, useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { call } from '../api/client.ts'
import { isCode } from '../api/problem.ts'
import { PropertyHead } from '../channels/property-head.tsx'
import { channelPath } from '../connection/api.ts'
import { ReasonNotice } from '../connection/reason-notice.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { Loading } from '../ui/loading.tsx'
import { PageFrame } from '../ui/page-frame.tsx'
import { StaleNotice } from '../ui/stale-notice.tsx'
import { Age } from '../ui/time.tsx'
import { Findings } from './findings.tsx'
import type { Bookable } from './months.ts'
import { RoomCalendar } from './room-calendar.tsx'

const restingMs = 30_000

/** What can be booked by a channel, night by night. */
export function CalendarPage() {
  const { t } = useTranslation()
  const { propertyId = '', channelId = '' } = useParams()
  const path = channelPath(propertyId, channelId)
  const bookable = useQuery({
    queryKey: ['bookable', propertyId, channelId],
    queryFn: ({ signal }) => call<Bookable>({ path: `${path}/bookable`, signal }),
    refetchInterval: restingMs,
  })
  const { data } = bookable
  return (
    <PageFrame>
      <PropertyHead propertyId={propertyId} part="calendar" />
      {bookable.isPending && <Loading />}
      {bookable.isError && !data && (
        <FailureNotice
          title={t(isCode(bookable.error, 'channel-not-found') ? 'bookable.notFound' : 'bookable.failed')}
          error={bookable.error}
          onRetry={() => void bookable.refetch()}
        />
      )}
      <StaleNotice query={bookable} />
      {data && (
        <Stack>
          <Text size="sm" c="dimmed">
            {data.at ? (
              <Trans i18nKey="bookable.asked" components={{ time: <Age at={data.at} /> }} />
            ) : (
              t('bookable.never')
            )}
          </Text>
          {data.problem && <ReasonNotice kind="warning" title={t(`bookable.problems.${data.problem}`)} />}
          {data.at && <Findings path={path} bookable={data} />}
          {data.rooms.length > 0 && <RoomCalendar rooms={data.rooms} />}
        </Stack>
      )}
    </PageFrame>
  )
}

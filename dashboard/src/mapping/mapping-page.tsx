import '../i18n/mapping.ts'
import '../i18n/connecting.ts'
import { useQuery } from '@tanstack/react-query'
import { t } from 'i18next'
import { useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { isCode } from '../api/problem.ts'
import { PropertyHead } from '../channels/property-head.tsx'
import { Reservations } from '../channels/reservations.tsx'
import { type Channel, channelIn, channelsQuery, mappingQuery } from '../connection/api.ts'
import { PageFrame } from '../ui/page-frame.tsx'
import { LoadingOrFailure } from '../ui/query-state.tsx'
import { Review } from './review.tsx'

const restingMs = 15_000
const pendingMs = 3_000
const loadingMs = 1_000

/** A channel's mapping beside the OTA's offer. */
export function MappingPage() {
  const { propertyId = '', channelId = '' } = useParams()
  const { mapping, channel } = useMapping(propertyId, channelId)
  const { data } = mapping
  const isFinal = data?.mappingStatus === 'finalized' && data.status === 'active'
  const hasChannel = channel !== undefined
  const reservations = useRef<HTMLHeadingElement>(null)
  const [isNewlyFinal, setNewlyFinal] = useState(false)
  useEffect(() => {
    if (!isNewlyFinal || !isFinal || !hasChannel) return
    reservations.current?.focus()
    setNewlyFinal(false)
  }, [isNewlyFinal, isFinal, hasChannel])
  return (
    <PageFrame>
      <PropertyHead propertyId={propertyId} channelId={channelId} part="mapping" />
      <LoadingOrFailure
        query={mapping}
        failed={t(isCode(mapping.error, 'channel-not-found') ? 'mapping.noChannel' : 'mapping.failed')}
      />
      {data && (
        <Review key={channelId} newest={data} onFinal={() => setNewlyFinal(true)}>
          {/* Specification A2, step 6. */}
          {isFinal && channel && (
            <Reservations
              propertyId={propertyId}
              channelId={channelId}
              progress={channel.reservations}
              titleRef={reservations}
            />
          )}
        </Review>
      )}
    </PageFrame>
  )
}

/** Reading a mapping asks the OTA, so it is read anew only when the list of channels says that it is another one. */
function useMapping(propertyId: string, channelId: string) {
  const channels = useQuery({
    ...channelsQuery(propertyId),
    refetchInterval: ({ state: { data } }) => (data?.channels.some(isLoading) ? loadingMs : restingMs),
  })
  const mapping = useQuery({
    ...mappingQuery(propertyId, channelId),
    refetchOnWindowFocus: false,
    refetchInterval: ({ state: { data } }) => (data?.pending ? pendingMs : false),
  })
  const channel = channelIn(channels.data, channelId)
  const { data, refetch } = mapping
  const isOther =
    data !== undefined &&
    channel !== undefined &&
    (channel.version !== data.version || channel.status !== data.status)
  const { dataUpdatedAt } = channels
  useEffect(() => {
    if (isOther && dataUpdatedAt > 0) void refetch()
  }, [isOther, dataUpdatedAt, refetch])
  return { mapping, channel }
}

const isLoading = ({ reservations }: Channel): boolean => reservations?.status === 'running'

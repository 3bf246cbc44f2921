import { useQuery } from '@tanstack/react-query'
import { type Channel, channelsQuery } from '../connection/api.ts'

const restingMs = 15_000
const runningMs = 1_000

/** A property's channels, read again and again, often while something happens to one. */
export const useChannels = (propertyId: string) =>
  useQuery({
    ...channelsQuery(propertyId),
    refetchInterval: ({ state }) => (state.data?.channels.some(isMoving) ? runningMs : restingMs),
  })

const isMoving = ({ status, reservations }: Channel): boolean =>
  status === 'disconnecting' || reservations?.status === 'running'

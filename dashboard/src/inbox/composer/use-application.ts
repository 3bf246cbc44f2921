import type { MessageType } from '@functions/lib/chat/message.ts'
import { useQuery } from '@tanstack/react-query'
import { applicationQuery, type MessagesApplication } from '../../connection/api.ts'
import type { ThreadDetails } from '../../live/message.ts'

/** Undefined while it is not known. */
export type Application = MessagesApplication | undefined

const staleMs = 10 * 60_000

/** Whether a property's messages at booking sites are switched on, asked for when somebody would write there. */
export function useApplication(type: MessageType, thread: ThreadDetails | undefined): Application {
  const propertyId = thread?.propertyId ?? null
  const { data } = useQuery({
    ...applicationQuery(propertyId ?? ''),
    // Only staff may ask.
    enabled: type === 'ota-message' && propertyId !== null && thread?.desk !== undefined,
    staleTime: staleMs,
    retry: false,
  })
  return data
}

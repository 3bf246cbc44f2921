import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Call, call } from '../../api/client.ts'
import { isCode } from '../../api/problem.ts'
import { threadChanged } from '../thread-events.ts'

/** Days are YYYY-MM-DD, money whole minor units. */
export interface AboutStay {
  reservationId: string
  propertyId: string
  arrival: string
  departure: string
  status?: string | null
  party?: number | { adults: number; children: number; infants: number } | null
  amount?: number | null
  currency?: string | null
  ota?: string | null
  otaBookingNumber?: string
  leadGuest?: Contact
  notes?: string
  arrivalTime?: string
}

interface Contact {
  name: string | null
  phone: string | null
  email: string | null
}

/** Source: `GET /chat/threads/:id/about`. */
export interface About {
  guest: ({ guestId: string; language: string | null; note: string | null } & Contact) | null
  stay: AboutStay | null
  otherStays: AboutStay[]
  property: {
    propertyId: string
    name: string | null
    timeZone: string | null
    facts: Record<string, string>
  } | null
}

const staleMs = 60_000

/** Null where the system does not tell. */
export const aboutQuery = (threadId: string) =>
  queryOptions({
    queryKey: ['about', threadId],
    queryFn: ({ signal }) =>
      call<About>({ path: `/chat/threads/${encodeURIComponent(threadId)}/about`, signal }).catch(error => {
        if (isCode(error, 'not-found')) return null
        throw error
      }),
    staleTime: staleMs,
  })

export const useAbout = (threadId: string) => useQuery(aboutQuery(threadId))

interface Writing extends Pick<Call, 'method' | 'path'> {
  threadId: string
  onDone: () => void
}

/** Stores what the page about a thread shows, which is then read again. */
export function useWriteDown({ threadId, onDone, ...request }: Writing) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: object) => call<void>({ ...request, body }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['about'] })
      threadChanged(queries, threadId)
      onDone()
    },
  })
}

export type Phase = 'arriving' | 'inHouse' | 'departing' | 'coming' | 'past'

/** Where a stay is on a day, YYYY-MM-DD. */
export function phaseOf(
  { arrival, departure }: Pick<AboutStay, 'arrival' | 'departure'>,
  today: string,
): Phase {
  if (arrival === today) return 'arriving'
  if (departure === today) return 'departing'
  if (today < arrival) return 'coming'
  return today < departure ? 'inHouse' : 'past'
}

/** The day in that zone; in the reader's where none is known. */
export const dayIn = (now: Date, timeZone: string | null): string =>
  new Intl.DateTimeFormat('en-CA', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    ...(timeZone !== null && { timeZone }),
  }).format(now)

const dayMs = 86_400_000

export const nightsOf = ({ arrival, departure }: Pick<AboutStay, 'arrival' | 'departure'>): number =>
  Math.round((Date.parse(departure) - Date.parse(arrival)) / dayMs)

/** Name, number and address of a booking's lead guest, as far as they differ from the guest's own. */
export const differing = ({ leadGuest }: AboutStay, guest: Contact | null | undefined): string[] =>
  (['name', 'phone', 'email'] as const).flatMap(field => {
    const value = leadGuest?.[field]
    return value && value !== guest?.[field] ? [value] : []
  })

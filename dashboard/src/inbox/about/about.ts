import type { threadSurroundings } from '@functions/lib/chat/reading/about-thread.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import type { Reply } from '../../api/json.ts'
import { isCode } from '../../api/problem.ts'

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

type Surroundings = Reply<typeof threadSurroundings>

type Contact = Pick<NonNullable<Surroundings['guest']>, 'name' | 'phone' | 'email'>

export interface About extends Pick<Surroundings, 'guest' | 'property'> {
  stay: AboutStay | null
  otherStays: AboutStay[]
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

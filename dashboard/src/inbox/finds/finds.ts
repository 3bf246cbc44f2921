import type { ThreadMatches } from '@functions/lib/chat/finding/search-words.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { call, post } from '../../api/client.ts'
import type { Json } from '../../api/json.ts'
import { threadPath } from '../../paths.ts'
import { toWrite } from '../../ui/thread-title.ts'

export type Finds = Json<ThreadMatches>
export type StayMatch = Finds['stays'][number]

/** A thread, or the stay of a guest whose thread is opened if there is none. */
export type Home = { threadId: string } | { reservationId: string }

const typingMs = 350
const fewestDigits = 6
/** Of a name or of a reservation's number. */
const fewestLetters = 3

/** The beginning of a number or of an e-mail address finds nothing yet. */
export function isFindable(text: string): boolean {
  const words = text.trim()
  if (words.length > 200) return false
  if (words.includes('@')) return /^\S+@\S+\.\S{2,}$/.test(words)
  if (/\p{L}/u.test(words)) return (words.match(/[\p{L}\d]/gu) ?? []).length >= fewestLetters
  return words.replace(/\D/g, '').length >= fewestDigits
}

/** A number that may be one of any country: it is looked for in those that are served, where they are named. */
export const lacksCountry = (text: string): boolean =>
  isFindable(text) && /^[\d\s()./-]+$/.test(text) && !text.trim().startsWith('00')

export const findsQuery = (text: string) =>
  queryOptions({
    queryKey: ['finds', text],
    queryFn: ({ signal }) =>
      call<Finds>({ method: 'POST', path: '/chat/threads/find', body: { q: text }, signal }),
    gcTime: 60_000,
  })

/** Threads by number, e-mail address, booking and property, and guests without one, once somebody has stopped typing. */
export function useFinds(text: string) {
  const [settled] = useDebouncedValue(text.trim(), typingMs)
  const isAsked = isFindable(text) && isFindable(settled)
  const found = useQuery({
    ...findsQuery(settled),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  return { ...found, isAsked, data: isAsked ? found.data : undefined }
}

type Start = { reservationId: string } | { to: { phone: string }; name: string | undefined }

/** Opens the thread of a stay or of a number, or finds it. */
export const openThread = async (start: Start): Promise<string> =>
  (await post<{ threadId: string }>('/chat/threads', start)).threadId

/** The same, and goes there to write. */
export function useOpenThread() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: openThread,
    onSuccess: threadId => {
      void queries.invalidateQueries({ queryKey: ['finds'] })
      void navigate({ pathname: threadPath(threadId), search: location.search }, { state: toWrite })
    },
  })
}

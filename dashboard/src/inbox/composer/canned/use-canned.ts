import type { CannedList } from '@functions/lib/chat/canned/list-canned.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from 'i18next'
import { type RefObject, useCallback } from 'react'
import { flushSync } from 'react-dom'
import { call } from '../../../api/client.ts'
import type { Json } from '../../../api/json.ts'
import type { ThreadDetails } from '../../../live/message.ts'
import { useUser } from '../../../session/session.ts'
import type { DraftFile } from '../drafts.ts'
import { type CannedReply, type Place, valuesOf, withCanned } from './canned.ts'

const path = '/chat/canned-replies'
const at = (id: string): string => `${path}/${encodeURIComponent(id)}`

const cannedQuery = queryOptions({
  queryKey: ['canned'],
  queryFn: ({ signal }) => call<Json<CannedList>>({ path, signal }),
  staleTime: 60_000,
})

export const useCanned = () => useQuery(cannedQuery)

export function useWriterName(): (userId: string) => string {
  const { uid } = useUser()
  const { data } = useCanned()
  return userId => (userId === uid ? t('canned.you') : (data?.authors[userId]?.name ?? t('canned.somebody')))
}

interface CannedChange {
  id: string
  /** Undefined for a new one. */
  version: number | undefined
  name: string
  text: string
  fileIds: string[]
}

/** The replies are read again after a change, also a failed one. */
export function useSaveCanned() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, version, ...fields }: CannedChange) =>
      version === undefined
        ? call<CannedReply>({ method: 'POST', path, body: { id, ...fields } })
        : call<CannedReply>({ method: 'PUT', path: at(id), body: { version, ...fields } }),
    onSettled: () => queries.invalidateQueries(cannedQuery),
  })
}

export function useDeleteCanned() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call<void>({ method: 'DELETE', path: at(id) }),
    onSettled: () => queries.invalidateQueries(cannedQuery),
  })
}

export interface Inserting {
  textBox: RefObject<HTMLTextAreaElement | null>
  text: string
  thread: ThreadDetails
  onWrite: (draft: { text: string }) => void
  /** Files that go along. */
  onFiles: (files: readonly DraftFile[]) => void
}

/** Puts a reply in its place, filled in, and goes on writing there. */
export function useInserting({ textBox, text, thread, onWrite, onFiles }: Inserting) {
  return useCallback(
    (reply: CannedReply, place: Place) => {
      const { text: filled, selected } = withCanned(text, place, reply, valuesOf(thread))
      flushSync(() => onWrite({ text: filled }))
      onFiles(reply.files)
      textBox.current?.focus()
      textBox.current?.setSelectionRange(selected.from, selected.to)
    },
    [textBox, text, thread, onWrite, onFiles],
  )
}

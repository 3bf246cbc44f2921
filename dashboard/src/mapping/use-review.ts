import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { ApiError } from '../api/problem.ts'
import { type ChannelMapping, mappingQuery, propertyChanged } from '../connection/api.ts'
import { useUser } from '../session/session.ts'
import { type Changed, changedRows, changesOf, type Draft, draftOf, errorsByRow, redo } from './draft.ts'
import type { Written } from './preview-dialog.tsx'
import { workMemory } from './work-memory.ts'

interface Work {
  base: ChannelMapping
  start: Draft
  draft: Draft
}

/** Without the OTA's offer a mapping is only shown, and changes wait until it can be read. */
function begin(base: ChannelMapping, changed?: Changed): Work {
  const start = draftOf(base)
  return { base, start, draft: changed && base.offer ? redo(changed, base) : start }
}

const noErrors: ReadonlyMap<string, string> = new Map()

/** The work of somebody who reviews a mapping, while others may write it. */
export function useReview(newest: ChannelMapping) {
  const queries = useQueryClient()
  const { uid } = useUser()
  const { propertyId, channelId } = newest
  const memory = useMemo(() => workMemory(uid, channelId), [uid, channelId])
  const [restored] = useState(memory.read)
  const [work, setWork] = useState(() => begin(newest, restored))
  const [errors, setErrors] = useState(noErrors)
  const [problem, setProblem] = useState<ApiError>()
  const changes = useMemo(() => changesOf(work.start, work.draft), [work])
  const changeCount = changes.rooms.size + changes.ratePlans.size
  // Taking the newest version loses none of the user's changes.
  if (newest !== work.base && changeCount === 0) setWork(begin(newest, memory.read()))
  const { base, draft } = work
  useEffect(() => {
    if (work.base.offer === null) return
    const changed = changedRows(work.start, work.draft)
    if (changed.rooms.length + changed.ratePlans.length === 0) memory.clear()
    else memory.write({ version: work.base.version, ...changed })
  }, [work, memory])
  const accepted = useCallback(() => {
    setErrors(noErrors)
    setProblem(undefined)
  }, [])
  const change = useCallback(
    (make: (draft: Draft) => Draft) => {
      setWork(now => ({ ...now, draft: make(now.draft) }))
      accepted()
    },
    [accepted],
  )
  const undo = () => {
    memory.clear()
    setWork(begin(newest))
    accepted()
  }
  const takeNewest = () => {
    setWork(now => begin(newest, changedRows(now.start, now.draft)))
    accepted()
  }
  const refuse = (error: unknown) => {
    if (!(error instanceof ApiError)) return
    setProblem(error)
    setErrors(errorsByRow(draft, error.failure.errors))
    // The refusal may come from somebody else's change, which the next answer brings.
    void queries.invalidateQueries({ queryKey: ['mapping', propertyId] })
  }
  const written = ({ version, mappingStatus, mapping }: Written) => {
    const now = { ...base, version, mappingStatus, mapping, differences: [], pending: null }
    queries.setQueryData(mappingQuery(propertyId, channelId).queryKey, now)
    memory.clear()
    setWork(begin(now))
    accepted()
    void propertyChanged(propertyId)
  }
  return {
    ...work,
    changes,
    changeCount,
    errors,
    problem,
    /** Changes of an earlier visit, some still to be saved. */
    restored: changeCount > 0 ? restored : undefined,
    isOvertaken: newest.version !== base.version,
    isReadOnly: newest.status !== 'active' || newest.pending !== null || base.offer === null,
    change,
    undo,
    takeNewest,
    refuse,
    written,
  }
}

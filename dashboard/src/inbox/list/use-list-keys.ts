import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { threadPath } from '../../paths.ts'
import { countsAsKey } from '../../ui/letter-keys.ts'
import { fromList } from '../../ui/thread-title.ts'
import type { ThreadEntry } from './thread-entries.ts'

interface ListKeys {
  entries: readonly Pick<ThreadEntry, 'threadId'>[]
  openId: string | undefined
  /** Of the address: view, filter and search stay as they are. */
  search: string
  /** Focuses the row of the open thread. */
  onList: () => void
}

/** J opens the next thread, Shift J the previous one; where none is open, the first or the last. U leads back to the list. */
export function useListKeys(keys: ListKeys): void {
  const navigate = useNavigate()
  const current = useRef(keys)
  const place = useRef(-1)
  useEffect(() => {
    current.current = keys
    const at = keys.entries.findIndex(({ threadId }) => threadId === keys.openId)
    // A thread that has just left the list leaves its place to the next one.
    if (at >= 0) place.current = at
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target, key, repeat, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event
      if (defaultPrevented || repeat || ctrlKey || metaKey || altKey) return
      if (!countsAsKey(target)) return
      const letter = key.toLowerCase()
      const { entries, openId, search, onList } = current.current
      if (letter === 'u') {
        event.preventDefault()
        onList()
      }
      if (letter !== 'j') return
      const next = entries[stepFrom(entries, openId, { place: place.current, isBack: shiftKey })]
      if (!next || next.threadId === openId) return
      event.preventDefault()
      void navigate({ pathname: threadPath(next.threadId), search }, { state: fromList })
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [navigate])
}

/** Where the next row is, or the previous one, also from a thread that has left the list. */
export function stepFrom(
  entries: readonly Pick<ThreadEntry, 'threadId'>[],
  openId: string | undefined,
  { place, isBack }: { place: number; isBack: boolean },
): number {
  const at = entries.findIndex(({ threadId }) => threadId === openId)
  if (openId === undefined) return isBack ? entries.length - 1 : 0
  if (isBack) return Math.max(0, (at < 0 ? Math.min(place, entries.length) : at) - 1)
  const next = at < 0 ? place : at + 1
  return Math.max(0, Math.min(next, entries.length - 1))
}

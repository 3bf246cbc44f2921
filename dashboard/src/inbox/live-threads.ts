import type { ThreadRecord } from '@functions/lib/chat/search/thread-record.ts'
import { useCallback, useSyncExternalStore } from 'react'
import { type Live, useLive } from '../live/use-live.ts'
import { onUserChange } from '../session/session.ts'

/** What the reader has just done to a thread, until the thread itself tells of it. */
interface Mark {
  unread?: boolean
  important?: boolean
  /** Of the record that will show it. */
  version: number
}

export interface LiveThreads {
  records: ReadonlyMap<string, ThreadRecord>
  marks: ReadonlyMap<string, Mark>
}

const nothing: LiveThreads = { records: new Map(), marks: new Map() }
let state = nothing
const listeners = new Set<() => void>()

function become(next: LiveThreads): void {
  state = next
  for (const listener of listeners) listener()
}

onUserChange(() => become(nothing))

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** How many of the threads that changed last are kept in view. */
const watched = 50

/** Threads that changed last, newer than the search index has them; while they are not heard of, it is asked again. */
export function useLiveThreads(askIndex: () => void): LiveThreads {
  const ask = useCallback(() => {
    // The index is newer by now.
    showNone()
    askIndex()
  }, [askIndex])
  useLive({ listen, ask, forget: showNone })
  return useSyncExternalStore(subscribe, () => state)
}

const listen: Live['listen'] = async onHeard => {
  const { watchThreads } = await import('../live/watch-threads.ts')
  return watchThreads({ size: watched, onThreads: showRecords, onHeard })
}

function showNone(): void {
  showRecords([])
}

/** All that are watched, so that nothing older lingers of one that no longer is. */
function showRecords(records: ThreadRecord[]): void {
  become({ ...state, records: new Map(records.map(record => [record.threadId, record])) })
}

/** Shows at once what the reader does; gives back how to take it back. */
export function markedLocally(threadId: string, patch: Omit<Mark, 'version'>, version = 0): () => void {
  const before = state.marks.get(threadId)
  // The thread's next version; its record counts from one.
  const mark = { ...before, ...patch, version: version + 2 }
  become({ ...state, marks: new Map(state.marks).set(threadId, mark) })
  return () => {
    const marks = new Map(state.marks)
    if (before) marks.set(threadId, before)
    else marks.delete(threadId)
    become({ ...state, marks })
  }
}

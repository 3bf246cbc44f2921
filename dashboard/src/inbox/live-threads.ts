import type { ThreadRecord } from '@functions/lib/chat/search/thread-record.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { whenIdle } from '../live/when-idle.ts'

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

let state: LiveThreads = { records: new Map(), marks: new Map() }
const listeners = new Set<() => void>()

function become(next: LiveThreads): void {
  state = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** How many of the threads that changed last are kept in view. */
const watched = 50

/** Threads that changed while the inbox is open, newer than the search index has them. */
export function useLiveThreads(): LiveThreads {
  useEffect(() => {
    let stop: (() => void) | undefined
    let isOver = false
    const cancel = whenIdle(() => {
      void import('../live/watch-threads.ts')
        .then(({ watchThreads }) => watchThreads(watched, received))
        .then(
          stopWatching => {
            if (isOver) stopWatching()
            else stop = stopWatching
          },
          () => {},
        )
    })
    return () => {
      isOver = true
      cancel()
      stop?.()
      become({ records: new Map(), marks: state.marks })
    }
  }, [])
  return useSyncExternalStore(subscribe, () => state)
}

function received(records: ThreadRecord[]): void {
  const next = new Map(state.records)
  for (const record of records) next.set(record.threadId, record)
  become({ ...state, records: next })
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

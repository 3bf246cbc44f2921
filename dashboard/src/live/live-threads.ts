import { useCallback, useEffect, useSyncExternalStore } from 'react'
import type { IndexRecord } from '../api/search-client.ts'
import { onUserChange } from '../session/session.ts'
import type { Desk } from './desk.ts'
import type { LiveThread } from './thread.ts'
import { type Live, useLive } from './use-live.ts'
import { readThreads, watchList } from './watch.ts'
import { whenIdle } from './when-idle.ts'

/** The reader's last change to a thread, until its record shows it. */
interface Mark {
  unread?: boolean
  important?: boolean
  /** Version of that record. */
  version: number
}

export interface LiveThreads {
  records: ReadonlyMap<string, IndexRecord>
  /** Also of threads that are no longer watched, with the version of their record. */
  desks: ReadonlyMap<
    string,
    Pick<LiveThread, 'desk' | 'facts' | 'attention' | 'newest'> & { version: number }
  >
  marks: ReadonlyMap<string, Mark>
}

const nothing: LiveThreads = { records: new Map(), desks: new Map(), marks: new Map() }
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

/** Threads that changed last, newer than in the search index, which is asked again while no update comes. */
export function useLiveThreads(askIndex: () => void): LiveThreads {
  const ask = useCallback(() => {
    if (!navigator.onLine) return
    // The index is newer by now.
    showNone()
    askIndex()
  }, [askIndex])
  useLive({ listen, ask, forget: forgetOnline })
  return useSyncExternalStore(subscribe, () => state)
}

export const useMarks = (): LiveThreads['marks'] => useSyncExternalStore(subscribe, () => state.marks)

const listen: Live['listen'] = onSignal =>
  watchList('threads', { size: watched }, { onThreads: showThreads, onSignal })

function showNone(): void {
  become({ ...state, records: new Map() })
}

/** Offline nothing newer comes instead of them. */
function forgetOnline(): void {
  if (navigator.onLine) showNone()
}

/** All that are watched, so that nothing older lingers of one that no longer is. */
function showThreads(threads: LiveThread[]): void {
  const records = new Map(threads.map(({ record }) => [record.threadId, record]))
  become({ ...state, records, desks: withDesks(threads) })
}

function withDesks(threads: readonly LiveThread[]): LiveThreads['desks'] {
  const desks = new Map(state.desks)
  for (const { record, desk, facts, attention, newest } of threads)
    desks.set(record.threadId, { desk, facts, attention, newest, version: record.version })
  return desks
}

const requests = new Map<string, number>()
onUserChange(() => requests.clear())

/** Reads the desk state of threads that only the index has sent: each once, and again when it has changed. */
export function useDesksOf(records: readonly IndexRecord[]): void {
  const { desks, records: live } = useSyncExternalStore(subscribe, () => state)
  // Most of them are watched anyway.
  const isHeard = live.size > 0
  useEffect(
    () =>
      whenIdle(() => {
        const missing = records.filter(({ threadId, version }) => {
          const newestVersion = Math.max(desks.get(threadId)?.version ?? -1, requests.get(threadId) ?? -1)
          return newestVersion < version
        })
        if (!isHeard || missing.length === 0) return
        for (const { threadId, version } of missing) requests.set(threadId, version)
        void readDesks(missing.map(({ threadId }) => threadId))
      }),
    [records, desks, isHeard],
  )
}

/** How the team works on each; those that the list does not know are read. */
export async function desksOf(
  entries: readonly { threadId: string; desk: Desk | undefined }[],
): Promise<ReadonlyMap<string, Desk>> {
  const missing = entries.filter(({ desk }) => !desk).map(({ threadId }) => threadId)
  if (missing.length > 0) await readDesks(missing)
  return new Map(
    entries.flatMap(({ threadId, desk = state.desks.get(threadId)?.desk }) =>
      desk ? [[threadId, desk]] : [],
    ),
  )
}

/** Without it rows say less, and nothing is wrong. */
async function readDesks(threadIds: readonly string[]): Promise<void> {
  const threads = await readThreads(threadIds).catch(() => [])
  if (threads.length > 0) become({ ...state, desks: withDesks(threads) })
}

/** Shows a mark at once; returns a function that takes it back. */
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

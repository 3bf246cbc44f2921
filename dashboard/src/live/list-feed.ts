import type { LiveThread } from './thread.ts'

export interface ListUpdate {
  threads: readonly LiveThread[]
  /** Ids of threads that left. */
  left: readonly string[]
  /** The list has just begun, so its threads need not be new. */
  isFirst: boolean
  /** Nobody listens to it any more. */
  isOver: boolean
}

type Listener = (update: ListUpdate) => void

const listeners = new Set<Listener>()
const lists = new Map<symbol, readonly LiveThread[]>()

function tell(update: ListUpdate): void {
  for (const listener of listeners) listener(update)
}

const idsOf = (threads: readonly LiveThread[]): string[] => threads.map(({ record }) => record.threadId)

/** A list's updates for parts beside the page that shows it. */
export function listFeed() {
  const list = Symbol('list')
  return {
    tell: (threads: readonly LiveThread[]) => {
      const before = lists.get(list)
      const now = new Set(idsOf(threads))
      lists.set(list, threads)
      const left = idsOf(before ?? []).filter(id => !now.has(id))
      tell({ threads, left, isFirst: before === undefined, isOver: false })
    },
    end: () => {
      const left = idsOf(lists.get(list) ?? [])
      lists.delete(list)
      tell({ threads: [], left, isFirst: false, isOver: true })
    },
  }
}

/** The listener hears every list at once and then each update; the function given back ends it. */
export function onListUpdate(listener: Listener): () => void {
  listeners.add(listener)
  for (const threads of lists.values()) listener({ threads, left: [], isFirst: true, isOver: false })
  return () => {
    listeners.delete(listener)
  }
}

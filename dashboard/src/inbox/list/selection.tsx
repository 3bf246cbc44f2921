import {
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react'
import { afterPick, nothingPicked, pickedOnly, prunePicked } from './picked.ts'
import type { ThreadEntry } from './thread-entries.ts'

interface Selection {
  ids: ReadonlySet<string>
  /** The threads that are listed now. */
  entries: RefObject<readonly ThreadEntry[]>
  pick: (threadId: string, isRange: boolean) => void
  only: (threadIds: readonly string[]) => void
  /** A thread that has left the list is no longer chosen, unless it is worked on. */
  list: (entries: readonly ThreadEntry[]) => void
  /** Threads stay chosen while worked on. */
  hold: (isHeld: boolean) => void
}

const SelectionContext = createContext<Selection | undefined>(undefined)

/** Threads of one list that are worked on at once; in another list none is chosen. */
export function SelectionProvider({ of, children }: { of: string; children: ReactNode }) {
  const [picked, setPicked] = useState(nothingPicked)
  const [shown, setShown] = useState(of)
  if (shown !== of) {
    setShown(of)
    setPicked(nothingPicked)
  }
  const entries = useRef<readonly ThreadEntry[]>([])
  const isHeld = useRef(false)
  const pick = useCallback((threadId: string, isRange: boolean) => {
    const listed = idsOf(entries.current)
    if (!isHeld.current) setPicked(now => afterPick(now, threadId, { listed, isRange }))
  }, [])
  const only = useCallback((threadIds: readonly string[]) => setPicked(pickedOnly(threadIds)), [])
  const list = useCallback((next: readonly ThreadEntry[]) => {
    entries.current = next
    if (!isHeld.current) setPicked(now => prunePicked(now, idsOf(next)))
  }, [])
  const hold = useCallback((next: boolean) => {
    isHeld.current = next
  }, [])
  const selection = useMemo(
    () => ({ ids: picked.ids, entries, pick, only, list, hold }),
    [picked, pick, only, list, hold],
  )
  return <SelectionContext value={selection}>{children}</SelectionContext>
}

const idsOf = (all: readonly ThreadEntry[]): string[] => all.map(({ threadId }) => threadId)

export function useSelection(): Selection {
  const selection = use(SelectionContext)
  if (!selection) throw new Error('there is no list around it')
  return selection
}

import type { ListAddress } from '@functions/lib/chat/desk/list-address.ts'
import { useCallback, useMemo, useState } from 'react'
import { ordered } from '../../live/desk.ts'
import { useMarks } from '../../live/live-threads.ts'
import type { LiveThread } from '../../live/thread.ts'
import { type Live, useLive } from '../../live/use-live.ts'
import { watchList } from '../../live/watch.ts'
import { onUserChange } from '../../session/session.ts'
import { entryOf } from './thread-entries.ts'

const dayMs = 86_400_000

interface ListState {
  threads: LiveThread[]
  isWhole: boolean
  /** Number of threads asked for. */
  size: number
}

/** By view and filter the longest, to show when the user comes back offline. */
const lastStates = new Map<string, ListState>()
onUserChange(() => lastStates.clear())

/** The first threads of a list, in its order, with some that do not stand in it. A shorter answer stays until a longer one comes. */
export function useDeskList(
  { view, filter }: ListAddress,
  { uid, size, now }: { uid: string; size: number; now: number },
) {
  const key = JSON.stringify([view, filter])
  const [state, setState] = useState(() => (navigator.onLine ? undefined : lastStates.get(key)))
  const [asks, setAsks] = useState(0)
  const [round, setRound] = useState(0)
  const day = Math.floor(now / dayMs)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round, and another day, listens anew
  const listen = useCallback<Live['listen']>(
    onSignal => {
      const onThreads = (threads: LiveThread[], isWhole: boolean) => {
        const now = { threads, isWhole, size }
        if (size >= (lastStates.get(key)?.size ?? 0)) lastStates.set(key, now)
        setState(now)
        setAsks(0)
      }
      return watchList('list', { address: { view, filter }, userId: uid, size }, { onThreads, onSignal })
    },
    [view, filter, uid, size, round, day, key],
  )
  const ask = useCallback(() => {
    if (navigator.onLine) setAsks(before => before + 1)
  }, [])
  useLive({ listen, ask, isContent: true })
  const again = () => {
    setAsks(0)
    setRound(round + 1)
  }
  const marks = useMarks()
  const entries = useMemo(() => {
    const all = state?.threads.map(({ record, desk, filed, facts, attention, newest }) => ({
      ...entryOf(uid, record, {
        marks,
        desks: new Map([[record.threadId, { desk, facts, attention, newest, version: record.version }]]),
      }),
      desk,
      filed,
      updatedAt: record.updatedAt,
    }))
    return all && ordered(view, all)
  }, [state, uid, marks, view])
  // A return to the window asks once, and listens at once.
  return { state, entries, isSilent: asks > (state ? 1 : 0), again }
}

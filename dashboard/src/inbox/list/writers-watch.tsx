import { useEffect, useMemo, useState } from 'react'
import { type Live, useLive } from '../../live/use-live.ts'
import { watch } from '../../live/watch.ts'
import { type Writer, type WritersView, withWriters, writingByThread } from '../../live/writers.ts'
import { useUser } from '../../session/session.ts'
import { useNow } from '../../ui/time.tsx'
import { tellWriting } from './writing.ts'

/** Gives rows the other users who write in their threads. Without updates it gives none. */
export function WritersWatch() {
  const { uid } = useUser()
  const [view, setView] = useState<WritersView>()
  const live = useMemo((): Live => {
    const listen: Live['listen'] = onSignal => {
      const onWriters = (writers: Writer[]) => setView(before => withWriters(before, writers, Date.now()))
      return watch('writing', {}, { onWriters, onSignal })
    }
    return { listen, ask: () => {}, forget: () => setView(undefined) }
  }, [])
  useLive(live)
  // Time alone makes somebody go.
  const now = useNow(5_000)
  useEffect(() => tellWriting(writingByThread(view, { uid, now })), [view, uid, now])
  useEffect(() => () => tellWriting(new Map()), [])
  return null
}

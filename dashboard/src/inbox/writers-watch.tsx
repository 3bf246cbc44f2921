import { useEffect, useMemo, useState } from 'react'
import { type Live, useLive } from '../live/use-live.ts'
import { watch } from '../live/watch.ts'
import { useUser } from '../session/session.ts'
import { useNow } from '../ui/time.tsx'
import { afterTelling, type ToldWriters, type Writer, writingByThread } from './writers.ts'
import { tellWriting } from './writing.ts'

/** Tells the rows who else writes in their threads. While nothing is heard nobody is known to. */
export function WritersWatch() {
  const { uid } = useUser()
  const [told, setTold] = useState<ToldWriters>()
  const live = useMemo((): Live => {
    const listen: Live['listen'] = onHeard => {
      const onWriters = (writers: Writer[]) => setTold(before => afterTelling(before, writers, Date.now()))
      return watch('writing', {}, { onWriters, onHeard })
    }
    return { listen, ask: () => {}, forget: () => setTold(undefined) }
  }, [])
  useLive(live)
  // Time alone makes somebody go.
  const now = useNow(5_000)
  useEffect(() => tellWriting(writingByThread(told, { uid, now })), [told, uid, now])
  useEffect(() => () => tellWriting(new Map()), [])
  return null
}

import { useEffect, useMemo, useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import { noPresence, type Others, othersIn, type Presence, withReports } from '../../live/presence.ts'
import { type Live, useLive } from '../../live/use-live.ts'
import { watch } from '../../live/watch.ts'
import { useUser } from '../../session/session.ts'
import { useNow } from '../../ui/time.tsx'
import { useDraft } from '../composer/drafts.ts'

/** A little longer than the server's pace. Milliseconds. */
const beatMs = 21_000
/** A text unchanged for so long is not being written. Milliseconds. */
const pauseMs = 10_000

/** Reports that the user has the thread open, and writes, while the page is seen; returns the others who do. */
export function usePresence(threadId: string): Others {
  const { uid } = useUser()
  const isWriting = useWriting(uid, threadId)
  const [view, setView] = useState(noPresence)
  const teller = useMemo(() => presenceTeller(threadId), [threadId])
  useEffect(() => {
    const beat = () => {
      if (document.visibilityState === 'visible') teller.tell(isWriting)
    }
    beat()
    const timer = setInterval(beat, beatMs)
    document.addEventListener('visibilitychange', beat)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', beat)
    }
  }, [teller, isWriting])
  const live = useMemo((): Live => {
    const listen: Live['listen'] = async onSignal => {
      await teller.delivery()
      const onPresence = (people: Presence) =>
        setView(before => withReports(before, people, performance.now()))
      return watch('presence', { threadId }, { onPresence, onSignal })
    }
    // Without updates the list of others is unknown.
    return { listen, ask: () => {}, forget: () => setView(noPresence) }
  }, [threadId, teller])
  useLive(live)
  // Time alone makes somebody go.
  useNow(5_000)
  return othersIn(view, { uid, now: performance.now() })
}

/** Whether the text has changed lately, in any window of the user. */
function useWriting(uid: string, threadId: string): boolean {
  const [{ text }] = useDraft(uid, threadId)
  const [isWriting, setWriting] = useState(false)
  const before = useRef(text)
  useEffect(() => {
    if (before.current === text) return
    before.current = text
    setWriting(text !== '')
    const timer = setTimeout(() => setWriting(false), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return isWriting
}

/** One request at a time, so that the newest report is the last. A failed report goes again with the next beat. */
function presenceTeller(threadId: string) {
  const path = `/chat/threads/${encodeURIComponent(threadId)}/presence`
  let newest = false
  let telling: Promise<void> | undefined
  const run = async () => {
    let report: boolean | undefined
    while (report !== newest) {
      report = newest
      await call<void>({ method: 'PUT', path, body: { isWriting: report } }).catch(() => {})
    }
    telling = undefined
  }
  return {
    tell(isWriting: boolean): void {
      newest = isWriting
      telling ??= run()
    },
    delivery: () => telling,
  }
}

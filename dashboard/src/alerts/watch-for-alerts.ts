import { watchList } from '../live/watch.ts'
import { whenQuiet } from '../live/when-quiet.ts'

const size = 50
const ignore = () => {}

/**
 * Watches the lists `mine` and `overdue` (50 threads each) on every page, for the notifications.
 * Returns a function that stops it.
 */
export function watchForAlerts(uid: string): () => void {
  let stops: (() => void)[] = []
  let isOver = false
  const listen = async () => {
    const callbacks = { onThreads: ignore, onSignal: ignore }
    const all = (['mine', 'overdue'] as const).map(view =>
      watchList('list', { address: { view, filter: {} }, userId: uid, size }, callbacks),
    )
    stops = await Promise.all(all)
    if (isOver) for (const stop of stops) stop()
  }
  // A failure is ignored: there is nothing to notify of, and the inbox itself shows that it is not connected.
  const cancel = whenQuiet(() => void listen().catch(ignore))
  return () => {
    isOver = true
    cancel()
    for (const stop of stops) stop()
  }
}

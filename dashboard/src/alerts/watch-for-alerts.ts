import { watchList } from '../live/watch.ts'
import { whenQuiet } from '../live/when-quiet.ts'

const size = 50
const ignore = () => {}

/** Listens to the threads of a reader and to those that are late, on whatever page they are. Gives back how to stop. */
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
  // Without a connection there is nothing to tell, and the lists say so.
  const cancel = whenQuiet(() => void listen().catch(ignore))
  return () => {
    isOver = true
    cancel()
    for (const stop of stops) stop()
  }
}

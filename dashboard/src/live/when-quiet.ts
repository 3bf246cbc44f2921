import { queryClient } from '../api/queries.ts'
import { whenIdle } from './when-idle.ts'

const quietMs = 300
const longestMs = 3_000
const everyMs = 100

/** Work that may wait until nothing has been requested for a while. */
export function whenQuiet(run: () => void): () => void {
  const startTime = performance.now()
  let lastAsked = startTime
  let cancel = () => clearInterval(timer)
  const timer = setInterval(() => {
    const now = performance.now()
    if (queryClient.isFetching() > 0) lastAsked = now
    if (now - lastAsked < quietMs && now - startTime < longestMs) return
    clearInterval(timer)
    cancel = whenIdle(run)
  }, everyMs)
  return () => cancel()
}

/** The same for a mouse and keys; a phone loads a rare part only when it is pressed. */
export const whenQuietAtDesk = (run: () => void): (() => void) =>
  matchMedia('(pointer: fine)').matches ? whenQuiet(run) : () => {}

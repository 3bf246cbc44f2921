import { useEffect, useRef, useState } from 'react'
import { watchVisibility } from './watch-visibility.ts'
import { whenQuiet } from './when-quiet.ts'
import { whileSilent } from './while-silent.ts'

export interface Live {
  /** Returns a function that stops it. `onSignal` gets whether an update comes from the server. */
  listen: (onSignal: (isFromServer: boolean) => void) => Promise<() => void>
  /** Reads updates that may have been missed. */
  ask: () => void
  /** The clean-up when listening stops. */
  forget?: () => void
  /** Whether the page shows nothing before the first update. */
  isContent?: boolean
}

/**
 * Listens while somebody may see the page; asks again and again while no update comes, and once when the page is seen
 * again after it had stopped listening. All must be stable.
 */
export function useLive({ listen, ask, forget, isContent = false }: Live): void {
  const isSeen = useSeenLately()
  const wasUnseen = useRef(false)
  useEffect(() => {
    if (!isSeen) {
      wasUnseen.current = true
      return
    }
    if (wasUnseen.current) ask()
    wasUnseen.current = false
    let stop: (() => void) | undefined
    let quiet: (() => void) | undefined
    let isOver = false
    const begin = () => {
      const { hear, stop: stopAsking } = whileSilent(ask)
      quiet = stopAsking
      listen(hear).then(
        stopListening => {
          if (isOver) stopListening()
          else stop = stopListening
        },
        () => hear(false),
      )
    }
    const cancel = isContent ? undefined : whenQuiet(begin)
    if (isContent) begin()
    return () => {
      isOver = true
      quiet?.()
      cancel?.()
      stop?.()
      forget?.()
    }
  }, [isSeen, listen, ask, forget, isContent])
}

function useSeenLately(): boolean {
  const [isSeen, setSeen] = useState(true)
  useEffect(() => watchVisibility(document, setSeen), [])
  return isSeen
}

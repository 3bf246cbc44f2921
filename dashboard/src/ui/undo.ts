/** How long something can be taken back: as long as somebody needs who is slow (WCAG 2.2, 2.2.1). Milliseconds. */
export const undoMs = 20_000

interface Offer {
  run: () => void
  /** It can no longer be taken back. */
  close: () => void
}

let last: Offer | undefined

/**
 * Lets something be taken back once, by what is given back or by `undoLast`, until something else is done. `close` is
 * called as soon as it cannot be any more, but for the time.
 */
export function offerUndo(offer: Offer): () => void {
  last?.close()
  last = offer
  setTimeout(() => {
    if (last === offer) last = undefined
  }, undoMs)
  return () => {
    if (last !== offer) return
    last = undefined
    offer.close()
    offer.run()
  }
}

/** Takes back what was done last, while it can be. */
export function undoLast(): void {
  const offer = last
  last = undefined
  offer?.close()
  offer?.run()
}

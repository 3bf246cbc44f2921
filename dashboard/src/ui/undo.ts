/** How long something can be taken back: as long as somebody needs who is slow (WCAG 2.2, 2.2.1). Milliseconds. */
export const undoMs = 20_000

interface Offer {
  run: () => void
  /** It can no longer be taken back. */
  close: () => void
}

let last: Offer | undefined

/**
 * Lets an act be taken back once, by the function it returns or by `undoLast`, until the next act or the time is over.
 * `close` is called at an undo or the next act, not at the end of the time.
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

/** Takes back the last act, while that is possible. */
export function undoLast(): void {
  const offer = last
  last = undefined
  offer?.close()
  offer?.run()
}

const firstMs = 3_000
const againMs = 10_000
const graceMs = 15_000

export interface Silence {
  /** The listener spoke, from the server or only from what it remembers. */
  hear: (isFromServer: boolean) => void
  stop: () => void
}

/**
 * Asks again and again while a listener tells nothing from the server: a proxy may let the API through and Firestore
 * not, and then no error comes.
 */
export function whileSilent(ask: () => void): Silence {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const askIn = (ms: number) => {
    timer = setTimeout(() => {
      ask()
      askIn(againMs)
    }, ms)
  }
  const quiet = () => {
    clearTimeout(timer)
    timer = undefined
  }
  askIn(firstMs)
  return {
    hear(isFromServer) {
      if (isOver) return
      if (isFromServer) quiet()
      else if (timer === undefined) askIn(graceMs)
    },
    stop() {
      isOver = true
      quiet()
    },
  }
}

const firstMs = 3_000
const againMs = 10_000
const graceMs = 15_000

export interface Silence {
  /** An update came, from the server or only from the listener's cache. */
  hear: (isFromServer: boolean) => void
  stop: () => void
}

/**
 * Asks again and again while a listener gets nothing from the server: a proxy may let the API through and Firestore
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

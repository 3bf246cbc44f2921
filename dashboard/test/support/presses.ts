import type { Page } from 'playwright-core'

interface Measured extends Window {
  untilShown: number[]
}

/** Runs in the page; measures the next key press until its effect is painted. */
function watch(isThere: () => boolean): void {
  const measured = window as unknown as Measured
  measured.untilShown ??= []
  const pressed = ({ timeStamp }: Event) => {
    const look = () =>
      requestAnimationFrame(() => {
        if (!isThere()) return look()
        // The effect is in the frame that is drawn now; the message comes after it.
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => measured.untilShown.push(performance.now() - timeStamp)
        return port2.postMessage(undefined)
      })
    look()
  }
  window.addEventListener('keydown', pressed, { capture: true, once: true })
}

interface Press {
  key: string
  /** Runs in the page; true once the key's effect shows. */
  isThere: () => boolean
  /** Brings the page back to where it was before. */
  after?: () => Promise<unknown>
}

export interface Times {
  presses: number
  median: number
  p95: number
}

/** Presses a key again and again, and returns the times until its effect is painted. Milliseconds. */
export async function timesOf(page: Page, presses: number, { key, isThere, after }: Press): Promise<Times> {
  await page.evaluate(() => {
    const measured = window as unknown as Measured
    measured.untilShown = []
  })
  for (let done = 0; done < presses; done += 1) {
    await page.evaluate(`(${watch})(${isThere})`)
    await page.keyboard.press(key)
    await page.waitForFunction(count => (window as unknown as Measured).untilShown.length > count, done)
    await after?.()
  }
  const all = await page.evaluate(() => (window as unknown as Measured).untilShown)
  const sorted = all.toSorted((one, other) => one - other)
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
  return { presses, median: at(0.5), p95: at(0.95) }
}

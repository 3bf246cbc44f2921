/** Between these, in milliseconds, libraries wait before they try again; time-outs of tests are shorter or longer. */
const [leastWait, mostWait] = [1000, 10_000]
const realSetTimeout = globalThis.setTimeout

const hastySetTimeout = (run: (...given: unknown[]) => void, delay = 0, ...given: unknown[]) => {
  const isRetry = delay >= leastWait && delay <= mostWait
  return realSetTimeout(run, isRetry ? delay / 20 : delay, ...given)
}

/** What a library waits for before it tries again comes sooner from now on, so that many cases fit into a run. */
export function hastenRetries(): void {
  globalThis.setTimeout = Object.assign(hastySetTimeout, realSetTimeout) as typeof setTimeout
}

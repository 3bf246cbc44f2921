import { setTimeout as realSetTimeout } from 'node:timers'

/** Libraries' waits before a retry lie between these; milliseconds. */
const [leastWait, mostWait] = [501, 10_000]

/**
 * Whether a library sets the timer: the project's own time limits stay, as a twentieth is too short on a busy machine.
 */
function isLibrary(): boolean {
  const caller = { stack: '' }
  Error.captureStackTrace(caller, hastySetTimeout)
  return caller.stack.split('\n')[1]?.includes('node_modules') ?? false
}

const hastySetTimeout = (run: (...given: unknown[]) => void, delay = 0, ...given: unknown[]) => {
  if (delay === 0) return setImmediate(run, ...given)
  const isRetry = delay >= leastWait && delay <= mostWait && isLibrary()
  return realSetTimeout(run, isRetry ? delay / 20 : delay, ...given)
}

/**
 * Libraries wait less before they try again, so that many cases fit into a run. The Firestore SDK takes its timer when
 * it is loaded, so this setup file comes before it. A pause of 0 ms, as before each read, needs no timer, which comes
 * after 1 ms, and later on a busy machine.
 */
globalThis.setTimeout = Object.assign(hastySetTimeout, realSetTimeout) as typeof setTimeout

const mapped = Error.prepareStackTrace

/** The SDK reads a stack at every call, for its errors; lines of sources are not looked up for these stacks. */
Error.prepareStackTrace = (error, frames) =>
  frames[0]?.getFileName()?.includes('@google-cloud/firestore')
    ? [error, ...frames].join('\n    at ')
    : mapped(error, frames)

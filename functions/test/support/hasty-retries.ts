import { setTimeout as realSetTimeout } from 'node:timers'

/** Between these, in milliseconds, libraries wait before they try again. */
const [leastWait, mostWait] = [501, 10_000]

/** The project's own time limits stay as they are: on a busy machine a twentieth of them is over. */
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
 * A library waits less before it tries again, so that many cases fit into a run. The Firestore SDK takes its timer when it
 * is loaded, so this is a setup file before it, and a pause of 0 ms before each read is no timer, which comes after 1 ms,
 * and later on a busy machine.
 */
globalThis.setTimeout = Object.assign(hastySetTimeout, realSetTimeout) as typeof setTimeout

const mapped = Error.prepareStackTrace

/** The SDK reads a stack at every call, so that its errors show who called; the lines of sources are not looked up for it. */
Error.prepareStackTrace = (error, frames) =>
  frames[0]?.getFileName()?.includes('@google-cloud/firestore')
    ? [error, ...frames].join('\n    at ')
    : mapped(error, frames)

import { ApiError } from './problem.ts'

const mostTries = 4

/** Milliseconds until a failed try is repeated. */
export const pause = (attempts: number, retryAfterSeconds: number | undefined): number =>
  Math.max((retryAfterSeconds ?? 0) * 1000, Math.min(30_000, 1_000 * 2 ** Math.min(attempts, 5)))

/** Repeats a call with a retryable failure, each time after a longer pause. Throws the last failure. */
export async function persistently<T>(run: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run()
    } catch (error) {
      if (signal.aborted || tries === mostTries || !mayWorkLater(error)) throw error
      await passed(pause(tries - 1, error.failure.retryAfterSeconds), signal)
    }
  }
}

export const mayWorkLater = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.failure.retryable

const passed = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })

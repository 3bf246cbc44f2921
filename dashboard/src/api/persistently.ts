import { pause } from '../outbox/entry.ts'
import { ApiError } from './problem.ts'

const mostTries = 4

/** Tries again what may work later, each time after a longer pause. Throws what the last try threw. */
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

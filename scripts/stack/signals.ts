import { watchAncestors } from './ancestors.ts'

const numbers: Partial<Record<NodeJS.Signals, number>> = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }

// On a terminal the same Ctrl-C arrives twice, from the terminal and passed on by npm.
const sameKeyPressMs = 700

/** The exit code by which a shell reports a death by signal. */
export function signalExitCode(signal: NodeJS.Signals): number {
  return 128 + (numbers[signal] ?? 15)
}

/** Calls `onStop` for the first request to stop (a signal, or the parent's death) and `onForce` for a later one. */
export function onStopRequest(onStop: (signal: NodeJS.Signals) => void, onForce: () => void): void {
  let first = 0
  const request = (signal: NodeJS.Signals) => {
    if (first === 0) {
      first = Date.now()
      onStop(signal)
    } else if (Date.now() - first > sameKeyPressMs) {
      onForce()
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, request)
  watchAncestors(() => request('SIGHUP'))
}

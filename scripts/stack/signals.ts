import { readFileSync } from 'node:fs'
import { constants } from 'node:os'

/** The exit code by which a shell reports a death by signal. */
export const signalExitCode = (signal: NodeJS.Signals): number => 128 + constants.signals[signal]

/**
 * Calls `onStop` for the first request to stop: a signal, or the death of the process that started this one. Later ones
 * count for nothing, since npm passes on a Ctrl-C that the terminal has sent here, too.
 */
export function onStopRequest(onStop: (signal: NodeJS.Signals) => void): void {
  let isStopping = false
  const request = (signal: NodeJS.Signals) => {
    if (!isStopping) onStop(signal)
    isStopping = true
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, request)
  const began = starters()
  setInterval(() => starters() !== began && request('SIGHUP'), 1_000).unref()
}

/** The parent's id; of a shell that npm started, and that would outlive npm, also npm's id. */
function starters(): string {
  const [, npm] = process.env.npm_lifecycle_event ? (/\(sh\) \S (\d+)/.exec(statOf(process.ppid)) ?? []) : []
  return `${process.ppid} ${npm}`
}

/** Empty without /proc: the shells of macOS hand their process over to the last command, so the parent is npm. */
function statOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return ''
  }
}

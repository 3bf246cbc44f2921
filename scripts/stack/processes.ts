import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import path from 'node:path'

/**
 * The processes of one stack, each the leader of a group that holds what it starts in turn. Ctrl-C in the terminal
 * reaches the launcher alone, which then ends the groups. A watchdog holds the other end of a pipe from this process,
 * and ends the groups when the pipe closes, so also after a SIGKILL of this process.
 */
export class Processes {
  /** `STACK_ID` in the environment of every process. */
  readonly id: string
  readonly #groups = new Set<number>()
  readonly #watchdog: ChildProcess

  /** The folders are removed at the end. */
  constructor(id: string, folders: string[]) {
    this.id = id
    const script = path.join(import.meta.dirname, 'watchdog.ts')
    this.#watchdog = spawn(process.execPath, [script, ...folders], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      cwd: '/',
    })
    this.#watchdog.stdin?.on('error', () => {}) // the watchdog was killed: end() does without it
    this.#watchdog.unref()
  }

  start(command: string, args: string[], options: SpawnOptions): ChildProcess {
    const env = { ...options.env, STACK_ID: this.id }
    const child = spawn(command, args, { ...options, env, detached: true })
    const { pid } = child
    if (pid === undefined) return child
    this.#groups.add(pid)
    this.#watchdog.stdin?.write(`${pid}\n`)
    child.once('exit', () => {
      killGroup(pid)
      // The number may be another process's from now on.
      this.#groups.delete(pid)
      this.#watchdog.stdin?.write(`-${pid}\n`)
    })
    return child
  }

  /** Starts a Node program whose output goes straight to a log file, so that no line is lost or late. */
  service(args: string[], logFile: string, options: SpawnOptions): ChildProcess {
    const log = openSync(logFile, 'w')
    const child = this.start(process.execPath, args, { ...options, stdio: ['ignore', log, log] })
    closeSync(log)
    return child
  }

  async end(): Promise<void> {
    this.#watchdog.stdin?.end()
    if (isRunning(this.#watchdog)) {
      this.#watchdog.ref()
      await once(this.#watchdog, 'exit')
    }
    for (const id of this.#groups) killGroup(id)
  }
}

export function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null
}

/** Sends a signal to the group of a process; false where there is no such group. */
export function killGroup(id: number, signal: NodeJS.Signals | 0 = 'SIGKILL'): boolean {
  try {
    return process.kill(-id, signal)
  } catch {
    return false
  }
}

import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** How long a service may take to end by itself before it is killed. */
const graceMs = 5_000

/** Starts processes for one stack and ends them, with everything they started in turn. */
export class Supervisor {
  readonly marker: string
  readonly #watchdog: ChildProcess
  readonly #services: ChildProcess[] = []
  #ending: Promise<void> | undefined

  /** `folders` are removed when the stack has ended, also when this process was killed. */
  constructor(id: string, folders: string[]) {
    this.marker = `STACK_ID=${id}`
    this.#watchdog = spawn(
      process.execPath,
      [path.join(import.meta.dirname, 'watchdog.ts'), this.marker, ...folders],
      {
        detached: true,
        stdio: ['pipe', 'ignore', 'ignore'],
        cwd: '/',
      },
    )
    this.#watchdog.stdin?.on('error', () => {}) // a watchdog that is gone is noticed in end()
    this.#watchdog.on('error', () => {})
    this.#watchdog.unref()
  }

  /**
   * Starts a service in Node, in a process group of its own, so that Ctrl-C in the terminal reaches only the launcher,
   * which then stops things in order. It writes to the log directly, so nothing is lost or held back.
   */
  service(args: string[], logFile: string, options: SpawnOptions): ChildProcess {
    const log = openSync(logFile, 'w')
    const all: SpawnOptions = { ...options, stdio: ['ignore', log, log], detached: true }
    const child = this.spawn(process.execPath, args, all)
    closeSync(log)
    this.#services.push(child)
    return child
  }

  /** Starts a process that shares the terminal. */
  spawn(command: string, args: string[], options: SpawnOptions): ChildProcess {
    const [name = '', value = ''] = this.marker.split('=')
    const child = spawn(command, args, { ...options, env: { ...options.env, [name]: value } })
    if (child.pid !== undefined) this.#watchdog.stdin?.write(`${child.pid}\n`)
    return child
  }

  /** Asks the services to end, then ends whatever is left. `force` leaves out the asking. */
  async end(force = false): Promise<void> {
    if (force) this.#letWatchdogKill()
    this.#ending ??= this.#end()
    await this.#ending
  }

  async #end(): Promise<void> {
    const alive = this.#services.filter(isRunning)
    for (const child of alive) child.kill('SIGTERM')
    const ended = Promise.all(alive.map(child => (isRunning(child) ? once(child, 'exit') : undefined)))
    await Promise.race([ended, sleep(graceMs, undefined, { ref: false })])
    this.#letWatchdogKill()
    if (isRunning(this.#watchdog)) {
      this.#watchdog.ref()
      await once(this.#watchdog, 'exit')
    }
  }

  #letWatchdogKill(): void {
    this.#watchdog.stdin?.end()
  }
}

export function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null
}

import { createServer } from 'node:http'
import { loadedFunctions } from './backends.ts'
import { host } from './ports.ts'

/** `status` is 0 where there was no answer. */
export type SweepResult = { ran: string[]; failed: { name: string; status: number; detail: string }[] }

/** The emulator may never answer for a function whose process died; the others must not wait for it. */
const answersWithinMs = 60_000

/**
 * Runs the scheduled functions, which the emulator suite never does: it has no scheduler, but takes their event on
 * the address that its own Pub/Sub trigger would use.
 */
export class Sweeper {
  readonly #origin: string
  readonly #project: string
  readonly #timeoutMs: number
  readonly #stopped = new AbortController()
  #last: Promise<unknown> = Promise.resolve()
  #next: Promise<SweepResult> | undefined
  /** Whether the next run leaves out the functions that are not due. */
  #onlyDue = true
  readonly #lastRuns = new Map<string, number>()

  constructor(functionsOrigin: string, project: string, timeoutMs = answersWithinMs) {
    this.#origin = functionsOrigin
    this.#project = project
    this.#timeoutMs = timeoutMs
  }

  /**
   * Runs each scheduled function once, or only those with these names. Never overlaps another run; callers who wait
   * meanwhile for a run of all share the next one.
   */
  run(names?: readonly string[]): Promise<SweepResult> {
    if (names) return this.#queue(() => this.#runThose(name => names.includes(name), names))
    this.#onlyDue = false
    return this.runDue()
  }

  /** A run of all without those that would run less often than every minute and are not due yet. */
  runDue(): Promise<SweepResult> {
    this.#next ??= this.#queue(() => this.#runNext())
    return this.#next
  }

  stop(): void {
    this.#stopped.abort()
  }

  #queue(run: () => Promise<SweepResult>): Promise<SweepResult> {
    const result = this.#last.then(run, run)
    this.#last = result
    return result
  }

  #runNext(): Promise<SweepResult> {
    const onlyDue = this.#onlyDue
    this.#onlyDue = true
    this.#next = undefined
    return this.#runThose((name, everyMinutes) => !onlyDue || this.#isDue(name, everyMinutes))
  }

  /** A name of `expected` that no scheduled function has is a failure. */
  async #runThose(
    isWanted: (name: string, everyMinutes: number) => boolean,
    expected: readonly string[] = [],
  ): Promise<SweepResult> {
    const functions = await loadedFunctions(this.#origin, this.#stopped.signal)
    const unknown = new Set(expected)
    const result: SweepResult = { ran: [], failed: [] }
    for (const { id, name, scheduled, everyMinutes = 1 } of functions) {
      if (!scheduled || !isWanted(name, everyMinutes)) continue
      unknown.delete(name)
      this.#lastRuns.set(name, Date.now())
      const failure = await this.#failureOf(id, name)
      if (failure) result.failed.push({ name, ...failure })
      else result.ran.push(name)
    }
    for (const name of unknown)
      result.failed.push({ name, status: 404, detail: 'no such scheduled function' })
    return result
  }

  async #failureOf(id: string, name: string): Promise<{ status: number; detail: string } | undefined> {
    try {
      const response = await this.#invoke(id, name)
      const { ok, status } = response
      const text = await response.text()
      return ok ? undefined : { status, detail: text.slice(0, 500) || 'its error is in the log' }
    } catch (error) {
      if (this.#stopped.signal.aborted) throw error
      return { status: 0, detail: String(error) }
    }
  }

  /** A slow one is first due one interval after it was first seen. */
  #isDue(name: string, everyMinutes: number): boolean {
    if (everyMinutes <= 1) return true
    const last = this.#lastRuns.get(name) ?? Date.now()
    this.#lastRuns.set(name, last)
    return Date.now() - last >= everyMinutes * 60_000
  }

  /** The headers are those of Cloud Scheduler; `-0` is the generation that the emulator gives a trigger. */
  #invoke(id: string, name: string): Promise<Response> {
    return fetch(`${this.#origin}/functions/projects/${this.#project}/triggers/${id}-0`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-cloudscheduler-jobname': name,
        'x-cloudscheduler-scheduletime': new Date().toISOString(),
      },
      body: '{}',
      signal: AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(this.#timeoutMs)]),
    })
  }
}

/**
 * Serves SWEEP_URL: a POST runs the scheduled functions, or those of `?only=a,b`, and answers `{ran}`, or 500 `{ran,
 * failed}`.
 */
export async function serveSweeps(sweeper: Sweeper, port: number): Promise<{ close(): void }> {
  const server = createServer((request, response) => {
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(`${JSON.stringify(body)}\n`)
    }
    request.resume()
    if (request.method !== 'POST') return answer(405, { error: 'POST runs every scheduled function once' })
    const only = new URL(request.url ?? '/', `http://${host}`).searchParams.get('only')
    sweeper.run(only?.split(',')).then(
      result => (result.failed.length === 0 ? answer(200, { ran: result.ran }) : answer(500, result)),
      error => answer(500, { ran: [], failed: [], error: String(error) }),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  })
  return {
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Runs the sweeps regularly, slow ones at the pace of their schedule; a failure is reported once until it changes. */
export function sweepRegularly(
  sweeper: Sweeper,
  everyMs: number,
  report: (line: string) => void,
): () => void {
  let last = ''
  const timer = setInterval(() => {
    sweeper.runDue().then(
      ({ failed }) => {
        const line = failed.map(({ name, status }) => `${name} answered ${status}`).join(', ')
        if (line && line !== last) report(`scheduled functions failed: ${line}`)
        last = line
      },
      () => {}, // the emulators are stopping or gone, which is reported elsewhere
    )
  }, everyMs)
  return () => clearInterval(timer)
}

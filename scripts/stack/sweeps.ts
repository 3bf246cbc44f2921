import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { host } from './ports.ts'

/** The names of functions that ran, and what became of the others. */
type SweepResult = { ran: string[]; failed: string[] }
/** Runs the functions of these names, or those whose schedule says so, or without either all, after the runs before. */
export type Sweep = (which?: readonly string[] | 'due') => Promise<SweepResult>

const schedule = z
  .object({ schedule: z.string() })
  // `every 5 minutes`, or once a day.
  .transform(({ schedule: text }) => (text.startsWith('every day') ? 1440 : Number(/\d+/.exec(text) ?? 1)))
const trigger = z.object({ id: z.string(), name: z.string(), schedule: schedule.nullish() })
const loaded = z.object({ backends: z.array(z.object({ functionTriggers: z.array(trigger) })) })

/** The scheduled functions that the functions emulator has loaded, with the minutes between two runs of a deployed one. */
export async function scheduledFunctions(origin: string) {
  const { backends } = loaded.parse(await (await fetch(`${origin}/backends`)).json())
  const triggers = backends.flatMap(({ functionTriggers }) => functionTriggers)
  return triggers.flatMap(({ id, name, schedule: minutes }) => (minutes ? [{ id, name, minutes }] : []))
}

/**
 * Runs scheduled functions, which the emulator suite never does: it has no scheduler, but takes their event on the
 * address that its own Pub/Sub trigger would use. It may never answer for a function whose process died, and the others
 * must not wait for that.
 */
export function sweeper(origin: string, project: string, timeoutMs = 60_000): Sweep {
  const began = Date.now()
  const lastRuns = new Map<string, number>()
  let last: Promise<unknown> = Promise.resolve()

  /** Answers what is wrong. The headers are those of Cloud Scheduler; `-0` is the generation that the emulator gives a trigger. */
  async function call(id: string, name: string): Promise<string | undefined> {
    const headers = {
      'content-type': 'application/json',
      'x-cloudscheduler-jobname': name,
      'x-cloudscheduler-scheduletime': new Date().toISOString(),
    }
    const url = `${origin}/functions/projects/${project}/triggers/${id}-0`
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(url, { method: 'POST', headers, body: '{}', signal })
    const text = await response.text()
    return response.ok ? undefined : `answered ${response.status} ${text.slice(0, 500)}`
  }

  async function run(which?: readonly string[] | 'due'): Promise<SweepResult> {
    const all = await scheduledFunctions(origin)
    const due = all.filter(
      ({ name, minutes }) => minutes === 1 || Date.now() - (lastRuns.get(name) ?? began) >= minutes * 60_000,
    )
    const result: SweepResult = { ran: [], failed: [] }
    const names = which === 'due' ? due.map(({ name }) => name) : (which ?? all.map(({ name }) => name))
    for (const name of names) {
      lastRuns.set(name, Date.now())
      const id = all.find(one => one.name === name)?.id
      const problem = id === undefined ? 'is no scheduled function' : await call(id, name).catch(String)
      if (problem === undefined) result.ran.push(name)
      else result.failed.push(`${name} ${problem}`)
    }
    return result
  }

  return which => {
    const result = last.then(() => run(which))
    last = result.catch(() => {})
    return result
  }
}

/** Serves SWEEP_URL until `signal`: a POST runs the functions, or those of `?only=a,b`; 200 or 500 `{ran, failed}`. */
export async function serveSweeps(sweep: Sweep, port: number, signal: AbortSignal): Promise<void> {
  const server = createServer(async (request, response) => {
    request.resume()
    const only = new URL(request.url ?? '/', `http://${host}`).searchParams.get('only')
    const result =
      request.method === 'POST'
        ? await sweep(only?.split(',')).catch(error => ({ ran: [], failed: [String(error)] }))
        : undefined
    const status = result === undefined ? 405 : result.failed.length > 0 ? 500 : 200
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(`${JSON.stringify(result ?? {})}\n`)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen({ port, host, signal }, resolve)
  })
}

/** Runs what is due every few seconds until `signal`; a failure is reported once until it changes. */
export async function sweepRegularly(
  sweep: Sweep,
  everyMs: number,
  signal: AbortSignal,
  report: (line: string) => void,
): Promise<void> {
  let reported = ''
  while (await sleep(everyMs, true, { signal, ref: false }).catch(() => false)) {
    // Without an answer the emulators are stopping or gone, which is reported elsewhere.
    const { failed } = await sweep('due').catch((): SweepResult => ({ ran: [], failed: [] }))
    const line = failed.join('; ')
    if (line && line !== reported && !signal.aborted) report(`scheduled functions failed: ${line}`)
    reported = line
  }
}

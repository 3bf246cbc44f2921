import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { host } from './ports.ts'

/** `status` is 0 where there was no answer. */
type Failure = { name: string; status: number; detail: string }
export type SweepResult = { ran: string[]; failed: Failure[] }
/** Runs these functions, or those whose schedule says so, or without either all, after the runs before. */
export type Sweep = (which?: readonly string[] | 'due') => Promise<SweepResult>

const backends = z.object({
  backends: z.array(
    z.object({
      functionTriggers: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          schedule: z.object({ schedule: z.string() }).nullish(),
        }),
      ),
    }),
  ),
})

/** The scheduled functions that the functions emulator has loaded, with the minutes between two runs of a deployed one. */
export async function scheduledFunctions(origin: string) {
  const loaded = backends.parse(await (await fetch(`${origin}/backends`)).json())
  return loaded.backends
    .flatMap(({ functionTriggers }) => functionTriggers)
    .flatMap(({ id, name, schedule }) =>
      schedule ? [{ id, name, minutes: minutesIn(schedule.schedule) }] : [],
    )
}

/** Of `every 5 minutes`, or of a day. */
const minutesIn = (schedule: string): number =>
  schedule.startsWith('every day') ? 24 * 60 : Number(/^every (\d+) minutes?$/.exec(schedule)?.[1] ?? 1)

/**
 * Runs scheduled functions, which the emulator suite never does: it has no scheduler, but takes their event on the
 * address that its own Pub/Sub trigger would use. It may never answer for a function whose process died, and the others
 * must not wait for that.
 */
export function sweeper(origin: string, project: string, timeoutMs = 60_000): Sweep {
  const began = Date.now()
  const lastRuns = new Map<string, number>()
  let last: Promise<unknown> = Promise.resolve()

  const isDue = (name: string, minutes: number): boolean =>
    minutes <= 1 || Date.now() - (lastRuns.get(name) ?? began) >= minutes * 60_000

  async function failureOf(id: string, name: string): Promise<Omit<Failure, 'name'> | undefined> {
    lastRuns.set(name, Date.now())
    try {
      // The headers are those of Cloud Scheduler; `-0` is the generation that the emulator gives a trigger.
      const response = await fetch(`${origin}/functions/projects/${project}/triggers/${id}-0`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-cloudscheduler-jobname': name,
          'x-cloudscheduler-scheduletime': new Date().toISOString(),
        },
        body: '{}',
        signal: AbortSignal.timeout(timeoutMs),
      })
      const text = await response.text()
      if (response.ok) return undefined
      return { status: response.status, detail: text.slice(0, 500) || 'its error is in the log' }
    } catch (error) {
      return { status: 0, detail: String(error) }
    }
  }

  async function run(which?: readonly string[] | 'due'): Promise<SweepResult> {
    const all = await scheduledFunctions(origin)
    const unknown = Array.isArray(which) ? which.filter(name => all.every(one => one.name !== name)) : []
    const result: SweepResult = {
      ran: [],
      failed: unknown.map(name => ({ name, status: 404, detail: 'no such scheduled function' })),
    }
    for (const { id, name, minutes } of all) {
      if (which === 'due' ? !isDue(name, minutes) : which && !which.includes(name)) continue
      const failure = await failureOf(id, name)
      if (failure) result.failed.push({ name, ...failure })
      else result.ran.push(name)
    }
    return result
  }

  return which => {
    const result = last.then(() => run(which))
    last = result.catch(() => {})
    return result
  }
}

/** Serves SWEEP_URL until `signal`: a POST runs the functions, or those of `?only=a,b`; 200 `{ran}`, 500 `{ran, failed}`. */
export async function serveSweeps(sweep: Sweep, port: number, signal: AbortSignal): Promise<void> {
  const server = createServer((request, response) => {
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(`${JSON.stringify(body)}\n`)
    }
    request.resume()
    if (request.method !== 'POST') return answer(405, { error: 'POST runs every scheduled function once' })
    const only = new URL(request.url ?? '/', `http://${host}`).searchParams.get('only')
    sweep(only?.split(',')).then(
      ({ ran, failed }) => (failed.length === 0 ? answer(200, { ran }) : answer(500, { ran, failed })),
      error => answer(500, { ran: [], failed: [], error: String(error) }),
    )
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
  for (;;) {
    await sleep(everyMs, undefined, { signal, ref: false }).catch(() => {})
    if (signal.aborted) return
    // Without an answer the emulators are stopping or gone, which is reported elsewhere.
    const { failed } = await sweep('due').catch((): SweepResult => ({ ran: [], failed: [] }))
    const line = failed.map(({ name, status }) => `${name} answered ${status}`).join(', ')
    if (line && line !== reported && !signal.aborted) report(`scheduled functions failed: ${line}`)
    reported = line
  }
}

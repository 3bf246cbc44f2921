import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { host } from './ports.ts'

/** Names of the functions that ran, and of the others with their errors. */
type SweepResult = { ran: string[]; failed: string[] }
/** Runs the named functions, the functions whose schedule is due, or all, after earlier runs have ended. */
export type Sweep = (which?: readonly string[] | 'due') => Promise<SweepResult>

const trigger = z.object({
  id: z.string(),
  name: z.string(),
  schedule: z.object({ schedule: z.string() }).nullish(),
})
const loaded = z.object({ backends: z.array(z.object({ functionTriggers: z.array(trigger) })) })

/** `every 5 minutes`, or once a day. */
const minutesOf = (schedule: string): number =>
  schedule.startsWith('every day') ? 1440 : Number(/\d+/.exec(schedule) ?? 1)

/** The scheduled functions that the functions emulator has loaded, with the minutes between two runs of a deployed one. */
export async function scheduledFunctions(origin: string) {
  const { backends } = loaded.parse(await (await fetch(`${origin}/backends`)).json())
  const triggers = backends.flatMap(({ functionTriggers }) => functionTriggers)
  return triggers.flatMap(({ id, name, schedule }) =>
    schedule ? [{ id, name, minutes: minutesOf(schedule.schedule) }] : [],
  )
}

/**
 * Runs scheduled functions, which the emulator suite never does: it has no scheduler, but takes their event on the
 * address that its own Pub/Sub trigger would use. The emulator may never answer for a function whose process died; the
 * other functions must not wait for it.
 */
export function sweeper(origin: string, project: string, timeoutMs = 60_000): Sweep {
  const began = Date.now()
  const lastRuns = new Map<string, number>()
  let last: Promise<unknown> = Promise.resolve()

  /**
   * Returns the error, or ''. The headers are those of Cloud Scheduler; `-0` is the generation that the emulator gives
   * a trigger.
   */
  async function call(name: string, id?: string): Promise<string> {
    if (id === undefined) return 'is no scheduled function'
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
    return response.ok ? '' : `answered ${response.status} ${text.slice(0, 500)}`
  }

  const isDue = ({ name, minutes }: { name: string; minutes: number }): boolean =>
    minutes === 1 || Date.now() - (lastRuns.get(name) ?? began) >= minutes * 60_000

  async function run(which: Parameters<Sweep>[0]): Promise<SweepResult> {
    const all = await scheduledFunctions(origin)
    const chosen = which === 'due' ? all.filter(isDue) : (which?.map(name => ({ name })) ?? all)
    const result: SweepResult = { ran: [], failed: [] }
    for (const { name } of chosen) {
      lastRuns.set(name, Date.now())
      const problem = await call(name, all.find(one => one.name === name)?.id).catch(String)
      if (problem) result.failed.push(`${name} ${problem}`)
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

/**
 * Serves SWEEP_URL until `signal`: a POST runs all functions, or the functions of `?only=a,b`; 200 or 500 `{ran,
 * failed}`. Port 0 is any free port. Returns the address.
 */
export async function serveSweeps(sweep: Sweep, port: number, signal?: AbortSignal): Promise<string> {
  const server = createServer(async ({ method, url = '' }, response) => {
    response.setHeader('content-type', 'application/json')
    if (method !== 'POST') return response.writeHead(405).end('{}')
    const only = new URL(url, 'http://sweeps').searchParams.get('only')?.split(',')
    const result = await sweep(only).catch(error => ({ ran: [], failed: [String(error)] }))
    response.writeHead(result.failed.length > 0 ? 500 : 200).end(JSON.stringify(result))
  })
  // On a busy machine the end of an idle connection would race with the caller's next request.
  server.keepAliveTimeout = 120_000
  await once(server.listen({ port, host, ...(signal && { signal }) }), 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('the sweeps do not listen')
  return `http://${host}:${address.port}`
}

/** Runs what is due every 15 seconds until `signal`; a failure is reported once until it changes. */
export async function sweepRegularly(
  sweep: Sweep,
  signal: AbortSignal,
  report: (line: string) => void,
): Promise<void> {
  let reported = ''
  while (await sleep(15_000, true, { signal, ref: false }).catch(() => false)) {
    // Without an answer the emulators are stopping or have ended, which the stack reports.
    const { failed } = await sweep('due').catch((): SweepResult => ({ ran: [], failed: [] }))
    const line = failed.join('; ')
    if (line && line !== reported && !signal.aborted) report(`! scheduled functions failed: ${line}`)
    reported = line
  }
}

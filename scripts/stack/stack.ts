import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { cleanEnv } from './clean-env.ts'
import { dashboardBuild } from './dashboard-build.ts'
import { startEmulators } from './emulators.ts'
import { StackError } from './errors.ts'
import { findJava } from './java.ts'
import { isReady, lastLines, readLog } from './log-file.ts'
import { localParameters, localUrl } from './parameters.ts'
import { lastFailureLog, repoRoot, stacksDir } from './paths.ts'
import { freePorts, host, type Ports } from './ports.ts'
import { Processes } from './processes.ts'
import type { Progress } from './progress.ts'
import { localProject } from './project.ts'
import { stageFunctions, stagePages } from './staging.ts'
import { serveSweeps, sweeper, sweepRegularly } from './sweeps.ts'

export type StackOptions = {
  progress: Progress
  /** Take the well-known ports where they are free (`npm start`); otherwise always free ones. */
  preferDefaultPorts?: boolean
  /** Parameters and secrets of the functions that differ from the usual ones. */
  parameters?: Record<string, string>
  /** The Firestore emulator alone, for tests and benches that call the code in their own process. */
  onlyFirestore?: boolean
  /** Scheduled functions run only at a request to `SWEEP_URL`. */
  withoutSchedules?: boolean
  /** Where the logs go and stay; without it they are removed with the stack. */
  logDir?: string
}

export type Stack = {
  /** The environment that with-stack hands to its command. */
  env: Record<string, string>
  ports: Ports
  processes: Processes
  /** Resolves when the emulators end without `stop`. */
  crashed: Promise<StackError>
}

/** A stack that is on its way up and can already be stopped. */
export type StartingStack = { ready: Promise<Stack>; stop(): Promise<void> }

type Site = { dir: string; temporaryDir: string; logs: string; processes: Processes; stopped: AbortSignal }

/** Starts the emulator suite, the sandbox and the sweeps of one stack. */
export function startStack(options: StackOptions): StartingStack {
  const id = randomBytes(4).toString('hex')
  const dir = path.join(stacksDir, id)
  const temporaryDir = mkdtempSync(path.join(tmpdir(), 'stack-'))
  const logs = path.resolve(options.logDir ?? dir)
  for (const folder of [dir, logs]) mkdirSync(folder, { recursive: true })
  const processes = new Processes(id, [dir, temporaryDir])
  const stopping = new AbortController()
  const stop = () => {
    stopping.abort()
    return processes.end()
  }
  const site = { dir, temporaryDir, logs, processes, stopped: stopping.signal }
  const ready = bringUp(options, site).catch(async error => {
    const log = emulatorLog(site)
    if (!stopping.signal.aborted && existsSync(log)) copyFileSync(log, lastFailureLog)
    await stop()
    throw error
  })
  return { ready, stop }
}

const emulatorLog = ({ logs }: Site): string => path.join(logs, 'emulators.log')

async function bringUp(options: StackOptions, site: Site): Promise<Stack> {
  const { progress, onlyFirestore = false } = options
  const { processes, stopped } = site
  progress.start('looking for Java and free ports')
  findJava() // nothing else begins without a JVM
  const ports = await freePorts(options.preferDefaultPorts)
  if (!onlyFirestore) await Promise.all([build(options, site, ports), startSandbox(site, ports)])
  progress.start('starting the emulators')
  const logFile = emulatorLog(site)
  const emulators = await startEmulators(processes, { ...site, logFile, ports, onlyFirestore })
  const crashed = new Promise<StackError>(resolve => {
    emulators.once('exit', () => {
      if (!stopped.aborted) resolve(new StackError(`The emulators ended:\n${lastLines(logFile)}`))
    })
  })
  if (!onlyFirestore) {
    const sweep = sweeper(localUrl(ports.functions), localProject)
    await serveSweeps(sweep, ports.sweep, stopped)
    if (!options.withoutSchedules) void sweepRegularly(sweep, stopped, line => progress.line(line))
  }
  progress.done('the system is up')
  return { env: commandEnv(site, ports, onlyFirestore), ports, processes, crashed }
}

/**
 * Builds functions and dashboard, unless the caller or an earlier start has built them, and hands them to the
 * emulators.
 */
async function build({ progress, parameters }: StackOptions, site: Site, ports: Ports): Promise<void> {
  progress.start('building the functions and the dashboard')
  const built = process.env.BUILT_FUNCTIONS
  const source = path.resolve(repoRoot, built ?? 'functions')
  const local = localParameters(localUrl(ports.sandbox), localUrl(ports.hosting), parameters)
  stageFunctions(site.dir, source, local)
  const dist = path.join(site.dir, 'functions/dist')
  const pages = dashboardBuild()
  await Promise.all([
    built
      ? cp(path.join(source, 'dist'), dist, { recursive: true })
      : runScript(site, 'scripts/build.ts', dist),
    existsSync(pages) || runScript(site, 'scripts/build-dashboard.ts'),
  ])
  stagePages(site.dir, pages, ports)
  progress.done('functions and dashboard built')
}

async function runScript({ processes, logs }: Site, script: string, ...args: string[]): Promise<void> {
  const log = path.join(logs, `${path.basename(script)}.log`)
  const child = processes.service([script, ...args], log, { cwd: repoRoot, env: cleanEnv() })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new StackError(`${script} failed:\n${readLog(log)}`, 'Correct the errors above.')
}

async function startSandbox({ processes, logs }: Site, ports: Ports): Promise<void> {
  const log = path.join(logs, 'sandbox.log')
  const args = ['sandbox/main.ts', '--port', String(ports.sandbox), '--public-url', localUrl(ports.hosting)]
  const child = processes.service(args, log, { cwd: repoRoot, env: cleanEnv() })
  if (await isReady(child, log, /sandbox listening on \S+/)) return
  throw new StackError(`The sandbox did not start:\n${lastLines(log)}`)
}

/** The documented variables, then some for convenience. */
function commandEnv(site: Site, ports: Ports, onlyFirestore: boolean): Record<string, string> {
  const firestore = {
    GCLOUD_PROJECT: localProject,
    FIRESTORE_EMULATOR_HOST: `${host}:${ports.firestore}`,
    // Google's client libraries look for a metadata server otherwise.
    METADATA_SERVER_DETECTION: 'none',
  }
  if (onlyFirestore) return firestore
  return {
    ...firestore,
    API_URL: localUrl(ports.hosting),
    SANDBOX_URL: localUrl(ports.sandbox),
    SWEEP_URL: localUrl(ports.sweep),
    FIREBASE_AUTH_EMULATOR_HOST: `${host}:${ports.auth}`,
    FUNCTIONS_EMULATOR_ORIGIN: localUrl(ports.functions),
    // The log of the emulators and the functions, and the folder of all logs.
    STACK_LOG_FILE: emulatorLog(site),
    STACK_LOG_DIR: site.logs,
  }
}

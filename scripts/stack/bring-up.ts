import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { loadedFunctions } from './backends.ts'
import { buildDashboard, buildFunctions } from './build.ts'
import { cleanEnv } from './clean-env.ts'
import { startEmulators } from './emulators.ts'
import { StackError } from './errors.ts'
import { firestoreJarEnv } from './firestore-jar.ts'
import { withLock } from './lock.ts'
import { lastLines, readLog } from './log-file.ts'
import { localParameters, localUrl, type Parameters } from './parameters.ts'
import { cacheDir, repoRoot } from './paths.ts'
import { type Ports, reservePorts } from './ports.ts'
import type { Progress } from './progress.ts'
import { localProject } from './project.ts'
import { requirements } from './requirements.ts'
import { readSandboxCredentials, startSandbox } from './sandbox.ts'
import { firestoreEnv, stackEnv } from './stack-env.ts'
import { stage, stageFirestore } from './staging.ts'
import type { Supervisor } from './supervisor.ts'
import { Sweeper, serveSweeps, sweepRegularly } from './sweeps.ts'
import { vendorGaps } from './vendors.ts'

export type StackOptions = {
  progress: Progress
  /** Take the well-known ports where they are free (`npm start`); otherwise always free ones. */
  preferDefaultPorts?: boolean
  /** Must begin with `demo-`, which keeps firebase-tools from ever reaching a real project. */
  project?: string
  /** Parameters and secrets of the functions that differ from the usual ones. */
  parameters?: Record<string, string>
  /** Another folder with `package.json` and a built `dist`, instead of the project's functions. */
  functionsDir?: string
  /** The Firestore emulator alone, for what calls the code in its own process. */
  onlyFirestore?: boolean
  /** Scheduled functions run when somebody asks for it, and never by themselves. */
  withoutSchedules?: boolean
  /** Another sandbox, instead of the project's. */
  sandboxDir?: string
  /** Where the logs go and stay; without it they are removed with the stack. */
  logDir?: string
}

export type Stack = {
  /** What with-stack hands to its command. */
  env: Record<string, string>
  ports: Ports
  supervisor: Supervisor
  /** Ends every process of the stack; `force` does so without asking them first. */
  stop(force?: boolean): Promise<void>
  /** Resolves when the emulators end although nobody asked them to. */
  crashed: Promise<StackError>
}

/** The folders and helpers of one stack while it comes up. */
export type Site = {
  /** firebase-tools runs here: firebase.json, functions, rules, settings. */
  dir: string
  temporaryDir: string
  logs: string
  supervisor: Supervisor
  /** Run, in order, before the processes are ended. */
  cleanups: (() => void)[]
}

const sweepEveryMs = 15_000

/** Brings up a stack from an empty folder. If it throws, the caller stops whatever was started. */
export async function bringUp(options: StackOptions, site: Site, stop: Stack['stop']): Promise<Stack> {
  const project = options.project ?? localProject
  if (!project.startsWith('demo-'))
    throw new StackError(`A local project id begins with "demo-", not ${project}.`)
  options.progress.start('looking for Java and free ports')
  const { java, jar } = requirements()
  const { ports, release } = await reservePorts(options.preferDefaultPorts ?? false)
  site.cleanups.push(release)

  const env = { ...cleanEnv(), ...firestoreJarEnv(jar) }
  const logFile = path.join(site.logs, 'emulators.log')
  const startSuite = async () => {
    options.progress.start('starting the emulators')
    const suite = {
      dir: site.dir,
      onlyFirestore: options.onlyFirestore ?? false,
      temporaryDir: site.temporaryDir,
      project,
      logFile,
      javaBinary: java.binary,
      env,
    }
    return startEmulators(site.supervisor, suite, line => reportStep(options, line))
  }
  const startFirestore = () => {
    stageFirestore(site.dir, ports)
    return startSuite()
  }
  const startEverything = async () => {
    const prepared = prepareFolder(options, site, ports)
    const suite = prepared.then(startSuite)
    const [parameters, started] = await Promise.all([prepared, suite, startSandboxOf(options, site, ports)])
    warnAboutVendors(options, parameters)
    await warnAboutUnknownSecrets(options, localUrl(ports.functions), parameters)
    await startSweeps(options, site, ports, project)
    return started
  }
  const emulators = await (options.onlyFirestore ? startFirestore() : startEverything())
  release() // every port is listened on now, which says more than a lock
  options.progress.done('✓ the system is up')
  options.progress.stop()
  const crashed = crashOf(emulators, logFile)
  const variables = (options.onlyFirestore ? firestoreEnv : stackEnv)(project, ports, logFile)
  return { env: variables, ports, supervisor: site.supervisor, stop, crashed }
}

/** Builds functions and dashboard and copies them, as one step: another launcher's build must not come in between. */
function prepareFolder(options: StackOptions, site: Site, ports: Ports): Promise<Parameters> {
  const builtFunctions = options.functionsDir ?? process.env.BUILT_FUNCTIONS
  return withLock(path.join(cacheDir, 'build.lock'), async () => {
    options.progress.start('building the functions and the dashboard')
    await Promise.all([builtFunctions ? undefined : buildFunctions(), buildDashboard()])
    const credentials = await readSandboxCredentials(sandboxDir(options))
    const urls = [localUrl(ports.sandbox), localUrl(ports.hosting)] as const
    const parameters = localParameters(...urls, credentials, options.parameters)
    stage(site.dir, path.resolve(repoRoot, builtFunctions ?? 'functions'), ports, parameters)
    options.progress.done('✓ functions and dashboard built')
    return parameters
  })
}

async function startSandboxOf(options: StackOptions, site: Site, ports: Ports): Promise<void> {
  await startSandbox(site.supervisor, {
    dir: sandboxDir(options),
    port: ports.sandbox,
    publicUrl: localUrl(ports.hosting),
    logFile: path.join(site.logs, 'sandbox.log'),
    env: cleanEnv(),
  })
  options.progress.done(`✓ sandbox on ${localUrl(ports.sandbox)}`)
}

function sandboxDir(options: StackOptions): string {
  return path.resolve(options.sandboxDir ?? path.join(repoRoot, 'sandbox'))
}

async function startSweeps(options: StackOptions, site: Site, ports: Ports, project: string): Promise<void> {
  const sweeper = new Sweeper(localUrl(ports.functions), project)
  const server = await serveSweeps(sweeper, ports.sweep)
  if (!options.withoutSchedules)
    site.cleanups.push(sweepRegularly(sweeper, sweepEveryMs, line => options.progress.line(`! ${line}`)))
  site.cleanups.push(
    () => sweeper.stop(),
    () => server.close(),
  )
}

/** Only overrides can leave a vendor without credentials here: the sandbox has some for each. */
function warnAboutVendors(options: StackOptions, { plain, secret }: Parameters): void {
  for (const { vendor, parameters, secrets } of vendorGaps(plain, name => Boolean(secret[name]))) {
    options.progress.line(
      `! ${vendor.name}: ${[...parameters, ...secrets].join(', ')} empty, so ${vendor.without}`,
    )
  }
}

/** firebase-tools would ask Secret Manager for them and log an error with every start of a function. */
async function warnAboutUnknownSecrets(
  options: StackOptions,
  origin: string,
  parameters: Parameters,
): Promise<void> {
  const used = (await loadedFunctions(origin)).flatMap(({ secrets }) => secrets)
  const unknown = [...new Set(used)].filter(name => !parameters.secret[name])
  if (unknown.length === 0) return
  options.progress.line(
    `! no local value for the secrets ${unknown.join(', ')}: add them in scripts/stack/parameters.ts`,
  )
}

function reportStep(options: StackOptions, line: string): void {
  if (/Firestore Emulator was started/.test(line)) options.progress.done('✓ Firestore emulator')
  if (/Local server:/.test(line)) options.progress.done('✓ Hosting emulator')
  if (/Loaded functions definitions/.test(line)) options.progress.done('✓ functions loaded')
}

async function crashOf(emulators: ChildProcess, logFile: string): Promise<StackError> {
  if (emulators.exitCode === null && emulators.signalCode === null) await once(emulators, 'exit')
  return new StackError(`The emulators ended:\n${lastLines(readLog(logFile))}`)
}

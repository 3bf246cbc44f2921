import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { bringUp } from './bring-up.ts'
import type { StackError } from './errors.ts'
import { lastFailureLog, stacksDir } from './paths.ts'
import type { Ports } from './ports.ts'
import type { Progress } from './progress.ts'
import { Supervisor } from './supervisor.ts'

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

/** A stack that is on its way up and can already be stopped. */
export type StartingStack = { ready: Promise<Stack>; stop(force?: boolean): Promise<void> }

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

/** Starts the emulator suite, the sandbox and the sweeps of one stack. */
export function startStack(options: StackOptions): StartingStack {
  const site = openSite(options.logDir)
  let stopping = false
  const stop = async (force = false) => {
    stopping = true
    for (const cleanup of site.cleanups.splice(0)) cleanup()
    await site.supervisor.end(force)
  }
  const ready = bringUp(options, site, stop).catch(async error => {
    if (!stopping) keepLog(path.join(site.logs, 'emulators.log'))
    await stop()
    throw error
  })
  return { ready, stop }
}

function openSite(logDir: string | undefined): Site {
  const id = randomBytes(4).toString('hex')
  const dir = path.join(stacksDir, id)
  // Directly in the system's folder: the path of a socket may not be longer than about a hundred bytes.
  const temporaryDir = mkdtempSync(path.join(tmpdir(), 'stack-'))
  const logs = path.resolve(logDir ?? dir)
  for (const folder of [dir, logs]) mkdirSync(folder, { recursive: true })
  return { dir, temporaryDir, logs, supervisor: new Supervisor(id, [dir, temporaryDir]), cleanups: [] }
}

function keepLog(log: string): void {
  if (existsSync(log)) copyFileSync(log, lastFailureLog)
}

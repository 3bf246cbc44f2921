import type { ChildProcess } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StackError } from './errors.ts'
import { lastLines, readLog } from './log-file.ts'
import { cacheDir } from './paths.ts'
import { isRunning, type Supervisor } from './supervisor.ts'

const readyWithinMs = 180_000
const wholeSuite = 'auth,functions,firestore,hosting'

export type EmulatorOptions = {
  dir: string
  onlyFirestore: boolean
  project: string
  logFile: string
  javaBinary: string
  temporaryDir: string
  env: NodeJS.ProcessEnv
}

/** Starts the emulator suite in `dir` and answers when all of it is ready. `onLine` gets its output while it starts. */
export async function startEmulators(
  supervisor: Supervisor,
  options: EmulatorOptions,
  onLine: (line: string) => void,
): Promise<ChildProcess> {
  const cli = createRequire(import.meta.url).resolve('firebase-tools/lib/bin/firebase.js')
  const suite = options.onlyFirestore ? 'firestore' : wholeSuite
  const args = [
    ...['--import', new URL('outlive-resets.ts', import.meta.url).href],
    ...[cli, 'emulators:start', '--only', suite, '--project', options.project, '--non-interactive'],
  ]
  const child = supervisor.service(args, options.logFile, { cwd: options.dir, env: emulatorEnv(options) })
  await waitUntilReady(child, options.logFile, onLine)
  return child
}

/** Our Node and the JVM that was found come first on the path, and nothing is asked from the network. */
function emulatorEnv(options: EmulatorOptions): NodeJS.ProcessEnv {
  const first = [path.dirname(process.execPath), path.dirname(options.javaBinary)]
  return {
    ...options.env,
    PATH: [...first, options.env.PATH ?? ''].join(path.delimiter),
    // The emulator starts a process per concurrent request.
    FUNCTIONS_EMULATOR_PARALLEL: '5',
    // Sockets and the hub's locator file of this stack only, so that they can be removed with it.
    TMPDIR: options.temporaryDir,
    NODE_COMPILE_CACHE: path.join(cacheDir, 'node'),
    XDG_CONFIG_HOME: path.join(options.dir, 'config'),
    // Discovery through a file: no further port, and no wait for a server's idle connection to close.
    FIREBASE_FUNCTIONS_DISCOVERY_OUTPUT_PATH: 'true',
    FUNCTIONS_DISCOVERY_TIMEOUT: '120',
    NO_UPDATE_NOTIFIER: '1',
    METADATA_SERVER_DETECTION: 'none',
    CI: '1', // firebase-tools then does not fetch its message of the day
  }
}

async function waitUntilReady(
  child: ChildProcess,
  logFile: string,
  onLine: (line: string) => void,
): Promise<void> {
  let shown = 0
  for (const end = Date.now() + readyWithinMs; Date.now() < end; await sleep(100)) {
    const text = readLog(logFile)
    const lines = text.split('\n')
    lines.slice(shown, -1).forEach(onLine)
    shown = lines.length - 1
    if (/Failed to load function definition/.test(text)) break
    if (/All emulators ready/.test(text)) return
    if (!isRunning(child)) break
  }
  const text = readLog(logFile)
  throw new StackError(`The emulators did not start:\n${lastLines(text)}`, remedy(text, logFile))
}

function remedy(text: string, logFile: string): string {
  if (/Failed to load function definition/.test(text)) {
    return 'The functions cannot be loaded: correct the error above, it also breaks the deployment.'
  }
  if (/port taken|already in use/.test(text)) return 'Another program took a port in between: start again.'
  if (/download|ENOTFOUND|EAI_AGAIN/i.test(text)) {
    return 'The Firestore emulator is not on this machine and could not be downloaded: run `npm run doctor`.'
  }
  return `The whole log: ${logFile}`
}

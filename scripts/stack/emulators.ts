import type { ChildProcess } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { cleanEnv } from './clean-env.ts'
import { StackError } from './errors.ts'
import { findFirestoreJar, firestoreJarEnv } from './firestore-jar.ts'
import { findJava } from './java.ts'
import { isReady, lastLines, readLog } from './log-file.ts'
import { cacheDir, lastFailureLog } from './paths.ts'
import type { Ports } from './ports.ts'
import type { Processes } from './processes.ts'
import { localProject } from './project.ts'
import { stageConfig } from './staging.ts'

const notLoaded = /Failed to load function definition/

export type EmulatorOptions = {
  /** firebase-tools runs there; functions and pages, if any, are below it. */
  dir: string
  /** For sockets, whose path may not be longer than about a hundred bytes. */
  temporaryDir: string
  logFile: string
  ports: Ports
  onlyFirestore: boolean
}

/** Starts the emulator suite and answers when all of it is ready. */
export async function startEmulators(processes: Processes, options: EmulatorOptions): Promise<ChildProcess> {
  const { dir, ports, logFile, onlyFirestore } = options
  stageConfig(dir, ports, onlyFirestore)
  const cli = createRequire(import.meta.url).resolve('firebase-tools/lib/bin/firebase.js')
  const suite = onlyFirestore ? 'firestore' : 'auth,functions,firestore,hosting'
  const args = [
    ...['--import', new URL('in-firebase-tools.ts', import.meta.url).href],
    ...[cli, 'emulators:start', '--only', suite, '--project', localProject, '--non-interactive'],
  ]
  const child = processes.service(args, logFile, { cwd: dir, env: emulatorEnv(options) })
  if (await isReady(child, logFile, /All emulators ready/, notLoaded)) return child
  const [, remedy = `The whole log: ${lastFailureLog}`] =
    remedies.find(([pattern]) => pattern.test(readLog(logFile))) ?? []
  throw new StackError(`The emulators did not start:\n${lastLines(logFile)}`, remedy)
}

/** Our Node and the JVM that was found come first on the path, and nothing is asked from the network. */
function emulatorEnv({ dir, temporaryDir }: EmulatorOptions): NodeJS.ProcessEnv {
  const env = cleanEnv()
  const first = [process.execPath, findJava().binary].map(file => path.dirname(file))
  return {
    ...env,
    ...firestoreJarEnv(findFirestoreJar(), path.join(dir, 'jar')),
    PATH: [...first, env.PATH ?? ''].join(path.delimiter),
    // The emulator starts a process per concurrent request.
    FUNCTIONS_EMULATOR_PARALLEL: '5',
    // Sockets and the hub's locator file of this stack only, so that they can be removed with it.
    TMPDIR: temporaryDir,
    NODE_COMPILE_CACHE: path.join(cacheDir, 'node'),
    XDG_CONFIG_HOME: path.join(dir, 'config'),
    // Discovery through a file: no further port, and no wait for a server's idle connection to close.
    FIREBASE_FUNCTIONS_DISCOVERY_OUTPUT_PATH: 'true',
    FUNCTIONS_DISCOVERY_TIMEOUT: '120',
    NO_UPDATE_NOTIFIER: '1',
    METADATA_SERVER_DETECTION: 'none',
    CI: '1', // firebase-tools then does not fetch its message of the day
  }
}

const remedies: readonly [RegExp, string][] = [
  [notLoaded, 'The functions cannot be loaded: correct the error above, it also breaks the deployment.'],
  [/port taken|already in use/, 'Another program took a port in between: start again.'],
  [
    /download|ENOTFOUND|EAI_AGAIN/i,
    'The Firestore emulator is not on this machine and could not be downloaded: run `npm run doctor`.',
  ],
]

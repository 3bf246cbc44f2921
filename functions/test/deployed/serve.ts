import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import getPort from 'get-port'
import { cleanEnv } from '../../../scripts/stack/clean-env.ts'
import { isRunning, Processes } from '../../../scripts/stack/processes.ts'

// The file behind the command `functions-framework`.
const framework = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@google-cloud/functions-framework')),
  'main.js',
)
const startsWithinMs = 60_000

/**
 * Ends the served programs when this process ends in any way: an abandoned test never stops what it was still starting,
 * and a killed worker stops nothing.
 */
let processes: Processes | undefined

export interface ServeOptions {
  /** The folder with `package.json` and the built `dist`. */
  source: string
  /** The exported function. */
  target: string
  projectId: string
  env: Record<string, string>
  nodeOptions?: string[]
  /** How the platform calls the function; `http` by default. */
  signature?: 'http' | 'cloudevent'
}

export interface Served {
  url: string
  port: number
  pid: number
  /** Its standard output and errors so far. */
  output(): string
  stop(): Promise<void>
}

/** Serves one function the way its container does: functions-framework, and the environment that deploying sets. */
export const serve = (options: ServeOptions): Promise<Served> => {
  const { source, target, env, nodeOptions = [], signature = 'http' } = options
  const args = [...nodeOptions, framework, `--target=${target}`, `--signature-type=${signature}`]
  return serveNode(target, args, { cwd: source, env: { ...deployedEnv(options), ...env } })
}

/**
 * Runs a program of ours that listens on `PORT`; returns once it does.
 *
 * @public Its test imports it in another process.
 */
export async function serveNode(
  name: string,
  args: string[],
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Promise<Served> {
  const port = await getPort({ host: '127.0.0.1' })
  processes ??= new Processes(randomBytes(4).toString('hex'), [])
  const child = processes.start(process.execPath, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...cleanEnv(), PORT: String(port), ...env },
  })
  // One text for each stream, since a piece of one may come in the middle of a line of the other.
  const written = ['', '']
  for (const [at, stream] of [child.stdout, child.stderr].entries()) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      written[at] += text
    })
  }
  const output = () => written.join('')
  const stop = () => end(child)
  try {
    await listening(child, port)
  } catch (error) {
    await stop()
    throw new Error(`${name} does not start:\n${output()}`, { cause: error })
  }
  return { url: `http://127.0.0.1:${port}`, port, pid: child.pid ?? 0, output, stop }
}

const deployedEnv = ({ projectId, target }: ServeOptions): Record<string, string> => ({
  NODE_ENV: 'production',
  GCLOUD_PROJECT: projectId,
  FIREBASE_CONFIG: JSON.stringify({ projectId, storageBucket: `${projectId}.appspot.com` }),
  K_SERVICE: target,
  K_REVISION: `${target}-00001`,
  FUNCTION_TARGET: target,
  // There is no metadata server here, and looking for one takes time.
  METADATA_SERVER_DETECTION: 'none',
})

/** Tries every few milliseconds, since a benchmark measures the time until it works. */
async function listening(child: ChildProcess, port: number): Promise<void> {
  for (const until = Date.now() + startsWithinMs; Date.now() < until; await sleep(3)) {
    if (!isRunning(child)) throw new Error('it ended')
    if (await accepts(port)) return
  }
  throw new Error(`it does not listen after ${startsWithinMs} ms`)
}

const accepts = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

async function end(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { namesOf, recordOf } from '../../functions/src/lib/record-of.ts'
import { sandboxCredentials } from '../../sandbox/src/core/context.ts'
import { StackError } from './errors.ts'
import { isObject } from './firebase-config.ts'
import { lastLines, readLog } from './log-file.ts'
import type { SandboxCredentials } from './parameters.ts'
import { isRunning, type Supervisor } from './supervisor.ts'

const readyWithinMs = 30_000

/** The credentials that the sandbox accepts, from its entry file `src/index.ts`. */
export async function readSandboxCredentials(dir: string): Promise<SandboxCredentials> {
  const file = path.join(dir, 'src', 'index.ts')
  if (!existsSync(file)) throw new StackError(`The sandbox is missing: ${file} does not exist.`)
  const loaded: unknown = await import(pathToFileURL(file).href)
  const values = isObject(loaded) ? loaded.sandboxCredentials : undefined
  const text = (name: keyof SandboxCredentials): string => {
    const value = isObject(values) ? values[name] : undefined
    if (typeof value !== 'string')
      throw new StackError(`${file}: sandboxCredentials.${name} is not a string.`)
    return value
  }
  const { sendgridWebhookPrivateKey: _, ...known } = sandboxCredentials
  return recordOf(namesOf(known), text)
}

export type SandboxOptions = {
  dir: string
  port: number
  publicUrl: string
  logFile: string
  env: NodeJS.ProcessEnv
}

/** Starts the sandbox and answers when it listens. */
export async function startSandbox(supervisor: Supervisor, options: SandboxOptions): Promise<void> {
  const places = ['--port', String(options.port), '--public-url', options.publicUrl]
  const args = [path.join(options.dir, 'main.ts'), ...places]
  const child = supervisor.service(args, options.logFile, { env: options.env })
  for (const end = Date.now() + readyWithinMs; Date.now() < end; await sleep(50)) {
    if (/sandbox listening on \S+/.test(readLog(options.logFile))) return
    if (!isRunning(child)) break
  }
  throw new StackError(`The sandbox did not start:\n${lastLines(readLog(options.logFile))}`)
}

import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { bringUp, type Site, type Stack, type StackOptions } from './bring-up.ts'
import { lastFailureLog, stacksDir } from './paths.ts'
import { Supervisor } from './supervisor.ts'

/** A stack that is on its way up and can already be stopped. */
export type StartingStack = { ready: Promise<Stack>; stop(force?: boolean): Promise<void> }

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
